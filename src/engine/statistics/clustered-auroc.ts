/** How well confidence tells right answers from wrong ones. */
import { studentQuantile } from './quantiles.ts'
import { fewestClusters } from './sampled-total.ts'
import type { ScoredAnswers, ScoreEstimate } from './scored-answers.ts'

/**
 * The area under the ROC curve of confidence for right answers: the chance that a right answer has a higher confidence than a wrong
 * one, where equal ones count half. Variance of N. A. Obuchowski (1997), Biometrics 53, 567–578, which is that of DeLong where every
 * cluster has one answer. The interval is made on the logit scale, so it stays within 0 and 1, with Student's t and G − 1 degrees of
 * freedom. It is null below 20 clusters and where nothing varies.
 * @param answers most confident first
 * @returns null where all answers are right, or all wrong
 */
export function clusteredAuroc(answers: ScoredAnswers): ScoreEstimate | null {
  const { correct, cluster, clusters } = answers
  const placements = placementsOf(answers)
  if (!placements) return null
  const { rights, wrongs, placement } = placements
  let value = 0
  for (let i = 0; i < placement.length; i++) if (correct[i] === 1) value += (placement[i] as number) / rights
  if (clusters < fewestClusters) return { value, interval: null }
  const [ofRights, ofWrongs] = [new Float64Array(clusters), new Float64Array(clusters)]
  const [hasRight, hasWrong] = [new Uint8Array(clusters), new Uint8Array(clusters)]
  for (let i = 0; i < placement.length; i++) {
    const g = cluster[i] as number
    const sums = correct[i] === 1 ? ofRights : ofWrongs
    sums[g] = (sums[g] as number) + (placement[i] as number) - value
    const has = correct[i] === 1 ? hasRight : hasWrong
    has[g] = 1
  }
  const squares = (sums: Float64Array) => sums.reduce((sum, one) => sum + one * one, 0)
  const count = (has: Uint8Array) => has.reduce((sum, one) => sum + one, 0)
  const [withRight, withWrong] = [count(hasRight), count(hasWrong)]
  const product = ofRights.reduce((sum, one, g) => sum + one * (ofWrongs[g] as number), 0)
  const variance =
    (withRight / (withRight - 1)) * (squares(ofRights) / rights ** 2) +
    (withWrong / (withWrong - 1)) * (squares(ofWrongs) / wrongs ** 2) +
    2 * (clusters / (clusters - 1)) * (product / (rights * wrongs))
  return { value, interval: intervalOnLogits(value, variance, clusters) }
}

/** Of each right answer the share of wrong ones below it, of each wrong one the share of right ones above it. */
function placementsOf({ confidence, correct }: ScoredAnswers) {
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

function intervalOnLogits(value: number, variance: number, clusters: number): ScoreEstimate['interval'] {
  const spread = value * (1 - value)
  if (!(variance > 0) || !Number.isFinite(variance) || spread <= 0) return null
  const middle = Math.log(value / (1 - value))
  const reach = (studentQuantile(clusters - 1) * Math.sqrt(variance)) / spread
  const shareAt = (z: number) => 1 / (1 + Math.exp(-z))
  return { low: shareAt(middle - reach), high: shareAt(middle + reach) }
}
