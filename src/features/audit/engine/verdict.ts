/** Whether a model uses the image, from the figures of a slice. The rules are our own; docs/audit.md has their reasons. */

import { chiSquaredTail, holm, type Interval, normal975, shareLevel } from '@voxelwise/statistics'
import { type Estimate, findBaseline, sideOfGuessing } from '../../../engine/analysis/shares.ts'
import { recordFrom } from '../../../engine/base/grouping.ts'
import type { Condition } from './items.ts'
import { type Metric, metricConditions } from './metrics.ts'
import type { AuditFigure } from './slice-figures.ts'

export const imageUses = ['uses', 'uses-a-little', 'ignores', 'unstable', 'unknown'] as const
export type ImageUse = (typeof imageUses)[number]

/** Why a verdict is not known: too little was asked or read, the model guesses anyway, or no rule holds. */
export type WhyUnknown = 'few-questions' | 'few-clusters' | 'unread' | 'not-asked' | 'at-chance' | 'no-rule'

export interface UseVerdict {
  /** `unstable` where nothing more than that is known. */
  readonly verdict: ImageUse
  /** Whether answers change too often by themselves, in other words, or with a part of the image that does not matter. */
  readonly isUnstable: boolean
  /** Why the verdict is unknown; absent where it is known. */
  readonly why?: WhyUnknown
  /** The figures that decided. */
  readonly by: readonly Metric[]
}

export interface Judgeable {
  readonly n: number
  readonly clusters: number
  /** Accuracy on the original images. */
  readonly accuracy: Estimate
  readonly figures: readonly AuditFigure[]
  /** Share of replies that could be read; the run's own under `original`. */
  readonly readable: ReadonlyMap<Condition | 'original', number>
}

export const leastQuestions = 30
export const leastClusters = 10
/** With a larger share of replies that could not be read, a figure decides nothing, and says so. */
export const mostUnread = 0.05
const alpha = 0.05
/** A change rate up to this is as good as none, and so is a difference: more than this is use. */
export const negligible = 0.05
/** A model that keeps fewer of its answers in other words is not stable. */
const stable = 0.9
/** Share of answers above which changes on a wrong image say that the image is used. */
const sensitive = 0.1

/** A rule on one slice: whether its intervals say so, and the p-value of its first line. */
interface Tried {
  readonly holds: boolean
  readonly p: number
  readonly by: readonly Metric[]
}

const rules = {
  unstable: unstableRule,
  uses: (figures: Usable) => usesRule(figures, negligible, sensitive),
  usesALittle: (figures: Usable) => usesRule(figures, 0, 0),
  ignores: ignoresRule,
}
const ruleNames = ['unstable', 'uses', 'usesALittle', 'ignores'] as const

/**
 * The verdicts of one table. Rules are tried in their order, each with p-values adjusted for all slices that it was tried on
 * (Holm), so that all verdicts of a table hold together. Whether a model is stable does not depend on whether it uses the image.
 */
export function judgeSlices(slices: readonly Judgeable[]): readonly UseVerdict[] {
  const usable = slices.map(usableFigures)
  const tried = usable.map(figures =>
    typeof figures === 'string' ? null : recordFrom(ruleNames, name => rules[name](figures)),
  )
  const shown = recordFrom(ruleNames, name => rulesShown(tried.map(one => one?.[name] ?? null)))
  return slices.map(({ accuracy }, at): UseVerdict => {
    const why = usable[at]
    if (typeof why === 'string') return { verdict: 'unknown', isUnstable: false, why, by: [] }
    const [unstable, uses, usesALittle, ignores] = ruleNames.map(name => shown[name][at])
    const isUnstable = unstable !== null && unstable !== undefined
    const judgement = (verdict: ImageUse, tried?: Tried): UseVerdict => ({
      ...{ verdict, isUnstable },
      by: [...new Set([...(tried?.by ?? []), ...(unstable?.by ?? [])])],
    })
    const isGuessing = isAtChance(accuracy)
    if (uses && !isGuessing) return judgement('uses', uses)
    if (usesALittle && !isGuessing) return judgement('uses-a-little', usesALittle)
    if (ignores) return judgement('ignores', ignores)
    if (isUnstable) return judgement('unstable')
    if (uses || usesALittle)
      return { ...judgement('unknown', uses ?? usesALittle ?? undefined), why: 'at-chance' }
    if (!ruleNames.some(name => tried[at]?.[name])) return { ...judgement('unknown'), why: 'not-asked' }
    return { ...judgement('unknown'), why: isGuessing ? 'at-chance' : 'no-rule' }
  })
}

/** The rules that hold, of the slices that they were tried on. */
function rulesShown(tried: readonly (Tried | null)[]): readonly (Tried | null)[] {
  const levels = holm(tried.flatMap(one => one?.p ?? [])).values()
  return tried.map(one => (one && (levels.next().value ?? 1) < alpha && one.holds ? one : null))
}

type Usable = ReadonlyMap<Metric, AuditFigure>

/** The figures that enough questions, images and readable replies support, or why there are none. */
function usableFigures({ n, clusters, figures, readable }: Judgeable): Usable | WhyUnknown {
  if (n < leastQuestions) return 'few-questions'
  if (clusters < leastClusters) return 'few-clusters'
  if (figures.length === 0) return 'not-asked'
  const isRead = (condition: Condition | 'original') => 1 - (readable.get(condition) ?? 0) <= mostUnread
  const read = figures.filter(({ metric }) => metricConditions(metric).every(isRead))
  if (!isRead('original') || read.length === 0) return 'unread'
  const enough = read.filter(one => one.denominator >= leastQuestions && one.clusters >= leastClusters)
  return enough.length > 0 ? new Map(enough.map(figure => [figure.metric, figure])) : 'few-questions'
}

