/** Volumes as ordered slices, where a question names a volume and no slice of it. */

import { type DataSet, type FilePart, headerNames, placeInFile, splitPart } from '@voxelwise/pixels'
import { type Json, rooted, unrooted } from '@voxelwise/python'
import { VoxelwiseError } from '../../engine/base/errors.ts'
import { getOrMake } from '../../engine/base/grouping.ts'
import { sha256 } from '../../engine/base/sha256.ts'
import { listImages, type Sample } from '../../engine/protocol/sample.ts'
import type { ReadDataset } from '../formats/format.ts'
import {
  mayBeDicom,
  mostSlices,
  readSliceRule,
  type SliceRule,
  sampleParts,
} from '../sources/part-reference.ts'
import type { FolderSource } from '../sources/source.ts'
import { dicomIn, openHeader } from './header-files.ts'
import { countFrames, inSeries, readSlice, type SliceFile } from './slices-of-files.ts'

/** What a question names its slices of. */
type Volume =
  /** A file of that many frames; one of a single frame is no volume. */
  | { readonly frames: number }
  /** The paths of a folder's files by position. */
  | { readonly series: readonly string[] }
  | { readonly fault: VoxelwiseError }

/**
 * Replaces each volume that a question names by its slices. A question that names slices itself keeps them. A folder of
 * single-slice DICOM files of one series is a volume: its slices are its files by position.
 * @param written the rule for all others, as `readSliceRule` reads it; without one they stay as they are
 */
export async function withSlices(
  source: FolderSource,
  loaded: ReadDataset,
  written: string | undefined,
): Promise<ReadDataset> {
  const rule = written === undefined ? null : readSliceRule(written)
  const folders = await foldersNamed(source, loaded.samples)
  if (rule === null && folders.size === 0) return loaded
  const volumes = new Map<string, Promise<Volume>>()
  const volumeAt = (path: string): Promise<Volume> =>
    getOrMake(volumes, path, () => {
      const files = folders.get(path)
      return files ? seriesIn(source, path, files) : framesAt(source, path)
    })
  const badFiles = new Map(loaded.badFiles.map(bad => [bad.file, bad]))
  const samples: Sample[] = []
  const changed: (readonly string[])[] = []
  for (const sample of loaded.samples) {
    const images = await chooseSlices(sample, rule, folders, volumeAt, fault =>
      badFiles.set(fault.info.subject, { file: fault.info.subject, error: fault.info }),
    )
    samples.push(images ? ofSlices(sample, images) : sample)
    if (images) changed.push(images)
  }
  return {
    ...loaded,
    ...(rule !== null && { slices: written }),
    ...(folders.size > 0 && { volumes: true }),
    samples,
    badFiles: [...badFiles.values()],
    // Other slices are other questions.
    ...(changed.length > 0 && {
      fingerprint: await sha256(new TextEncoder().encode(JSON.stringify([loaded.fingerprint, changed]))),
    }),
  }
}

/** @returns null where its images stay as they are */
async function chooseSlices(
  sample: Sample,
  rule: SliceRule | null,
  folders: ReadonlyMap<string, readonly string[]>,
  volumeAt: (path: string) => Promise<Volume>,
  onFault: (fault: VoxelwiseError) => void,
): Promise<readonly string[] | null> {
  const images = listImages(sample)
  const [image] = images
  if (image === undefined) return null
  const { path, part } = splitPart(image)
  const isFolder = folders.has(path)
  if (!isFolder && (part !== null || images.length > 1 || rule === null)) return null
  const volume = isFolder || mayBeDicom(path) ? await volumeAt(path) : null
  if (volume === null) {
    const parts = sampleParts(path, sample.fields, rule ?? {})
    return parts.length === 1 && parts[0] === image ? null : parts
  }
  if ('fault' in volume) {
    onFault(volume.fault)
    return null
  }
  const count = 'frames' in volume ? volume.frames : volume.series.length
  if (!rule && 'series' in volume && part === null && count > mostSlices) {
    onFault(faulty(path, `The folder has ${count} slices, and the question names none.`))
    return null
  }
  const atMost = { slices: Math.min(rule?.slices ?? count, count) }
  if ('frames' in volume) return count > 1 ? sampleParts(path, sample.fields, atMost) : null
  const parts = part === null ? sampleParts(path, {}, atMost) : images
  const files = parts.map(one => volume.series[placeInFile(splitPart(one).part as FilePart, count) ?? -1])
  const named = files.filter(file => file !== undefined)
  if (named.length === files.length) return named
  onFault(faulty(path, `The folder has ${count} slices, and a question names another.`))
  return null
}

