/**
 * Intervals for the credibility rates. Links of one image share its answers, so images are counted, not links. The rates with and
 * without right perception have Korn–Graubard intervals, their difference that of MOVER. The share of lucky diagnoses has percentiles
 * (B. Efron, 1979, Ann. Stat. 7, 1–26) of the cluster bootstrap of A. C. Davison and D. V. Hinkley (1997), Bootstrap Methods and
 * their Application, 3.8.
 */

import { clusteredShare, priorIcc } from './clustered-share.ts'
import { DefaultMap } from './default-map.ts'
import { mover, type ShareDifference } from './mover.ts'
import { binomial, Random } from './random.ts'
import { percentiles } from './special.ts'
import type { UniformRandom } from './uniform-random.ts'
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
   * `bootstrap` only of the lucky diagnoses and their counterpart, unless all clusters agree. A `sequence` is valid for all images of
   * a benchmark of which a part has been asked, at any time (`analysis/rate-estimates.ts`).
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
  /** Clusters with a wrong perception, and with a right one. */
  readonly misread: number
  readonly readRight: number
  /** `shortcut` minus `grounded`; null if one of them has no links. */
  readonly gap: ShareDifference | null
}

/**
 * The three rates with their 95 % intervals. Equal options give equal intervals, always.
 * @param clusterAt by the image's place; by default each image is one
 */
export function clusteredRates(
  images: readonly LinkCounts[],
  options: BootstrapOptions = {},
  clusterAt: ((place: number) => number) | null = null,
): ClusteredRates {
  const hasLinks = ({ A, B, C, D }: LinkCounts) => A + B + C + D > 0
  const linked = (clusterAt ? merged(images, clusterAt) : images).filter(hasLinks).toSorted(byCounts)
  const counts = total(linked)
  const { A, B, C, D } = counts
  const drawn = percentiles(luckDraws(linked, options))
  const ofLuck = shareOfLinks(linked, 'D', 'A')
  const luck: Rate = drawn ? { ...ofLuck, ...drawn, method: 'bootstrap' } : ofLuck
  const shortcut = shareOfLinks(linked, 'D', 'C')
  const grounded = shareOfLinks(linked, 'A', 'B')
  const links = A + B + C + D
  const rationality = {
    ...{ ...luck, correct: A, share: links === 0 ? 0 : 1 - luck.share },
    ...{ low: 1 - luck.high, high: 1 - luck.low },
  }
  const isCompared = shortcut.n > 0 && grounded.n > 0
  return {
    images: images.filter(hasLinks).length,
    clusters: linked.length,
    ...{ links, counts, luck, shortcut, rationality, grounded },
    misread: linked.filter(({ C, D }) => C + D > 0).length,
    readRight: linked.filter(({ A, B }) => A + B > 0).length,
    gap: isCompared
      ? mover(grounded, shortcut, residualCorrelation(linked, grounded.share, shortcut.share))
      : null,
  }
}

/** Draws go through the clusters in this order, so the order of rows changes nothing. */
const byCounts = (one: LinkCounts, other: LinkCounts): number =>
  one.A - other.A || one.B - other.B || one.C - other.C || one.D - other.D

/** The correlation over clusters of the residuals of both rates. */
function residualCorrelation(clusters: readonly LinkCounts[], grounded: number, shortcut: number): number {
  let [aa, bb, ab] = [0, 0, 0]
  for (const { A, B, C, D } of clusters) {
    const [right, wrong] = [A - grounded * (A + B), D - shortcut * (C + D)]
    aa += right * right
    bb += wrong * wrong
    ab += right * wrong
  }
  return aa * bb > 0 ? ab / Math.sqrt(aa * bb) : 0
}

function merged(images: readonly LinkCounts[], clusterAt: (place: number) => number): LinkCounts[] {
  const groups = new DefaultMap<number, LinkCounts[]>(() => [])
  for (const [place, image] of images.entries()) groups.at(clusterAt(place)).push(image)
  return Array.from(groups.values(), total)
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
function shareOfLinks(images: readonly LinkCounts[], group: keyof LinkCounts, other: keyof LinkCounts): Rate {
  const { [group]: correct } = total(images)
  const linked = images.filter(image => image[group] + image[other] > 0)
  const { n, share, low, high } = clusteredShare(
    { right: linked.map(image => image[group]), total: linked.map(image => image[group] + image[other]) },
    priorIcc,
  )
  return { n, correct, share, low, high, method: 'korn-graubard' }
}

/**
 * D / (A + D) of every draw; NaN where a draw has no such links. Images with equal counts are alike, so a draw only counts how
 * often each kind comes up.
 */
function luckDraws(images: readonly LinkCounts[], options: BootstrapOptions): Float64Array {
  const { resamples = defaultResamples, seed = defaultSeed } = options
  const { kinds, kindByImage } = groupByCounts(images)
  const sizes = new Uint32Array(kinds.length)
  for (const kind of kindByImage) sizes[kind] = (sizes[kind] as number) + 1
  const random = new Random(seed)
  const times = new Uint32Array(kinds.length)
  const draws = new Float64Array(resamples)
  for (let draw = 0; draw < resamples; draw++) {
    if (images.length < manyImages) drawOneByOne(kindByImage, times, random)
    else resampleKinds(sizes, times, random)
    let [a, d] = [0, 0]
    for (const [kind, { A, D }] of kinds.entries()) {
      const often = times[kind] as number
      a += often * A
      d += often * D
    }
    draws[draw] = d / (a + d)
  }
  return draws
}

/** From how many images on it is drawn how often each kind comes up, instead of image by image: 160,000 would take 20 s. */
const manyImages = 10_000

function drawOneByOne(kindByImage: Uint32Array, times: Uint32Array, random: Random): void {
  times.fill(0)
  for (let i = 0; i < kindByImage.length; i++) {
    const kind = kindByImage[random.below(kindByImage.length)] as number
    times[kind] = (times[kind] as number) + 1
  }
}

function groupByCounts(images: readonly LinkCounts[]) {
  const kinds: LinkCounts[] = []
  const known = new Map<string, number>()
  const kindByImage = Uint32Array.from(images, image => {
    const counts = `${image.A} ${image.B} ${image.C} ${image.D}`
    const kind = known.get(counts) ?? kinds.push(image) - 1
    known.set(counts, kind)
    return kind
  })
  return { kinds, kindByImage }
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
