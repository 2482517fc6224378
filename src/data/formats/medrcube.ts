/** Finds, reads and checks the samples of a picked folder, with the official loader's rules. */

import { errorInfo, VoxelwiseError } from '../../engine/base/errors.ts'
import {
  isJsonArray,
  type Json,
  type JsonAllowance,
  JsonLimitError,
  jsonAllowance,
  ofAllowance,
  parseJson,
} from '../../engine/base/json.ts'
import { byCodePoint, folderOf, rooted } from '../../engine/base/paths.ts'
import { Texts } from '../../engine/base/texts.ts'
import { duplicateIds, sampleFindings } from '../../engine/protocol/findings.ts'
import { medrcube } from '../../engine/protocol/medrcube.ts'
import { referenceTo } from '../../engine/protocol/registry.ts'
import {
  type BadFile,
  type Finding,
  type LoadCounts,
  type LoadedDataset,
  mappedSkipReasons,
  type Sample,
  type Skipped,
} from '../../engine/protocol/sample.ts'
import { checkJsonSize, MAX_SAMPLES_FILE, tooLargeJson } from '../sources/file-limits.ts'
import { Fingerprint } from '../sources/fingerprint.ts'
import type { FolderFile, FolderSource } from '../sources/source.ts'
import { admit, type Surroundings } from './admit.ts'
import { FolderAllowance } from './folder-allowance.ts'
import type { DatasetContents, DatasetFormat, ListedFolder, LoadOptions, LoadProgress } from './format.ts'
import { strictSkip } from './strict-skip.ts'

const isTestFile = ({ path }: FolderFile): boolean => path === 'test.json' || path.endsWith('/test.json')

/** Folders that hold a `test.json` each, at any depth, as MedRCube's evaluator walks them. */
export const medrcubeFormat: DatasetFormat = {
  id: 'medrcube',
  name: 'MedRCube: folders with a test.json',
  protocol: referenceTo(medrcube),
  recognises: files => files.some(isTestFile),
  load,
}

/** @throws VoxelwiseError the first bad file's error where all are bad; in strict mode any */
async function load({ source, files }: ListedFolder, options: LoadOptions): Promise<DatasetContents> {
  const { strict = false, onProgress, signal } = options
  const progress = { files: files.length, testFiles: 0, samples: 0 }
  const show = (change: Partial<LoadProgress>) => onProgress?.({ ...Object.assign(progress, change) })
  const paths = files.map(file => file.path)
  const testFiles = files
    .filter(isTestFile)
    .map(file => file.path)
    .sort(byCodePoint)

  const exists = lookup(source.name, paths)
  const fingerprint = new Fingerprint()
  const collected = new Collection(strict)
  const images = new Texts()
  const allowance = new FolderAllowance()
  for (const path of testFiles) {
    signal?.throwIfAborted()
    const file = rooted(source.name, path)
    try {
      const bytes = await readBytes(source, path, file)
      await fingerprint.add(file, bytes)
      const items = parseItems(bytes, file, allowance.left)
      const around = { root: source.name, folder: folderOf(file), exists, images }
      allowance.giveBackFor(collected.addItems(items, file, around))
    } catch (error) {
      if (strict || !(error instanceof VoxelwiseError)) throw error
      collected.badFiles.push({ file, error: error.info })
    }
    show({ testFiles: progress.testFiles + 1, samples: collected.samples.length })
  }

  const firstBad = collected.badFiles[0]
  if (firstBad && collected.badFiles.length === testFiles.length) throw new VoxelwiseError(firstBad.error)
  return collected.finish(await fingerprint.digest())
}

/** The protocol's own count of what was loaded. */
export function loadCounts({ samples, skipped }: Pick<LoadedDataset, 'samples' | 'skipped'>): LoadCounts {
  const count = (reason: Skipped['reason']) => skipped.filter(item => item.reason === reason).length
  const occurred = mappedSkipReasons.filter(reason => count(reason) > 0)
  return {
    total: samples.length + skipped.length,
    loaded: samples.length,
    skipped: {
      missing_image: count('missing_image'),
      missing_required_fields: count('missing_required_fields'),
      missing_options: count('missing_options'),
      ...Object.fromEntries(occurred.map(reason => [reason, count(reason)])),
    },
  }
}

