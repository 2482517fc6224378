/**
 * An image in memory: 8-bit samples, channels interleaved, rows from top to bottom without padding.
 * One channel is grey, three are RGB, four are RGBA with alpha not multiplied in (Pillow's L, RGB, RGBA).
 * `data.length` is `width * height * channels`.
 */
export type Pixels = {
  readonly width: number
  readonly height: number
  readonly channels: 1 | 3 | 4
  readonly data: Uint8Array | Uint8ClampedArray
}
