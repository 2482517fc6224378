/** The resampling filters of Pillow that image processors name. */
export type ResampleFilter = 'nearest' | 'box' | 'bilinear' | 'hamming' | 'bicubic' | 'lanczos'

/** A filter that weighs a neighbourhood; `nearest` only picks one pixel. */
export type WeighingFilter = Exclude<ResampleFilter, 'nearest'>

/** Weight at a distance from the centre, both in pixels of the coarser grid; zero from `support` on. */
export type Kernel = { readonly support: number; readonly weight: (x: number) => number }

/** In the order of `PIL.Image.Resampling`, whose numbers preprocessor_config.json stores as `resample`. */
const PIL_ORDER: readonly ResampleFilter[] = ['nearest', 'lanczos', 'bilinear', 'bicubic', 'box', 'hamming']

/**
 * The filter behind a `PIL.Image.Resampling` number.
 * @throws RangeError for a number outside 0 to 5.
 */
export function filterOfPil(resample: number): ResampleFilter {
  const filter = PIL_ORDER[resample]
  if (filter === undefined) throw new RangeError(`no such PIL resampling filter: ${resample}`)
  return filter
}

// Pillow writes these two constants as C floats, so their nearest float32 is what counts.
const HAMMING_A = Math.fround(0.54)
const HAMMING_B = Math.fround(0.46)

function hamming(x: number): number {
  const d = Math.abs(x)
  if (d === 0) return 1
  if (d >= 1) return 0
  const t = d * Math.PI
  return (Math.sin(t) / t) * (HAMMING_A + HAMMING_B * Math.cos(t))
}

/** Keys' cubic convolution with a = -0.5. */
function bicubic(x: number): number {
  const a = -0.5
  const d = Math.abs(x)
  if (d < 1) return ((a + 2) * d - (a + 3)) * d * d + 1
  if (d < 2) return (((d - 5) * d + 8) * d - 4) * a
  return 0
}

function sinc(x: number): number {
  if (x === 0) return 1
  const t = x * Math.PI
  return Math.sin(t) / t
}

/** Kernels as in libImaging/Resample.c: the same expressions in the same order, in double precision. */
export const KERNELS: Readonly<Record<WeighingFilter, Kernel>> = {
  box: { support: 0.5, weight: x => (x > -0.5 && x <= 0.5 ? 1 : 0) },
  bilinear: { support: 1, weight: x => Math.max(0, 1 - Math.abs(x)) },
  hamming: { support: 1, weight: hamming },
  bicubic: { support: 2, weight: bicubic },
  lanczos: { support: 3, weight: x => (-3 <= x && x < 3 ? sinc(x) * sinc(x / 3) : 0) },
}
