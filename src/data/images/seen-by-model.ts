import type { Pixels } from '../../engine/image/pixels.ts'
import { pictureOf } from './picture.ts'

/** What reached the model of one question. */
export interface SeenByModel {
  /** Of each image the pictures that its encoder got, as PNG files: resized, padded, and cut into tiles. */
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
  return { file: await pictureOf(pixels), width: pixels.width, height: pixels.height }
}