class Collection {
  readonly samples: Sample[] = []
  readonly badFiles: BadFile[] = []
  readonly #positions: number[] = []
  readonly #skipped: Skipped[] = []
  readonly #findings: Finding[] = []
  readonly #strict: boolean

  constructor(strict: boolean) {
    this.#strict = strict
  }

  /** @returns how many of them have the fields of a sample, with an image or without */
  addItems(items: readonly Json[], file: string, around: Surroundings): number {
    let samples = 0
    for (const [position, item] of items.entries())
      if (this.#add(item, { file, position }, around) !== 'missing_required_fields') samples++
    return samples
  }

  #add(
    item: Json,
    place: { readonly file: string; readonly position: number },
    around: Surroundings,
  ): Skipped['reason'] | null {
    const admission = admit(item, around)
    const { skip, fields, finding } = admission
    if (skip !== null) {
      const skipped: Skipped = { reason: skip, ...place, subject: admission.subject, fields }
      if (this.#strict) throw strictSkip(skipped)
      this.#skipped.push(skipped)
      if (finding) this.#findings.push({ ...finding, index: null, ...place })
      return skip
    }
    const sample: Sample = { index: this.samples.length, fields, image: admission.image, file: place.file }
    const where = { index: sample.index, ...place }
    this.samples.push(sample)
    this.#positions.push(place.position)
    this.#findings.push(...sampleFindings(sample, where, medrcube))
    if (finding) this.#findings.push({ ...finding, ...where })
    return null
  }

  finish(fingerprint: string): DatasetContents {
    const { samples, badFiles } = this
    const findings = [...this.#findings, ...duplicateIds(samples, this.#positions)]
    return { samples, skipped: this.#skipped, findings, badFiles, fingerprint }
  }
}

/** One look-up table of every file and every folder that holds one, so that no image is looked for singly. */
function lookup(root: string, paths: readonly string[]): (path: string) => boolean {
  const known = new Set<string>([root])
  for (const path of paths) {
    known.add(rooted(root, path))
    for (let folder = folderOf(path); folder !== ''; folder = folderOf(folder)) {
      const name = rooted(root, folder)
      if (known.has(name)) break
      known.add(name)
    }
  }
  return path => known.has(path)
}

async function readBytes(source: FolderSource, path: string, file: string): Promise<ArrayBuffer> {
  try {
    const blob = await source.open(path)
    checkJsonSize(file, blob.size, MAX_SAMPLES_FILE)
    return await blob.arrayBuffer()
  } catch (error) {
    throw new VoxelwiseError({
      ...errorInfo(error, {
        code: 'file-unreadable',
        subject: file,
        message: 'The file cannot be read.',
        remedy: 'Check that it is still there and may be read, then open the folder again.',
      }),
      subject: file,
      cause: error,
    })
  }
}

function parseItems(bytes: ArrayBuffer, file: string, allowance: JsonAllowance): readonly Json[] {
  const json = parseFile(bytes, file, allowance)
  if (isJsonArray(json)) return json
  throw new VoxelwiseError({
    code: 'not-an-array',
    subject: file,
    message: 'The file does not hold an array of samples.',
    remedy: 'A test.json must be a JSON array of objects.',
  })
}

function parseFile(bytes: ArrayBuffer, file: string, allowance: JsonAllowance): Json {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    return ofAllowance(allowance, jsonAllowance(), own => parseJson(text, own, new Texts()))
  } catch (error) {
    if (error instanceof JsonLimitError) throw tooLargeJson(file, error.message, error)
    const isUtf8 = !(error instanceof TypeError)
    throw new VoxelwiseError({
      code: 'bad-json',
      subject: file,
      message:
        isUtf8 && error instanceof Error
          ? `The file is not JSON. ${error.message}`
          : 'The file is not UTF-8 text.',
      remedy: isUtf8 ? 'Correct it at that place.' : 'Save it as UTF-8 without a byte order mark.',
      cause: error,
    })
  }
}
