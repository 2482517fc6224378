/**
 * Intervals for the credibility rates. Links of one image share its answers, so images are drawn again, not
 * links: the cluster bootstrap of A. C. Davison and D. V. Hinkley (1997), Bootstrap Methods and their
 * Application, 3.8, with percentile intervals (B. Efron, 1979, Ann. Stat. 7, 1–26).
 */
import { getOrMake, groupBy, recordOf } from '../base/grouping.ts'
import type { UniformRandom } from '../base/random.ts'
import { clusteredShare, priorIcc } from './clustered-share.ts'
import { binomial, Random } from './random.ts'
import { percentiles } from './special.ts'
import type { Interval } from './wilson.ts'

/** How many links of an image, or of many, fall in each group. */
export type LinkCounts = Readonly<Record<'A' | 'B' | 'C' | 'D', number>>

export interface BootstrapOptions {
  readonly resamples?: number
  readonly seed?: number
}

export const defaultResamples = 2000
export const defaultSeed = 1

/** A rate over links with its parts. */
export interface Rate extends Interval {
  readonly n: number
  readonly correct: number
  /** As the official tool has it: 0 where there is nothing to divide by. */
  readonly share: number
  /**
   * If every cluster agrees, resampling them shows no uncertainty. The interval is then that of a clustered share with the prior
   * correlation. A `sequence` is valid for all images of a benchmark of which a part has been asked, at any time
   * (`analysis/rate-estimates.ts`).
   */
  readonly method: 'bootstrap' | 'korn-graubard' | 'sequence'
}

export interface ClusteredRates {
  /** Images with links. */
  readonly images: number
  /** What is drawn: images with links, or the data set's groups of them. */
  readonly clusters: number
  readonly links: number
  readonly counts: LinkCounts
  /** D / (A + D): right diagnoses with a wrong perception. */
  readonly luck: Rate
  /** D / (C + D): wrong perceptions that still lead to a right diagnosis. */
  readonly shortcut: Rate
  /** A / (A + D) */
  readonly rationality: Rate
  /** A / (A + B): right perceptions that lead to a right diagnosis. What `shortcut` is compared with. */
  readonly grounded: Rate
  /** `shortcut` minus `grounded`, of the same draws; null where draws show no spread. */
  readonly gap: RateGap | null
}

export interface RateGap extends Interval {
  readonly difference: number
  /** Clusters with a wrong perception. */
  readonly clusters: number
}

/**
 * The three rates with their 95 % intervals. Equal options give equal intervals, always.
 * @param clusterOf by the image's place; by default each image is one
 */
export function clusteredRates(
  images: readonly LinkCounts[],
  options: BootstrapOptions = {},
  clusterOf: ((place: number) => number) | null = null,
): ClusteredRates {
  const hasLinks = ({ A, B, C, D }: LinkCounts) => A + B + C + D > 0
  const linked = (clusterOf ? merged(images, clusterOf) : images).filter(hasLinks)
  const counts = total(linked)
  const { A, B, C, D } = counts
  const draws = resample(linked, options)
  const luck = rateOf(linked, 'D', 'A', draws.luck)
  const shortcut = rateOf(linked, 'D', 'C', draws.shortcut)
  const grounded = rateOf(linked, 'A', 'B', draws.grounded)
  const links = A + B + C + D
  const rationality = {
    ...{ ...luck, correct: A, share: links === 0 ? 0 : 1 - luck.share },
    ...{ low: 1 - luck.high, high: 1 - luck.low },
  }
  const gap = percentiles(draws.gap)
  return {
    images: images.filter(hasLinks).length,
    clusters: linked.length,
    ...{ links, counts, luck, shortcut, rationality, grounded },
    gap: gap && {
      ...{ difference: shortcut.share - grounded.share, ...gap },
      clusters: linked.filter(({ C, D }) => C + D > 0).length,
    },
  }
}

function merged(images: readonly LinkCounts[], clusterOf: (place: number) => number): LinkCounts[] {
  const groups = groupBy(images.entries(), ([place]) => clusterOf(place))
  return Array.from(groups.values(), group => total(group.map(([, image]) => image)))
}

