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

/**
 * Rounds to a whole number, halves up. A value that misses a half only by rounding errors counts as a half, so the
 * result is the same on every machine.
 */
export const rounded = (value: number): number => Math.floor(value + 0.5 + 1e-7)

export const roundedByte = (value: number): number => Math.min(255, Math.max(0, rounded(value)))

/** How many channels carry brightness or colour; alpha is left as it is. */
export const colours = (channels: 1 | 3 | 4): number => Math.min(channels, 3)
