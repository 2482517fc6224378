import { isDicom, type Pixels, parsePolicy, toImageData } from '@voxelwise/pixels'
import { changedPixels } from '../../engine/probes/changed-pixels.ts'
import type { PixelChange } from '../../engine/protocol/probe.ts'
import { dependsOnPolicy, readPixels } from './decoding.ts'
import { expectReadableSize } from './file-size.ts'
import { type ReadFile, withMask } from './mask.ts'
import { pageCodec } from './page-codec.ts'

/** Pixels as a PNG file, which any browser shows. Needs `OffscreenCanvas`: a window or a worker. */
export async function toPng(pixels: Pixels): Promise<Blob> {
  const canvas = new OffscreenCanvas(pixels.width, pixels.height)
  canvas.getContext('2d')?.putImageData(toImageData(pixels), 0, 0)
  return canvas.convertToBlob()
}

/**
 * An image file as the model gets it before it is resized: read by our own decoder, changed as a probe does.
 * @throws VoxelwiseError as readPixels
 */
export async function changedPicture(
  file: Blob,
  path: string,
  change: PixelChange | null,
  window: string | undefined,
  readMask: ReadFile,
): Promise<Blob> {
  const pixels = await decodeImage(file, path, window)
  if (!change) return toPng(pixels)
  const placed = await withMask(change, pixels, path, readMask, pageCodec)
  return toPng(changedPixels(pixels, path, placed))
}

/** A file that a browser can show: the file itself, unless a policy decides how. @throws VoxelwiseError as readPixels */
export async function viewable(file: Blob, path: string, window: string | undefined): Promise<Blob> {
  const head = new Uint8Array(await file.slice(0, 4096).arrayBuffer())
  const isShown = isDicom(head) || dependsOnPolicy(head, path, parsePolicy(window))
  return isShown ? toPng(await decodeImage(file, path, window)) : file
}

async function decodeImage(file: Blob, path: string, window: string | undefined): Promise<Pixels> {
  expectReadableSize(path, file.size)
  return readPixels(new Uint8Array(await file.arrayBuffer()), path, pageCodec, parsePolicy(window))
}

/** What reached the model of one question. */
export interface SeenByModel {
  /** The pictures of each image that its encoder got, as PNG files: resized, padded, and cut into tiles. */
  readonly images: readonly (readonly SeenPicture[])[]
  /** Written by the chat template, with the image tokens. */
  readonly prompt: string
  /** How many it has. */
  readonly tokens: number
}

export interface SeenPicture {
  readonly file: Blob
  readonly width: number
  readonly height: number
}

/** Pixels as `SeenPicture`. Needs `OffscreenCanvas`: a window or a worker. */
export async function seenPicture(pixels: Pixels): Promise<SeenPicture> {
  return { file: await toPng(pixels), width: pixels.width, height: pixels.height }
}
