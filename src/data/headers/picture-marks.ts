/** What DICOM files themselves state about text and faces in their pictures. Nothing else is looked at. */
import { VoxelwiseError } from '../../engine/base/errors.ts'
import { unrooted } from '../../engine/base/paths.ts'
import { imagesOf, type Sample } from '../../engine/protocol/sample.ts'
import type { PictureMarks } from '../formats/format.ts'
import type { DataSet } from '../images/dicom/data-set.ts'
import type { Name } from '../images/dicom/tags.ts'
import { ImageReader } from '../images/image-reader.ts'
import { isDeepPng } from '../images/png.ts'
import { mayBeDicom, splitPart } from '../sources/part-reference.ts'
import type { FolderSource } from '../sources/source.ts'
import { dicomIn, headerOf } from './folder.ts'

/** Files of a larger data set that are looked at, evenly spread: their headers are read before anything is asked. */
const mostRead = 500

const names: ReadonlySet<Name> = new Set(['burnedIn', 'recognisableFeatures'])

/** @param source its files by the names that the samples give them */
export async function picturesMarks(
  source: FolderSource,
  samples: readonly Sample[],
): Promise<PictureMarks | null> {
  const images = new Set(samples.flatMap(sample => imagesOf(sample).map(path => splitPart(path).path)))
  const files = [...images].filter(mayBeDicom)
  if (files.length === 0) return null
  const step = Math.max(1, files.length / mostRead)
  const read: DataSet[] = []
  for (let i = 0; i < Math.min(files.length, mostRead); i++) {
    const data = await tagsOf(source, unrooted(source.name, files[Math.floor(i * step)] ?? ''))
    if (data) read.push(data)
  }
  return read.length === 0 ? null : marksOf(read, files.length)
}

/** @param files how many there are, read or not */
export function marksOf(read: readonly DataSet[], files: number): PictureMarks {
  const count = (name: Name, isCounted: (value: string) => boolean): number =>
    read.filter(data => isCounted(data.text(name).toUpperCase())).length
  return {
    ...{ read: read.length, files },
    text: count('burnedIn', value => value === 'YES'),
    textUnknown: count('burnedIn', value => value !== 'YES' && value !== 'NO'),
    faces: count('recognisableFeatures', value => value === 'YES'),
  }
}

/** Null where the file cannot be read as DICOM: the run reports that of each file. */
async function tagsOf(source: FolderSource, path: string): Promise<DataSet | null> {
  try {
    const file = await dicomIn(await headerOf(source, path), { names, whole: false })
    return file?.data ?? null
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