/** The folder's name stands in fields, too: the slices take its place, so that no record keeps it. */
function ofSlices(sample: Sample, images: readonly string[]): Sample {
  const [image = null, ...furtherImages] = images
  const path = splitPart(sample.image ?? '').path
  const isOfFile = splitPart(image ?? '').path === path
  const isNamed = (key: string, value: Json | undefined): boolean => {
    if (typeof value !== 'string' || value === '') return false
    const named = value
      .replaceAll('\\', '/')
      .replace(/^\.?\//, '')
      .replace(/\/$/, '')
    return (/path|file|image|folder/i.test(key) || /[/\\]/.test(value)) && `/${path}`.endsWith(`/${named}`)
  }
  const fields = isOfFile
    ? sample.fields
    : Object.fromEntries(
        Object.entries(sample.fields).map(([key, value]) => [
          key,
          key === 'image_path' || isNamed(key, value) ? (images.length > 1 ? [...images] : image) : value,
        ]),
      )
  const { index, file } = sample
  return { index, fields, image, ...(furtherImages.length > 0 && { furtherImages }), file }
}

/** The files below each folder that a question names as its image, by the folder's rooted path. */
async function foldersNamed(
  source: FolderSource,
  samples: readonly Sample[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const candidates = new Set(
    samples.flatMap(({ image }) => {
      const path = splitPart(image ?? '').path
      return image !== null && mayBeDicom(path) ? [path] : []
    }),
  )
  const filesByFolder = new Map<string, string[]>()
  if (candidates.size === 0) return filesByFolder
  for (const { path } of await source.list())
    for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) {
      const folder = rooted(source.name, path.slice(0, at))
      if (candidates.has(folder)) getOrMake(filesByFolder, folder, () => []).push(path)
    }
  return filesByFolder
}

async function framesAt(source: FolderSource, path: string): Promise<Volume> {
  try {
    const data = await headerAt(source, unrooted(source.name, path))
    return { frames: data ? countFrames(data) : 1 }
  } catch (error) {
    // The run reports of each image that it cannot be read.
    if (error instanceof VoxelwiseError) return { frames: 1 }
    throw error
  }
}

async function seriesIn(source: FolderSource, folder: string, files: readonly string[]): Promise<Volume> {
  const slices: SliceFile[] = []
  for (const path of files)
    try {
      const data = await headerAt(source, path)
      if (data === null) continue
      if (countFrames(data) > 1) return { fault: faulty(folder, 'A file of this folder has several frames.') }
      slices.push(readSlice(data, path))
    } catch (error) {
      if (error instanceof VoxelwiseError) return { fault: faulty(folder, error.info.message) }
      throw error
    }
  const stacks = new Set(slices.map(({ stack }) => stack))
  if (stacks.size === 1) return { series: inSeries(slices).map(path => rooted(source.name, path)) }
  const what =
    stacks.size === 0 ? 'This folder has no DICOM files.' : `This folder has ${stacks.size} series.`
  return { fault: faulty(folder, what) }
}

/** Null where it is no DICOM file. @throws VoxelwiseError as `parseDicom` */
async function headerAt(source: FolderSource, path: string): Promise<DataSet | null> {
  const file = await dicomIn(await openHeader(source, path), { names: headerNames, whole: false })
  return file?.data ?? null
}

const faulty = (folder: string, message: string): VoxelwiseError =>
  new VoxelwiseError({
    code: 'image-frame',
    subject: folder,
    message,
    remedy: 'Name a folder that has the single-slice DICOM files of one series.',
  })
