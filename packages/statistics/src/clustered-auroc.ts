/** How well confidence tells right answers from wrong ones. */
import { studentQuantile } from './quantiles.ts'
import { fewestClusters } from './sampled-total.ts'
import type { ScoredAnswers, ScoreEstimate } from './scored-answers.ts'

/** What each cluster adds to the error of an area: all that its variance depends on. */
interface AurocParts {
  readonly value: number
  readonly clusters: number
  readonly rights: ClusterPlacements
  readonly wrongs: ClusterPlacements
}

interface ClusterPlacements {
  /** How many answers there are, and how many clusters have one. */
  readonly answers: number
  readonly clusters: number
  /** By cluster: the sum of the placements of its answers, each less the area. */
  readonly sums: Float64Array
}

/**
 * The area under the ROC curve of confidence for right answers: the chance that a right answer has a higher confidence than a wrong
 * one, where equal ones count half. The interval is made on the logit scale, so it stays within 0 and 1, with Student's t and G − 1
 * degrees of freedom. It is null below 20 clusters and where nothing varies.
 * @param answers most confident first
 * @returns null where all answers are right, or all wrong
 */
export function clusteredAuroc(answers: ScoredAnswers): ScoreEstimate | null {
  const parts = aurocParts(answers)
  if (!parts) return null
  const { value, clusters } = parts
  const interval =
    clusters < fewestClusters ? null : intervalOnLogits(value, aurocCovariance(parts, parts), clusters - 1)
  return { value, interval }
}

/** @param answers most confident first @returns null where all answers are right, or all wrong */
export function aurocParts(answers: ScoredAnswers): AurocParts | null {
  const { correct, cluster, clusters } = answers
  const placements = placementValues(answers)
  if (!placements) return null
  const { rights, wrongs, placement } = placements
  // Divided once: an area of 1 is exactly 1, and has no interval.
  let sum = 0
  for (let i = 0; i < placement.length; i++) if (correct[i] === 1) sum += placement[i] as number
  const value = sum / rights
  const side = (is: number, answers: number): ClusterPlacements => {
    const sums = new Float64Array(clusters)
    const has = new Set<number>()
    for (let i = 0; i < placement.length; i++) {
      if (correct[i] !== is) continue
      const g = cluster[i] as number
      sums[g] = (sums[g] as number) + (placement[i] as number) - value
      has.add(g)
    }
    return { answers, clusters: has.size, sums }
  }
  return { value, clusters, rights: side(1, rights), wrongs: side(0, wrongs) }
}

/**
 * The covariance of two areas over the same answers, or the variance of one: N. A. Obuchowski (1997), Biometrics 53, 567–578, which is
 * that of DeLong where every cluster has one answer. NaN or infinite where one cluster has all right, or all wrong, answers.
 */
export function aurocCovariance(first: AurocParts, second: AurocParts): number {
  const product = (one: Float64Array, other: Float64Array) =>
    one.reduce((sum, value, g) => sum + value * (other[g] as number), 0)
  const within = (side: 'rights' | 'wrongs') => {
    const { answers, clusters, sums } = first[side]
    return (clusters / (clusters - 1)) * (product(sums, second[side].sums) / answers ** 2)
  }
  const across =
    product(first.rights.sums, second.wrongs.sums) + product(first.wrongs.sums, second.rights.sums)
  const factor = first.clusters / (first.clusters - 1)
  return (
    within('rights') + within('wrongs') + factor * (across / (first.rights.answers * first.wrongs.answers))
  )
}

/** The share of wrong answers below each right one, and of right answers above each wrong one. */
function placementValues({ confidence, correct }: ScoredAnswers) {
  const n = confidence.length
  let rights = 0
  for (let i = 0; i < n; i++) rights += correct[i] as number
  const wrongs = n - rights
  if (rights === 0 || wrongs === 0) return null
  const placement = new Float64Array(n)
  let [rightsAbove, wrongsAbove] = [0, 0]
  for (let from = 0, to = 0; from < n; from = to) {
    let equalRights = 0
    for (to = from; to < n && confidence[to] === confidence[from]; to++) equalRights += correct[to] as number
    const equalWrongs = to - from - equalRights
    for (let i = from; i < to; i++)
      placement[i] =
        correct[i] === 1
          ? (wrongs - wrongsAbove - equalWrongs / 2) / wrongs
          : (rightsAbove + equalRights / 2) / rights
    rightsAbove += equalRights
    wrongsAbove += equalWrongs
  }
  return { rights, wrongs, placement }
}

/** Delta method. @returns null where nothing varies */
export function intervalOnLogits(
  value: number,
  variance: number,
  degrees: number,
): ScoreEstimate['interval'] {
  const spread = value * (1 - value)
  if (!(variance > 0) || !Number.isFinite(variance) || spread <= 0) return null
  const middle = Math.log(value / (1 - value))
  const reach = (studentQuantile(degrees) * Math.sqrt(variance)) / spread
  const shareAt = (z: number) => 1 / (1 + Math.exp(-z))
  return { low: shareAt(middle - reach), high: shareAt(middle + reach) }
}
