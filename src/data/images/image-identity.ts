/** Whether the images of a data set are still those that a run was asked about. */

import { get, str } from '@voxelwise/python'
import { VoxelwiseError } from '../../engine/base/errors.ts'
import { sha256 } from '../../engine/base/sha256.ts'
import {
  type ImageFile,
  imagesShownIn,
  listImageFiles,
  type RunRecord,
} from '../../engine/protocol/record.ts'
import type { Run } from '../../engine/protocol/run.ts'
import {
  imagesKey,
  type LoadCounts,
  type LoadedDataset,
  listImages,
  type Sample,
  type Skipped,
} from '../../engine/protocol/sample.ts'
import type { FolderSource } from '../sources/source.ts'
import { ImageReader } from './image-reader.ts'

/** By the rooted path of an image: the files that it was read from, each once. More than one: it changed meanwhile. */
export type SeenImages = Map<string, readonly ImageFile[]>

/** Looked at side by side: a look waits for the file system, not for the processor. */
const atOnce = 16

/** How many of the files at fault an error names. */
const named = 3

export function seeImages(seen: SeenImages, records: readonly RunRecord[]): void {
  for (const record of records) {
    const paths = imagesShownIn(record)
    for (const [i, file] of listImageFiles(record).entries()) {
      const path = paths[i]
      if (path === undefined) continue
      const files = seen.get(path) ?? []
      if (!files.some(known => isSameFile(known, file))) seen.set(path, [...files, file])
    }
  }
}

/** Images that were read with one content and then with another, in order of first mention. */
export function changedMeanwhile(seen: SeenImages): readonly string[] {
  return [...seen]
    .filter(([, files]) => new Set(files.map(file => file.sha256)).size > 1)
    .map(([path]) => path)
}

/** A run's facts about the data set as it was loaded when the run began. */
interface FirstLoad {
  readonly counts: LoadCounts
  /** Undefined or incomplete if it was not stored. */
  readonly skipped: readonly Skipped[] | undefined
}

/**
 * Refuses to continue a run if other samples are loaded now: without its image a sample is skipped, and later ones move.
 * @throws VoxelwiseError fingerprint-mismatch
 */
function expectSameLoad({ counts, skipped = [] }: FirstLoad, loaded: LoadedDataset): void {
  const isWhole = skipped.length === counts.total - counts.loaded
  if (
    loaded.samples.length !== counts.loaded ||
    (isWhole && skippedPlaces(skipped) !== skippedPlaces(loaded.skipped))
  )
    throw otherSamples(loaded)
}

/** The same by the records that are there. @throws VoxelwiseError fingerprint-mismatch */
function expectSameSamples(records: readonly RunRecord[], loaded: LoadedDataset): void {
  if (records.some(({ sample }) => !isSameSample(sample, loaded.samples[sample.index])))
    throw otherSamples(loaded)
}

function otherSamples({ name, skipped }: LoadedDataset): VoxelwiseError {
  const missing = skipped.find(({ reason }) => reason === 'missing_image')
  return new VoxelwiseError({
    code: 'fingerprint-mismatch',
    subject: missing?.subject ?? name,
    message: 'Images were added or removed since this run began.',
    remedy: 'Put the images back as they were, or start a new run.',
  })
}

/**
 * Refuses to continue a run if asked images have other bytes now. Files with the same size and date are not read. A missing
 * image is no mismatch: its answers stay, and its open questions fail.
 * @throws VoxelwiseError fingerprint-mismatch; as the folder's `open` if it may not be read
 */
export async function expectSameImages(
  seen: SeenImages,
  source: FolderSource,
  onProgress: (done: number, of: number) => void = () => {},
): Promise<void> {
  const images = new ImageReader(source)
  const all = [...seen]
  const changed: string[] = []
  for (let at = 0; at < all.length; at += atOnce) {
    onProgress(at, all.length)
    const part = all.slice(at, at + atOnce)
    const same = await Promise.all(part.map(([path, files]) => isUnchanged(images, path, files)))
    changed.push(...part.filter((_, i) => !same[i]).map(([path]) => path))
  }
  if (changed.length === 0) return
  const more = changed.length > named ? ` and ${changed.length - named} more` : ''
  throw new VoxelwiseError({
    code: 'fingerprint-mismatch',
    subject: `${changed.slice(0, named).join(', ')}${more}`,
    message: `${changed.length} of the ${all.length} images used so far have changed since.`,
    remedy: 'Put the images back as they were, or start a new run on these.',
  })
}

/** A data set as it is now. */
interface DatasetNow {
  readonly loaded: LoadedDataset
  readonly source: FolderSource
}

/** Checks that the data set has the samples and images of these records. Throws as the checks above. */
export async function expectSameRecords(
  chunks: Iterable<readonly RunRecord[]> | AsyncIterable<readonly RunRecord[]>,
  { loaded, source }: DatasetNow,
  onProgress?: (done: number, of: number) => void,
): Promise<void> {
  const seen: SeenImages = new Map()
  for await (const records of chunks) {
    expectSameSamples(records, loaded)
    seeImages(seen, records)
  }
  await expectSameImages(seen, source, onProgress)
}

/** The same of all records of stored runs, and of what was loaded when they began. */
export async function expectSameRuns(
  store: {
    run(id: string): Promise<Pick<Run, 'dataset'>>
    load(id: string): Promise<{ readonly skipped: readonly Skipped[] } | undefined>
    records(id: string): AsyncIterable<readonly RunRecord[]>
  },
  runs: readonly string[],
  dataset: DatasetNow,
  onProgress?: (done: number, of: number) => void,
): Promise<void> {
  async function* all() {
    for (const run of runs) {
      const { counts } = (await store.run(run)).dataset
      expectSameLoad({ counts, skipped: (await store.load(run))?.skipped }, dataset.loaded)
      yield* store.records(run)
    }
  }
  await expectSameRecords(all(), dataset, onProgress)
}

async function isUnchanged(images: ImageReader, path: string, files: readonly ImageFile[]): Promise<boolean> {
  try {
    const now = await images.stamp(path)
    const isSame = ({ size, modified }: ImageFile): boolean =>
      modified === now?.modified && (now.size === null || size === now.size)
    if (now && files.some(isSame)) return true
    const digest = await sha256((await images.bytes(path)).bytes)
    return files.some(file => file.sha256 === digest)
  } catch (error) {
    if (error instanceof VoxelwiseError && error.info.code === 'file-missing') return true
    // It was read once, so it was not.
    if (error instanceof VoxelwiseError && error.info.code === 'image-too-large') return false
    throw error
  }
}

const isSameFile = (a: ImageFile, b: ImageFile): boolean =>
  a.sha256 === b.sha256 && a.size === b.size && a.modified === b.modified

const skippedPlaces = (skipped: readonly Skipped[]): string =>
  skipped.map(({ file, position }) => `${file}[${position}]`).join()

/** The fields themselves are those of the same test.json. */
function isSameSample(a: Sample, b: Sample | undefined): boolean {
  if (b === undefined) return false
  return (
    a.file === b.file &&
    imagesKey(listImages(a)) === imagesKey(listImages(b)) &&
    questionKey(a) === questionKey(b)
  )
}

const questionKey = ({ fields }: Sample): string =>
  `${str(get(fields, 'id'))}|${str(get(fields, 'question'))}`
