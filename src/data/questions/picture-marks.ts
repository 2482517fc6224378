/** What DICOM files state about text and faces in their pictures, and whether their RLE data is complete. */

import {
  Budget,
  type DataSet,
  type DicomFile,
  isDeepPng,
  type Name,
  pictureNames,
  splitPart,
} from '@voxelwise/pixels'
import { unrooted } from '@voxelwise/python'
import { VoxelwiseError } from '../../engine/base/errors.ts'
import { listImages, type Sample } from '../../engine/protocol/sample.ts'
import type { PictureMarks } from '../formats/format.ts'
import { hasOverrun } from '../images/decoding.ts'
import { ImageReader } from '../images/image-reader.ts'
import { mayBeDicom } from '../sources/part-reference.ts'
import type { FolderSource } from '../sources/source.ts'
import { dicomIn, openHeader, unnamed } from './header-files.ts'

/** Files of a larger data set that are looked at, evenly spread: their headers are read before anything is asked. */
const mostRead = 500

/** Files with RLE data among these that are unpacked, which takes longer. */
const mostUnpacked = 50

const stated = ['burnedIn', 'recognisableFeatures'] as const
const names: ReadonlySet<Name> = new Set([...stated, ...pictureNames])

/** @param source its files by the names that the samples give them */
export async function picturesMarks(
  source: FolderSource,
  samples: readonly Sample[],
): Promise<PictureMarks | null> {
  const images = new Set(samples.flatMap(sample => listImages(sample).map(path => splitPart(path).path)))
  const files = [...images].filter(mayBeDicom)
  if (files.length === 0) return null
  const step = Math.max(1, files.length / mostRead)
  const read: DataSet[] = []
  const rle = { unpacked: 0, overrun: 0 }
  for (let i = 0; i < Math.min(files.length, mostRead); i++) {
    const file = await fileAt(source, unrooted(source.name, files[Math.floor(i * step)] ?? ''))
    if (!file) continue
    read.push(file.data)
    const isOverrun = rle.unpacked < mostUnpacked ? await overrunIn(file) : null
    if (isOverrun !== null) rle.unpacked++
    if (isOverrun) rle.overrun++
  }
  return read.length === 0 ? null : { ...countMarks(read, files.length), ...rle }
}

/** Whether the first frame's RLE data overruns; null for other codings, and for a damaged file: the run reports it. */
async function overrunIn(file: DicomFile): Promise<boolean | null> {
  try {
    return await hasOverrun(file, 0, new Budget(unnamed, 0))
  } catch (error) {
    if (error instanceof VoxelwiseError) return null
    throw error
  }
}

/** What the headers state. @param files how many there are, read or not */
export function countMarks(read: readonly DataSet[], files: number): PictureMarks {
  const count = (name: Name, isCounted: (value: string) => boolean): number =>
    read.filter(data => isCounted(data.text(name).toUpperCase())).length
  return {
    ...{ read: read.length, files },
    text: count('burnedIn', value => value === 'YES'),
    textUnknown: count('burnedIn', value => value !== 'YES' && value !== 'NO'),
    faces: count('recognisableFeatures', value => value === 'YES'),
    ...{ unpacked: 0, overrun: 0 },
  }
}

/** Null where the file cannot be read as DICOM: the run reports that of each file. */
async function fileAt(source: FolderSource, path: string): Promise<DicomFile | null> {
  try {
    return await dicomIn(await openHeader(source, path), { names, whole: false })
  } catch (error) {
    if (error instanceof VoxelwiseError) return null
    throw error
  }
}

/** Whether the first PNG of a data set has grey values of 16 bits. A file that cannot be read is reported by the run. */
export async function hasDeepPngs(source: FolderSource, samples: readonly Sample[]): Promise<boolean> {
  const path = samples.find(({ image }) => image?.toLowerCase().endsWith('.png'))?.image
  const file = path ? await new ImageReader(source).open(path).catch(() => null) : null
  return file !== null && isDeepPng(new Uint8Array(await file.slice(0, 26).arrayBuffer()))
}
