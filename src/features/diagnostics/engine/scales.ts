/** Scales on which errors of figures are about normal. */

/** How a value is stretched so that its errors are about normal, and the way back. */
export interface ErrorScale {
  readonly to: (value: number) => number
  readonly back: (stretched: number) => number
  /** The slope of `to`. */
  readonly slope: (value: number) => number
}

export const expit = (z: number): number => 1 / (1 + Math.exp(-z))
export const plain: ErrorScale = { to: z => z, back: z => z, slope: () => 1 }
export const logits: ErrorScale = {
  to: p => Math.log(p / (1 - p)),
  back: expit,
  slope: p => 1 / (p * (1 - p)),
}
/** R. A. Fisher's z of a correlation. */
export const fisher: ErrorScale = { to: Math.atanh, back: Math.tanh, slope: r => 1 / (1 - r * r) }
