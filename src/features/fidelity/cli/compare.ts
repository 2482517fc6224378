import type { GoldenCase, GoldenImage } from '../../../cli/base/family-goldens.ts'
import type { PlainTrace } from '../engine/trace.ts'

/** Differences between the page's numbers and PyTorch's, for one prompt. */
export interface Deviation {
  readonly name: string
  /** Largest difference of `pixel_values`; 0 where every byte is the same. */
  readonly pixels: number
  readonly sameIds: boolean
  readonly features: number
  readonly logits: number
  /** Largest difference of the log-probabilities of A to D. */
  readonly letters: number
  readonly sameLetter: boolean
  readonly sameText: boolean
  /** Largest difference of the logits with a reused prefix from those without; null where none is reused. */
  readonly reuse: number | null
}

export function deviation(golden: GoldenCase, probed: PlainTrace): Deviation {
  const expected = golden.letters.log_probabilities
  const letters = logProbabilities(probed.logits, golden.letters.ids)
  return {
    name: golden.name,
    pixels: Math.max(0, ...golden.images.map((image, i) => pixelDifference(image, probed.images[i]))),
    sameIds: golden.input_ids.join() === probed.ids.join(),
    features: Math.max(0, ...golden.images.map((image, i) => featureDifference(image, probed.images[i]))),
    logits: difference(golden.logits, probed.logits),
    letters: difference(expected, letters),
    sameLetter: largest(expected) === largest(letters),
    sameText: golden.greedy.text === probed.greedy.text,
    reuse: probed.reused && difference(probed.logits, probed.reused.logits),
  }
}

function pixelDifference(
  { pixel_values: golden }: GoldenImage,
  image: PlainTrace['images'][number] | undefined,
) {
  const probed = image?.tensors.pixel_values
  if (!probed || probed.dims.join() !== golden.shape.join()) return Number.POSITIVE_INFINITY
  if (probed.sha256 === golden.sha256) return 0
  // The goldens contain some values in full, rounded to seven digits; a difference elsewhere appears as one of 1e-7.
  return Math.max(1e-7, difference(golden.first, probed.first), difference(golden.middle, probed.middle))
}

function featureDifference({ features }: GoldenImage, image: PlainTrace['images'][number] | undefined) {
  if (!image) return Number.POSITIVE_INFINITY
  const size = (dims: readonly number[]): number => dims.reduce((product, side) => product * side, 1)
  if (size(image.features.dims) !== size(features.shape)) return Number.POSITIVE_INFINITY
  return Math.max(
    difference(features.first, image.features.first),
    difference(features.last, image.features.last),
  )
}

function difference(a: readonly number[], b: readonly number[]): number {
  if (a.length !== b.length) return Number.POSITIVE_INFINITY
  return a.reduce((most, value, i) => {
    const distance = Math.abs(value - (b[i] ?? Number.NaN))
    return Number.isNaN(distance) ? Number.POSITIVE_INFINITY : Math.max(most, distance)
  }, 0)
}

function logProbabilities(logits: readonly number[], ids: readonly number[]): readonly number[] {
  const most = Math.max(...logits)
  const total = Math.log(logits.reduce((sum, logit) => sum + Math.exp(logit - most), 0)) + most
  return ids.map(id => (logits[id] ?? Number.NaN) - total)
}

function largest(values: readonly number[]): number {
  return values.indexOf(Math.max(...values))
}
