/** A frame or slice of an image file with all of its depth, for the page's viewer. */

import { Budget, checkFileSize } from './budget.ts'
import type { ImageCodec } from './codec.ts'
import { mayBeDeep, plainDepth } from './deep-greys.ts'
import { isDicom, openDicom, readDicomFrame } from './dicom/read-dicom.ts'
import { type FilePart, placeInFile, splitPart } from './file-part.ts'
import type { FullFrame, GreyFrame } from './grey/grey-frame.ts'
import { isNifti, niftiSlice, openNifti, slicesAlong } from './nifti/read-nifti.ts'
import { isNpy, npySlice, readNpyHeader } from './npy.ts'

/** Bytes from which a format shows. */
const HEAD = 4096

export interface Depth {
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
 * @throws PixelError as `decodeRgb`
 */
export async function decodeDepth(
  file: Blob,
  path: string,
  place: number | null,
  codec: ImageCodec,
): Promise<Depth | null> {
  const { part } = splitPart(path)
  const read = async (from: number, to: number) => new Uint8Array(await file.slice(from, to).arrayBuffer())
  const head = await read(0, HEAD)
  const shown = async (
    along: Depth['along'],
    count: number,
    frameAt: (place: number) => GreyFrame | Promise<FullFrame>,
  ): Promise<Depth> => {
    const wanted = place ?? (part && placeInFile(part, count)) ?? 0
    const at = Math.min(count - 1, Math.max(0, wanted))
    const frame = await frameAt(at)
    return { along, count, place: at, frame: 'kind' in frame ? frame : { kind: 'grey', grey: frame } }
  }
  if (isDicom(head)) {
    checkFileSize(path, file.size)
    const opened = await openDicom({ size: file.size, read }, path)
    return shown('frame', opened.layout.frames, at => readDicomFrame(opened, at, codec))
  }
  if (!mayBeDeep(head)) return null
  const budget = new Budget(path, file.size)
  const bytes = await read(0, file.size)
  if (isNpy(bytes)) {
    const header = readNpyHeader(bytes, budget)
    return shown('frame', header.frames, at => npySlice(bytes, header, at, budget))
  }
  if (!isNifti(bytes, budget)) {
    const grey = plainDepth(bytes, budget)
    return grey && shown('frame', 1, () => grey)
  }
  const volume = openNifti(bytes, budget)
  const along = part && part.along !== 'frame' ? part.along : 'axial'
  return shown(along, slicesAlong(volume, along), at =>
    niftiSlice(bytes, volume, along, at, part?.isHounsfield ?? false, budget),
  )
}
