/**
 * To a whole number, halves up. What falls on a half but for the rounding errors of one machine or another counts
 * as a half, so the result is the same everywhere.
 */
export const rounded = (value: number): number => Math.floor(value + 0.5 + 1e-7)

export const roundedByte = (value: number): number => Math.min(255, Math.max(0, rounded(value)))

/** How many channels carry brightness or colour; alpha is left as it is. */
export const colours = (channels: 1 | 3 | 4): number => Math.min(channels, 3)
