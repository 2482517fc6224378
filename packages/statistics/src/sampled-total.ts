/**
 * The total of a finite population from a stratified sample of clusters without replacement, at any point of the draws, and
 * limits for it. docs/estimates.md derives the formulas and says what is proved.
 *
 * A block of q clusters of which the next is drawn from r has the unbiased estimate `known + r z`, where `known` is the total
 * if all were as predicted, and z is how far the drawn cluster differs from its prediction. Weights 1 / (r (r − 1)) combine
 * the draws of a block with the least variance: S² (q − k) q / k after k draws, with S² the mean of z² (a difference
 * estimator: W. G. Cochran, 1977, Sampling Techniques, 3rd ed., ch. 5 and 7).
 */
import { DefaultMap } from './default-map.ts'
import { type Interval, wilson } from './wilson.ts'

/** One cluster that is drawn from a block. */
interface BlockDraw {
  readonly block: number
  /** Clusters of the block before the draw. */
  readonly left: number
  /** The block's total if all of its open clusters, this one too, were as predicted. */
  readonly known: number
  /** This cluster's value minus the prediction. */
  readonly z: number
}

const newBlock = () => ({ drawn: 0, weighted: 0, weight: 0, squares: 0, total: 0, variance: 0 })

/** The total over blocks; a block without a draw counts 0. Of each block, all draws are added, also those with z = 0. */
export class SampledTotal {
  readonly #blocks = new DefaultMap<number, ReturnType<typeof newBlock>>(newBlock)
  total = 0
  variance = 0

  add({ block: number, left, known, z }: BlockDraw): void {
    const block = this.#blocks.at(number)
    block.drawn++
    block.squares += z * z
    const { total, variance } = block
    if (left > 1) {
      const weight = 1 / (left * (left - 1))
      block.weight += weight
      block.weighted += weight * (known + left * z)
      block.total = block.weighted / block.weight
      block.variance = block.squares / block.drawn / block.weight
    } else {
      // The last one: nothing is left to estimate.
      block.total = known + z
      block.variance = 0
    }
    this.total += block.total - total
    this.variance += block.variance - variance
  }
}

/** How far a sample of whole blocks has come: the time in which an estimate's precision grows as that of a Brownian motion. */
export class SamplingTime {
  readonly #sizes: readonly number[]
  readonly #drawn: number[]
  readonly #clusters: number
  /** Σ q (q − k) / k over blocks with a draw. */
  #rest = 0
  #undrawn: number

  /** @param sizes clusters of each block */
  constructor(sizes: readonly number[]) {
    this.#sizes = sizes
    this.#drawn = sizes.map(() => 0)
    this.#clusters = sizes.reduce((sum, size) => sum + size, 0)
    this.#undrawn = sizes.filter(size => size > 0).length
  }

  draw(block: number): void {
    const size = this.#sizes[block] ?? 0
    const before = this.#drawn[block] ?? 0
    this.#drawn[block] = before + 1
    if (before === 0) this.#undrawn--
    const rest = (drawn: number): number => (drawn === 0 ? 0 : (size * (size - drawn)) / drawn)
    this.#rest += rest(before + 1) - rest(before)
  }

