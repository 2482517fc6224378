import type { ImportKind, NamedBlob } from '../../../data/formats/import-kind.ts'
import { checkJsonSize, MAX_EXPORTED_FILE } from '../../../data/sources/file-limits.ts'
import { VoxelwiseError } from '../../../engine/base/errors.ts'
import { isManifest, isShardFile } from './formats.ts'

/** Enough to recognise the kind of a file. */
const beginning = 64

const readBeginning = ({ blob }: NamedBlob): Promise<string> => blob.slice(0, beginning).text()

/** The shards of a run with their manifest. The run is unfinished where some are missing. */
export const shardFiles: ImportKind = {
  rank: 2,
  needsDataset: false,
  async recognises(files) {
    const beginnings = await Promise.all(files.map(readBeginning))
    return beginnings.some(text => isShardFile(text) || isManifest(text))
  },
  async runFile(files) {
    for (const { name, blob } of files) checkJsonSize(name, blob.size, MAX_EXPORTED_FILE)
    const known = await Promise.all(
      files.map(async file => ({ file, isList: isManifest(await readBeginning(file)) })),
    )
    const list = known.find(({ isList }) => isList)?.file
    const shards = known.filter(({ isList }) => !isList).map(({ file }) => file)
    if (!list)
      throw refused(
        files,
        'The shards’ manifest.json is missing.',
        'Choose manifest.json together with the shards.',
      )
    const { mergedFile } = await import('./import-merged.ts')
    const merged = await mergedFile(list, shards)
    if (merged) return merged
    throw refused(
      files,
      'The files contain no shard with records.',
      'Choose the manifest.json and the shard-…jsonl files together.',
    )
  },
}

function refused(files: readonly NamedBlob[], message: string, remedy: string): VoxelwiseError {
  const subject = files.map(({ name }) => name).join(', ')
  return new VoxelwiseError({ code: 'run-file', subject, message, remedy })
}
