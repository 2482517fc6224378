/** A share whose answers belong together in two ways: by their image, and by the text of their question. */
import { clopperPearson } from './clustered-share.ts'
import { isRounding, studentQuantile } from './quantiles.ts'
import { type Interval, normal975 } from './wilson.ts'

export interface TwoWayShare extends Interval {
  readonly share: number
  readonly n: number
  readonly correct: number
  /** How many clusters there are of each kind. */
  readonly images: number
  readonly texts: number
  readonly effectiveN: number
}

interface CrossedAnswers {
  /** The number of each answer's cluster of images, and of its text. */
  readonly images: ArrayLike<number>
  readonly texts: ArrayLike<number>
  /** From 0 to 1. */
  readonly values: ArrayLike<number>
}

/**
 * For other images and other texts: V = V_image + V_text − V_both, each with its own G/(G − 1), and Student's t with the smaller
 * G − 1 (A. C. Cameron, J. B. Gelbach and D. L. Miller, 2011, J. Bus. Econ. Stat. 29, 238–249). V is not below either of the first
 * two; the limits are Clopper and Pearson's on the effective number of that variance. Null where no text repeats, or all are one.
 */
export function twoWayShare({ images, texts, values }: CrossedAnswers): TwoWayShare | null {
  const n = values.length
  let correct = 0
  for (let i = 0; i < n; i++) correct += values[i] as number
  const share = n === 0 ? 0 : correct / n
  const residual = (i: number) => ((values[i] as number) - share) / n
  const [ofImages, ofTexts, ofBoth] = [
    clusteredVariance(n, i => images[i] as number, residual),
    clusteredVariance(n, i => texts[i] as number, residual),
    clusteredVariance(n, i => `${images[i]} ${texts[i]}`, residual),
  ]
  if (ofTexts.clusters === n || ofTexts.clusters < 2 || ofImages.clusters < 2) return null
  const variance = Math.max(
    ...[ofImages.variance + ofTexts.variance - ofBoth.variance, ofImages.variance, ofTexts.variance],
  )
  const fewer = Math.min(ofImages.clusters, ofTexts.clusters)
  const isKnown = !isRounding(variance, share * (1 - share)) && share > 0 && share < 1
  const known = isKnown
    ? ((share * (1 - share)) / variance) * (normal975 / studentQuantile(fewer - 1)) ** 2
    : fewer
  const effectiveN = Math.min(n, known)
  const counts = { images: ofImages.clusters, texts: ofTexts.clusters }
  return { share, n, correct, ...counts, effectiveN, ...clopperPearson(share, effectiveN) }
}

function clusteredVariance(
  n: number,
  clusterAt: (i: number) => number | string,
  residual: (i: number) => number,
) {
  const sums = new Map<number | string, number>()
  for (let i = 0; i < n; i++) {
    const cluster = clusterAt(i)
    sums.set(cluster, (sums.get(cluster) ?? 0) + residual(i))
  }
  let squares = 0
  for (const sum of sums.values()) squares += sum ** 2
  const clusters = sums.size
  return { clusters, variance: clusters < 2 ? 0 : (clusters / (clusters - 1)) * squares }
}
