import { VoxelwiseError } from '../../engine/base/errors.ts'
import type { FolderSource } from '../sources/source.ts'
import type { BegunLoad, DatasetFormat, LoadOptions, ReadDataset } from './format.ts'
import { isMedrcubeItem } from './medrcube.ts'

/**
 * Reads a picked folder in the first format that recognises it.
 * @param formats in the order in which they are tried
 * @throws VoxelwiseError no-test-json if no format recognises it; split-unknown if its format has no splits; errors of
 * its format
 */
export async function loadWith(
  formats: readonly DatasetFormat[],
  source: FolderSource,
  options: LoadOptions,
): Promise<ReadDataset> {
  const { onProgress, signal } = options
  signal?.throwIfAborted()
  const listed = (files: number) => onProgress?.({ files, testFiles: 0, samples: 0 })
  const stopped = new AbortController()
  const begun = new Map(
    options.mapping ? [] : begin(formats, source, { ...options, signal: either(signal, stopped.signal) }),
  )
  const files = await source
    .list(listed, file => {
      for (const load of begun.values()) load.found(file)
    })
    .catch(error => {
      stopped.abort()
      throw error
    })
  listed(files.length)
  const known = formats.filter(candidate => candidate.recognises(files))
  // A given mapping rules out formats without one.
  const [format, ...others] = options.mapping ? known.filter(({ takesMapping }) => takesMapping) : known
  if (!format) throw unknownFormat(source.name)
  const [other] = others
  const read = await readAs(format).catch(async error => {
    // Its files have another form: rows of a table, perhaps. If not, this error says what is wrong.
    const isOtherForm = error instanceof VoxelwiseError && error.info.code === 'not-an-array'
    if (!other || !isOtherForm || options.strict) throw error
    return readAs(other).catch(() => Promise.reject(error))
  })
  if (read.format !== format.id) return read
  if (!other || !format.disowns?.(read)) return splitless(read, options.split)
  const otherwise = await readAs(other).catch(error => {
    // It cannot be read as tables either: the first format's error is reported, unless a split was requested.
    if (!(error instanceof VoxelwiseError) || error.info.code === 'split-unknown') throw error
    // Where no row has a field of the first format, what the rows lack of it says nothing.
    if (error.info.code === 'no-mapping' && !read.skipped.some(({ fields }) => isMedrcubeItem(fields)))
      throw error
    return read
  })
  return otherwise.samples.length > 0 || saysMore(otherwise) ? otherwise : splitless(read, options.split)

  async function readAs({ id, protocol, load }: DatasetFormat): Promise<ReadDataset> {
    const contents = await (begun.get(id)?.finish(files) ?? load({ source, files }, options))
    return { protocol, ...contents, name: source.name, format: id }
  }
}

/** What formats can do while the folder is being listed. */
const begin = (
  formats: readonly DatasetFormat[],
  source: FolderSource,
  options: LoadOptions,
): readonly (readonly [string, BegunLoad])[] =>
  formats.flatMap(({ id, begin }) => (begin ? [[id, begin(source, options)] as const] : []))

const either = (signal: AbortSignal | undefined, other: AbortSignal): AbortSignal =>
  signal ? AbortSignal.any([signal, other]) : other

/** Rows that lack their images, or an answer, are rows of a table: what the first format lacks of them is none of theirs. */
const saysMore = ({ skipped }: ReadDataset): boolean =>
  skipped.some(({ reason }) => reason !== 'missing_required_fields')

/** Only tables have splits: ignoring a requested one would answer another question. */
function splitless(read: ReadDataset, split: string | undefined): ReadDataset {
  if (read.mapping || split === undefined) return read
  throw new VoxelwiseError({
    code: 'split-unknown',
    subject: `${read.name}: split ${split}`,
    message: 'The format of this data set has no splits.',
    remedy: 'Remove the split. All samples are read.',
  })
}

function unknownFormat(name: string): VoxelwiseError {
  return new VoxelwiseError({
    code: 'no-test-json',
    subject: name,
    message: 'No test.json and no table (TSV, CSV, parquet, JSON) was found in this folder or below it.',
    remedy: 'Choose the folder that contains the data set folders with their test.json, or the tables.',
  })
}
