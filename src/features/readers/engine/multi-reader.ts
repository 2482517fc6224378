/**
 * Multi-reader multi-case comparisons of shares right: N. A. Obuchowski and H. E. Rockette (1995), Commun. Stat. Simul. 24, 285–308,
 * with the degrees of freedom of S. L. Hillis (2007), Stat. Med. 26, 596–619. Covariances are between clusters: with clusters of one
 * sample they are those of the jackknife.
 */
import { mean } from '@voxelwise/statistics'
import {
  fewestReaders,
  isNoVariance,
  type ReaderEffect,
  readerEffect,
  withoutInference,
} from './random-readers.ts'

/** Right answers by reader, then by cluster. Every reader answered every sample. */
type RightByCluster = readonly (readonly number[])[]

/** A standalone model less the mean reader. */
export interface ModelAgainstReaders extends ReaderEffect {
  /** The variance of the readers' differences from the model; null below two readers. */
  readonly msr: number | null
  /** The mean covariance of two readers' differences; null below two readers or two clusters. */
  readonly cov2: number | null
}

/** The second condition less the first, of the same readers. */
export interface ConditionDifference extends ReaderEffect {
  /** The mean square of readers by conditions; null below two readers. */
  readonly mstr: number | null
  /** The mean covariance of two readers in one condition, and in different ones. */
  readonly cov2: number | null
  readonly cov3: number | null
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0)

/**
 * One model against readers on the same samples: S. L. Hillis (2014), Stat. Med. 33, 330–360, one-sample case. The covariance of two
 * readers is that of their differences from the model; the squared error is (MSR + max(J Cov2, 0))/J.
 * @param total the samples of each cluster
 */
export function modelAgainstReaders(
  total: readonly number[],
  model: readonly number[],
  readers: RightByCluster,
): ModelAgainstReaders {
  const n = sum(total)
  const differences = readers.map(right => right.map((count, g) => (model[g] ?? 0) - count))
  const shares = differences.map(counts => sum(counts) / n)
  const effect =
    n === 0 || readers.length === 0 ? null : sum(model) / n - mean(readers.map(right => sum(right) / n))
  const msr = effect === null || readers.length < 2 ? null : sampleVariance(shares)
  const covariance = covariances(differences, total)
  const cov2 = covariance && meanOfChosen(covariance, differences.length, (a, b) => a !== b)
  const without = { msr, cov2 }
  if (readers.length < fewestReaders || msr === null)
    return { ...without, ...withoutInference(effect, 'few-readers') }
  if (effect === null || cov2 === null) return { ...without, ...withoutInference(effect, 'one-cluster') }
  const total2 = msr + Math.max(readers.length * cov2, 0)
  return {
    ...without,
    ...readerEffect(effect, { between: msr, total: total2, readers: readers.length, scale: 1 }),
  }
}

/**
 * The same readers in two conditions, on the same samples. The squared error is 2(MS(TR) + max(J(Cov2 − Cov3), 0))/J.
 * @param total the samples of each cluster
 */
export function conditionDifference(
  total: readonly number[],
  first: RightByCluster,
  second: RightByCluster,
): ConditionDifference {
  const n = sum(total)
  const readers = first.length
  const [before, after] = [first, second].map(rows => rows.map(right => sum(right) / n)) as [
    number[],
    number[],
  ]
  const effect = n === 0 || readers === 0 ? null : mean(after) - mean(before)
  // With two conditions, a reader's interaction is half his own difference less half the mean one, with either sign.
  const mstr =
    effect === null || readers < 2
      ? null
      : sampleVariance(after.map((share, j) => share - (before[j] ?? 0))) / 2
  const covariance = covariances([...first, ...second], total)
  const meanWhere = (chosen: (a: number, b: number) => boolean) =>
    covariance && meanOfChosen(covariance, 2 * readers, (a, b) => a % readers !== b % readers && chosen(a, b))
  const isWithin = (a: number, b: number) => a < readers === b < readers
  const cov2 = meanWhere(isWithin)
  const cov3 = meanWhere((a, b) => !isWithin(a, b))
  const without = { mstr, cov2, cov3 }
  if (readers < fewestReaders || mstr === null)
    return { ...without, ...withoutInference(effect, 'few-readers') }
  if (effect === null || cov2 === null || cov3 === null)
    return { ...without, ...withoutInference(effect, 'one-cluster') }
  const total2 = mstr + Math.max(readers * (cov2 - cov3), 0)
  return { ...without, ...readerEffect(effect, { between: mstr, total: total2, readers, scale: 2 }) }
}

/** 0 where only rounding differs. */
function sampleVariance(shares: readonly number[]): number {
  const centre = mean(shares)
  const variance = sum(shares.map(share => (share - centre) ** 2)) / (shares.length - 1)
  return isNoVariance(variance, Math.max(...shares.map(Math.abs))) ? 0 : variance
}

/**
 * Covariances of shares: G/(G − 1) Σ_g r_j r_k / n², with the residuals r of each cluster from what its share of the
 * total would be.
 * @returns null below two clusters
 */
function covariances(rows: RightByCluster, total: readonly number[]): number[][] | null {
  const n = sum(total)
  const clusters = total.length
  if (clusters < 2 || n === 0) return null
  const residuals = rows.map(counts => {
    const share = sum(counts) / n
    return counts.map((count, g) => count - share * (total[g] ?? 0))
  })
  const factor = clusters / (clusters - 1) / n ** 2
  return residuals.map(a => residuals.map(b => factor * a.reduce((all, r, g) => all + r * (b[g] ?? 0), 0)))
}

function meanOfChosen(
  matrix: readonly (readonly number[])[],
  size: number,
  isChosen: (row: number, column: number) => boolean,
): number | null {
  const chosen: number[] = []
  for (let row = 0; row < size; row++)
    for (let column = 0; column < size; column++)
      if (isChosen(row, column)) chosen.push(matrix[row]?.[column] ?? 0)
  return chosen.length === 0 ? null : mean(chosen)
}