  /** Drawn clusters per open one; 0 until every block has a draw. */
  get value(): number {
    if (this.#undrawn > 0) return 0
    return this.#rest > 0 ? this.#clusters / this.#rest : Number.POSITIVE_INFINITY
  }
}

/** The part, and the most clusters, at which limits are narrowest if no number of questions is set. */
const usual = { part: 0.1, clusters: 100 } as const
/** A mixture's limits are narrowest, relative to those of a single look, at about this many times its tuning. */
const narrowestAt = { planned: 9, usual: 4 } as const

/**
 * The time for which a normal mixture is tuned.
 * @param planned the part that will be drawn, above 0 and below 1; null for all
 */
export function tuningTime(clusters: number, planned: number | null): number {
  const part = Math.min(usual.part, usual.clusters / Math.max(1, clusters))
  const tuning = part / (1 - part) / narrowestAt.usual
  return planned === null ? tuning : Math.min(tuning, planned / (1 - planned) / narrowestAt.planned)
}

/**
 * How many standard errors a limit is away, for limits on both sides that hold at all times together: H. Robbins (1970),
 * "Statistical methods related to the law of the iterated logarithm", Ann. Math. Stat. 41, 1397–1409, eq. 18; for
 * estimated variances I. Waudby-Smith, D. Arbour, R. Sinha, E. H. Kennedy and A. Ramdas (2024), "Time-uniform central limit
 * theory and asymptotic confidence sequences", Ann. Stat. 52, 2613–2640, eq. 9.
 * @param alpha of both sides
 */
export function mixtureReach(time: number, tuning: number, alpha: number): number {
  return Math.sqrt((1 + tuning / time) * (Math.log1p(time / tuning) + 2 * Math.log(1 / alpha)))
}

/** Fewest drawn clusters, and fewest of them with the rarer answer, for limits from a variance that is itself estimated. */
export const fewestClusters = 20
const fewestRarer = 5
/** Fewest open clusters, and of these with the rarer answer: the last few are not near a normal distribution. */
export const fewestOpen = 10
const fewestOpenRarer = 5
/** Until this part is drawn, enough of the rarer answer is open. */
const earlyPart = 0.6
/** A design effect is assumed with this weight in clusters, for answers with this correlation. */
const prior = { clusters: 1, icc: 0.5 } as const

/** Sums over clusters, for Kish's effective number: that of equal clusters. */
class Concentration {
  #sum = 0
  #squares = 0

  add(value: number): void {
    this.#sum += value
    this.#squares += value * value
  }

  get sum(): number {
    return this.#sum
  }

  get squares(): number {
    return this.#squares
  }

  get number(): number {
    return this.#squares > 0 ? this.#sum ** 2 / this.#squares : 0
  }

  /** The mean of the values, weighted by themselves. */
  get size(): number {
    return this.#sum > 0 ? this.#squares / this.#sum : 0
  }
}

/** How many clusters there are, and the sum of their squared sizes. */
interface Sizes {
  readonly clusters: number
  readonly squares: number
}

/**
 * How far the mean squared size of all clusters exceeds that of the drawn ones, at least 1. Sizes are known, so a variance
 * from small clusters is not taken for that of large ones.
 */
const sizeFactor = (all: Sizes, drawn: Sizes): number =>
  Math.max(1, all.squares / all.clusters / (drawn.squares / drawn.clusters))

/** The share of right answers of all questions of a figure, from the clusters that were drawn. */
export class SampledShare {
  readonly #total = new SampledTotal()
  readonly #counted = new Concentration()
  readonly #right = new Concentration()
  readonly #wrong = new Concentration()
  #clusters = 0

  /** A draw from a block that has questions of the figure. @param right answers among its `count` questions of it */
  add(draw: BlockDraw, count: number, right: number): void {
    this.#total.add(draw)
    if (count === 0) return
    this.#clusters++
    this.#counted.add(count)
    this.#right.add(right)
    this.#wrong.add(count - right)
  }

  /** Drawn clusters with questions of the figure. */
  get clusters(): number {
    return this.#clusters
  }

  /**
   * Wilson's limits on the effective number of answers of the sample.
   * @param reach in standard errors
   * @param of all clusters of the figure, and their questions
   * @returns null if there are too few clusters for it
   */
  limits(reach: number, of: Sizes & { readonly questions: number }): Interval | null {
    const n = this.#counted.sum
    const rarer = this.#right.sum < this.#wrong.sum ? this.#right.number : this.#wrong.number
    const open = of.questions / n - 1
    if (this.#clusters < fewestClusters || rarer < fewestRarer) return null
    if (of.clusters - this.#clusters < fewestOpen) return null
    if (n / of.questions > earlyPart && rarer * open < fewestOpenRarer) return null
    const share = Math.min(1, Math.max(0, this.#total.total / of.questions))
    const independent = (share * (1 - share) * open) / of.questions
    const drawn = { clusters: this.#clusters, squares: this.#counted.squares }
    const variance = this.#total.variance * sizeFactor(of, drawn)
    const measured = independent > 0 ? variance / of.questions ** 2 / independent : 0
    const assumed = 1 + (this.#counted.size - 1) * prior.icc
    const weight = independent > 0 ? rarer : 0
    const effect = (weight * measured + prior.clusters * assumed) / (weight + prior.clusters)
    return wilson(share, of.questions / (effect * open), reach)
  }
}
