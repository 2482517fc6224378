import type { Pixels } from '../../engine/image/pixels.ts'
import { changedPixels } from '../../engine/probes/corrupt.ts'
import type { PixelChange } from '../../engine/protocol/probe.ts'
import { policyOf } from '../../engine/protocol/window-policy.ts'
import { checkFileSize } from './budget.ts'
import { decodeRgb } from './decode.ts'
import { isDicom } from './dicom/read-dicom.ts'
import { browserCodec } from './native.ts'

/** Pixels as a PNG file, which any browser shows. Needs `OffscreenCanvas`: a window or a worker. */
export async function pictureOf({ width, height, channels, data }: Pixels): Promise<Blob> {
  const canvas = new OffscreenCanvas(width, height)
  const picture = new ImageData(width, height)
  for (let from = 0, to = 0; from < data.length; from += channels, to += 4) {
    const grey = data[from] as number
    picture.data[to] = grey
    picture.data[to + 1] = channels === 1 ? grey : (data[from + 1] as number)
    picture.data[to + 2] = channels === 1 ? grey : (data[from + 2] as number)
    picture.data[to + 3] = channels === 4 ? (data[from + 3] as number) : 255
  }
  canvas.getContext('2d')?.putImageData(picture, 0, 0)
  return canvas.convertToBlob()
}

/**
 * An image file as the model gets it before it is resized: read by our own decoder, changed as a probe does.
 * @param path its rooted path
 * @param window how a DICOM file is shown
 * @throws VoxelwiseError as decodeRgb
 */
export async function changedPicture(
  file: Blob,
  path: string,
  change: PixelChange | null,
  window?: string,
): Promise<Blob> {
  checkFileSize(path, file.size)
  const bytes = new Uint8Array(await file.arrayBuffer())
  const pixels = await decodeRgb(bytes, path, browserCodec, policyOf(window))
  return pictureOf(change ? changedPixels(pixels, path, change) : pixels)
}

/** A file that a browser can show: the file itself, unless it is DICOM. @throws VoxelwiseError as decodeRgb */
export async function viewable(file: Blob, path: string, window?: string): Promise<Blob> {
  const head = new Uint8Array(await file.slice(0, 132).arrayBuffer())
  return isDicom(head) ? changedPicture(file, path, null, window) : file
}
