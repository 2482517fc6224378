/** A frame or slice of an image file with all of its depth, for the page's viewer. */
import { type FilePart, placeOf, splitPart } from '../sources/part-reference.ts'
import { Budget, checkFileSize } from './budget.ts'
import type { ImageCodec } from './codec.ts'
import { mayBeDeep, plainDepth } from './deep-greys.ts'
import { isDicom, openDicom, readDicomFrame } from './dicom/read-dicom.ts'
import type { FullFrame } from './grey/grey-frame.ts'
import { isNifti, niftiSlice, openNifti, slicesAlong } from './nifti/read-nifti.ts'
import { isNpy, npySlice, readNpyHeader } from './npy.ts'

/** Bytes from which a format shows. */
const HEAD = 4096

export interface Depth {
  /** What the file has several of. */
  readonly along: FilePart['along']
  readonly count: number
  /** The one that is shown, from 0. */
  readonly place: number
  readonly frame: FullFrame
}

/**
 * Reads a DICOM file by slices: of a long one only the header and one frame.
 * @param path its rooted path, which may name a part
 * @param place of the frame or slice, from 0; null for the one that the path names, else the first
 * @returns null where a file has no more depth than its picture
 * @throws VoxelwiseError as `decodeRgb`
 */
export async function depthOf(
  file: Blob,
  path: string,
  place: number | null,
  codec: ImageCodec,
): Promise<Depth | null> {
  const { part } = splitPart(path)
  const read = async (from: number, to: number) => new Uint8Array(await file.slice(from, to).arrayBuffer())
  const head = await read(0, HEAD)
  const placeAmong = (count: number): number =>
    Math.min(count - 1, Math.max(0, place ?? (part && placeOf(part, count)) ?? 0))
  if (isDicom(head)) {
    checkFileSize(path, file.size)
    const opened = await openDicom({ size: file.size, read }, path)
    const count = opened.layout.frames
    const at = placeAmong(count)
    return { along: 'frame', count, place: at, frame: await readDicomFrame(opened, at, path, codec) }
  }
  if (!mayBeDeep(head)) return null
  const budget = new Budget(path, file.size)
  const bytes = await read(0, file.size)
  if (isNpy(bytes)) {
    const header = readNpyHeader(bytes, path)
    const at = placeAmong(header.frames)
    const grey = npySlice(bytes, header, at, path, budget)
    return { along: 'frame', count: header.frames, place: at, frame: { kind: 'grey', grey } }
  }
  if (!isNifti(bytes, budget)) {
    const grey = plainDepth(bytes, path, budget)
    return grey && { along: 'frame', count: 1, place: 0, frame: { kind: 'grey', grey } }
  }
  const volume = openNifti(bytes, path, budget)
  const along = part && part.along !== 'frame' ? part.along : 'axial'
  const count = slicesAlong(volume, along)
  const at = placeAmong(count)
  const grey = niftiSlice(bytes, volume, along, at, part?.isHounsfield ?? false, path, budget)
  return { along, count, place: at, frame: { kind: 'grey', grey } }
}