function unstableRule(figures: Usable): Tried | null {
  const masked = figures.get('ims')
  if (masked) return keepsTooFew(masked)
  const [floor, wordings] = [figures.get('noise-floor'), figures.get('stability')]
  const tried = [...(floor ? [changesTooMany(floor)] : []), ...(wordings ? [keepsTooFew(wordings)] : [])]
  return tried.find(({ holds }) => holds) ?? tried[0] ?? null
}

const keepsTooFew = (share: AuditFigure): Tried => ({
  holds: (share.high ?? 1) < stable,
  p: shareLevelBelow(share, stable),
  by: [share.metric],
})

/** Stability is what does not change. */
const changesTooMany = (floor: AuditFigure): Tried => keepsTooFew(rest(floor))

/** What is left of a share. */
const rest = (figure: AuditFigure): AuditFigure => ({
  ...{ ...figure, value: 1 - figure.value },
  ...{ low: 1 - (figure.high ?? 1), high: 1 - (figure.low ?? 0) },
})

/** IMS counts the answers that are kept. */
const changeFigure = (figure: AuditFigure): AuditFigure => (figure.metric === 'ims' ? rest(figure) : figure)

/**
 * Images chosen by what is right for them count, and the marked region; without both a wrong image.
 * @param margin what a difference must exceed
 * @param changes and what the share of answers that change must, without those that change by themselves
 */
function usesRule(figures: Usable, margin: number, changes: number): Tried | null {
  const [premium, specificity, masked] = [figures.get('ssp'), figures.get('gsp'), figures.get('ims')]
  const tried: Tried[] = []
  if (premium) tried.push(above(premium, margin))
  if (specificity && masked) {
    const { holds, p } = above(specificity, margin)
    tried.push({ holds: holds && masked.value >= stable, p, by: ['gsp', 'ims'] })
  }
  if (tried.length > 0) return tried.find(({ holds }) => holds) ?? tried[0] ?? null
  const [gap, change] = [figures.get('wrong-image-gap'), figures.get('wrong-image-change')]
  if (!gap || !change) return null
  const { holds, p } = above(gap, margin)
  return {
    holds: holds && beyondNoise(change).low > changes,
    p,
    by: ['wrong-image-gap', 'wrong-image-change'],
  }
}

/** A difference above a margin. */
const above = ({ metric, value, low = -1, high = 1, p = 1 }: AuditFigure, margin: number): Tried => ({
  holds: low > margin,
  p: value > margin ? Math.max(p, differenceLevel({ value, low, high }, margin)) : 1,
  by: [metric],
})

/**
 * Every change rate that was measured must be negligible, and accuracy the same with and without the image. With a region covered
 * few questions count: there the rate must only not be shown to be larger.
 */
function ignoresRule(figures: Usable): Tried | null {
  const rates = (['ofr', 'wrong-image-change', 'blank-change'] as const).flatMap(
    name => figures.get(name) ?? [],
  )
  const difference = figures.get('wrong-image-gap') ?? figures.get('text-only-gap')
  if (rates.length === 0 || !difference) return null
  const isSame = (difference.low ?? -1) > -negligible && (difference.high ?? 1) < negligible
  const covered = (['cgr', 'ims'] as const).flatMap(name => figures.get(name) ?? [])
  const isCoveringIdle = covered.every(rate => beyondNoise(changeFigure(rate)).low <= negligible)
  return {
    holds: isSame && isCoveringIdle && rates.every(rate => beyondNoise(rate).high <= negligible),
    p: Math.max(...rates.map(rate => levelBelow(rate, negligible))),
    by: [...rates.map(({ metric }) => metric), difference.metric],
  }
}

/** A change rate without what changes by itself, where that was measured. */
const beyondNoise = ({ value, low = 0, high = 1, excess }: AuditFigure): DifferenceLimits =>
  excess ?? { value, low, high }

/** The level at which a change rate, without what changes by itself, is below a bound; 1 where it is not. */
const levelBelow = (rate: AuditFigure, bound: number): number => {
  if (!rate.excess) return shareLevelBelow(rate, bound)
  return rate.excess.value < bound ? differenceLevel(rate.excess, bound) : 1
}

const shareLevelBelow = ({ value, basis }: AuditFigure, bound: number): number =>
  value < bound ? shareLevel(value, basis?.effectiveN ?? 0, bound) : 1

type DifferenceLimits = Interval & { readonly value: number }

/**
 * The two-sided level whose interval of a difference ends at a bound. MOVER's limits are taken as proportional to the normal
 * quantile, which holds but for the curvature of Wilson's.
 */
function differenceLevel({ value, low, high }: DifferenceLimits, bound: number): number {
  const reach = bound < value ? value - low : high - value
  return reach > 0 ? chiSquaredTail((normal975 * ((bound - value) / reach)) ** 2) : 1
}

/** No better than guessing, or than the most frequent answer. */
const isAtChance = (accuracy: Estimate): boolean =>
  findBaseline(accuracy) !== null && sideOfGuessing(accuracy) < 1