function total(images: readonly LinkCounts[]): LinkCounts {
  const sum = { A: 0, B: 0, C: 0, D: 0 }
  for (const { A, B, C, D } of images) {
    sum.A += A
    sum.B += B
    sum.C += C
    sum.D += D
  }
  return sum
}

/** The links of one group as a share of those and the links of another. */
function rateOf(
  images: readonly LinkCounts[],
  group: keyof LinkCounts,
  other: keyof LinkCounts,
  draws: Float64Array,
): Rate {
  const { [group]: correct, [other]: rest } = total(images)
  const n = correct + rest
  const share = n === 0 ? 0 : correct / n
  const drawn = percentiles(draws)
  if (drawn) return { n, correct, share, ...drawn, method: 'bootstrap' }
  // No draw had such links, or all gave the same rate.
  const { low, high } = clusteredShare(
    { right: images.map(image => image[group]), total: images.map(image => image[group] + image[other]) },
    priorIcc,
  )
  return { n, correct, share, low, high, method: 'korn-graubard' }
}

/**
 * The rates of every draw and their gap; NaN where a draw has no such links. Images with equal counts are alike, so a draw
 * only counts how often each kind comes up.
 */
function resample(images: readonly LinkCounts[], options: BootstrapOptions) {
  const { resamples = defaultResamples, seed = defaultSeed } = options
  const { kinds, kindOf } = kindsOf(images)
  const sizes = new Uint32Array(kinds.length)
  for (const kind of kindOf) sizes[kind] = (sizes[kind] as number) + 1
  const random = new Random(seed)
  const times = new Uint32Array(kinds.length)
  const draws = recordOf(['luck', 'shortcut', 'grounded', 'gap'], () => new Float64Array(resamples))
  for (let draw = 0; draw < resamples; draw++) {
    if (images.length < manyImages) drawOneByOne(kindOf, times, random)
    else resampleKinds(sizes, times, random)
    let [a, b, c, d] = [0, 0, 0, 0]
    for (const [kind, { A, B, C, D }] of kinds.entries()) {
      const often = times[kind] as number
      a += often * A
      b += often * B
      c += often * C
      d += often * D
    }
    draws.luck[draw] = d / (a + d)
    draws.shortcut[draw] = d / (c + d)
    draws.grounded[draw] = a / (a + b)
    draws.gap[draw] = d / (c + d) - a / (a + b)
  }
  return draws
}

/** From how many images on it is drawn how often each kind comes up, instead of image by image: 160,000 would take 20 s. */
const manyImages = 10_000

function drawOneByOne(kindOf: Uint32Array, times: Uint32Array, random: Random): void {
  times.fill(0)
  for (let i = 0; i < kindOf.length; i++) {
    const kind = kindOf[random.below(kindOf.length)] as number
    times[kind] = (times[kind] as number) + 1
  }
}

function kindsOf(images: readonly LinkCounts[]) {
  const kinds: LinkCounts[] = []
  const known = new Map<string, number>()
  const kindOf = Uint32Array.from(images, image =>
    getOrMake(known, `${image.A} ${image.B} ${image.C} ${image.D}`, () => kinds.push(image) - 1),
  )
  return { kinds, kindOf }
}

/**
 * Draws as many items as there are, with replacement, and counts how many of each kind came up: a multinomial draw,
 * kind by kind. The distribution equals that of counting single items, and the time does not grow with their number.
 * @param sizes how many items of each kind there are
 * @param times set to how often each kind came up
 */
export function resampleKinds(sizes: ArrayLike<number>, times: Uint32Array, random: UniformRandom): void {
  let draws = 0
  for (let kind = 0; kind < sizes.length; kind++) draws += sizes[kind] as number
  for (let kind = 0, left = draws; kind < sizes.length; kind++) {
    const size = sizes[kind] as number
    const drawn = left === 0 ? 0 : binomial(draws, size / left, random)
    times[kind] = drawn
    draws -= drawn
    left -= size
  }
}
