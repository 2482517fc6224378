/** A frame of an image file with all of its depth, for the page's viewer. */
import { splitFrame } from '../sources/frame-reference.ts'
import { checkFileSize } from './budget.ts'
import type { ImageCodec } from './codec.ts'
import { isDicom, openDicom, readDicomFrame } from './dicom/read-dicom.ts'
import type { FullFrame } from './grey/grey-frame.ts'

export interface Depth {
  /** How many the file has. */
  readonly frames: number
  /** The one that is shown, from 1. */
  readonly number: number
  readonly frame: FullFrame
}

/**
 * Reads the file by slices: of a long one only the header and one frame.
 * @param path its rooted path, which may name a frame
 * @param frame from 1; null for the one that the path names, else the first
 * @returns null where a file has no more depth than its picture
 * @throws VoxelwiseError as `openDicom`
 */
export async function depthOf(
  file: Blob,
  path: string,
  frame: number | null,
  codec: ImageCodec,
): Promise<Depth | null> {
  const read = async (from: number, to: number) => new Uint8Array(await file.slice(from, to).arrayBuffer())
  if (!isDicom(await read(0, 132))) return null
  checkFileSize(path, file.size)
  const opened = await openDicom({ size: file.size, read }, path)
  const { frames } = opened.layout
  const number = Math.min(frames, Math.max(1, frame ?? splitFrame(path).frame ?? 1))
  return { frames, number, frame: await readDicomFrame(opened, number - 1, path, codec) }
}
