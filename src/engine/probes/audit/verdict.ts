/** Whether a model uses the image, from the figures of a slice. The rules are our own; docs/audit.md has their reasons. */

import type { Estimate } from '../../analysis/shares.ts'
import { recordOf } from '../../base/grouping.ts'
import { shareLevel } from '../../statistics/clustered-share.ts'
import { holm } from '../../statistics/p-values.ts'
import type { Condition } from './items.ts'
import { type AuditFigure, conditionsOf, type Metric } from './metrics.ts'

export const imageUses = ['uses', 'ignores', 'unstable', 'unknown'] as const
export type ImageUse = (typeof imageUses)[number]

/** Why a verdict is not known: too little was asked or read, the model guesses anyway, or no rule holds. */
export type WhyUnknown = 'few-questions' | 'few-clusters' | 'unread' | 'not-asked' | 'at-chance' | 'no-rule'

export interface UseVerdict {
  readonly verdict: ImageUse
  /** Of an unknown verdict. */
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
const leastRead = 0.95
const alpha = 0.05
/** A change rate up to this is as good as none, and a difference within it is none. */
export const negligible = 0.05
/** A model that keeps fewer of its answers in other words is not stable. */
const stable = 0.9
/** Image sensitivity above which a wrong image says that the image is used. */
const sensitive = 0.1

/** A rule on one slice: whether its intervals say so, and the p-value of its first line. */
interface Tried {
  readonly holds: boolean
  readonly p: number
  readonly by: readonly Metric[]
}

const rules = { unstable: unstableRule, uses: usesRule, ignores: ignoresRule }
const ruleNames = ['unstable', 'uses', 'ignores'] as const

/**
 * The verdicts of one table. Rules are tried in their order, each with p-values adjusted for all slices that it was tried on
 * (Holm), so that all verdicts of a table hold together.
 */
export function judgeSlices(slices: readonly Judgeable[]): readonly UseVerdict[] {
  const usable = slices.map(usableFigures)
  const tried = usable.map(figures =>
    typeof figures === 'string' ? null : recordOf(ruleNames, name => rules[name](figures)),
  )
  const shown = recordOf(ruleNames, name => shownOf(tried.map(one => one?.[name] ?? null)))
  return slices.map(({ accuracy }, at): UseVerdict => {
    const why = usable[at]
    if (typeof why === 'string') return { verdict: 'unknown', why, by: [] }
    const [unstable, uses, ignores] = ruleNames.map(name => shown[name][at])
    const isGuessing = isAtChance(accuracy)
    // An answer that depends on the wording may still ignore the image.
    const isOfWords = unstable?.by.includes('stability') && ignores && !uses
    if (unstable && !isOfWords) return { verdict: 'unstable', by: unstable.by }
    if (uses && isGuessing) return { verdict: 'unknown', why: 'at-chance', by: uses.by }
    if (uses) return { verdict: 'uses', by: uses.by }
    if (ignores) return { verdict: 'ignores', by: ignores.by }
    if (!ruleNames.some(name => tried[at]?.[name])) return { verdict: 'unknown', why: 'not-asked', by: [] }
    return { verdict: 'unknown', why: isGuessing ? 'at-chance' : 'no-rule', by: [] }
  })
}

/** The rules that hold, of the slices that they were tried on. */
function shownOf(tried: readonly (Tried | null)[]): readonly (Tried | null)[] {
  const levels = holm(tried.flatMap(one => one?.p ?? [])).values()
  return tried.map(one => (one && (levels.next().value ?? 1) < alpha && one.holds ? one : null))
}

type Usable = ReadonlyMap<Metric, AuditFigure>

/** The figures that enough questions, images and readable replies support, or why there are none. */
function usableFigures({ n, clusters, figures, readable }: Judgeable): Usable | WhyUnknown {
  if (n < leastQuestions) return 'few-questions'
  if (clusters < leastClusters) return 'few-clusters'
  if (figures.length === 0) return 'not-asked'
  const isRead = (condition: Condition | 'original') => (readable.get(condition) ?? 0) >= leastRead
  const read = figures.filter(({ metric }) => conditionsOf(metric).every(isRead))
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

const keepsTooFew = (kept: AuditFigure): Tried => ({
  holds: (kept.high ?? 1) < stable,
  p: levelBelow(kept, stable),
  by: [kept.metric],
})

/** Stability is what does not change. */
const changesTooMany = (floor: AuditFigure): Tried => ({
  ...keepsTooFew({ ...floor, value: 1 - floor.value, high: 1 - (floor.low ?? 0) }),
  by: [floor.metric],
})

/** Images chosen by what is right for them count, and the marked region; without both a wrong image. */
function usesRule(figures: Usable): Tried | null {
  const [premium, specificity, masked] = [figures.get('ssp'), figures.get('gsp'), figures.get('ims')]
  const tried: Tried[] = []
  if (premium) tried.push(above(premium))
  if (specificity && masked) {
    const { holds, p } = above(specificity)
    tried.push({ holds: holds && masked.value >= stable, p, by: ['gsp', 'ims'] })
  }
  if (tried.length > 0) return tried.find(({ holds }) => holds) ?? tried[0] ?? null
  const [vrs, sensitivity] = [figures.get('vrs'), figures.get('image-sensitivity')]
  if (!vrs || !sensitivity) return null
  const { holds, p } = above(vrs)
  return { holds: holds && (sensitivity.low ?? 0) > sensitive, p, by: ['vrs', 'image-sensitivity'] }
}

/** A difference above 0. */
const above = ({ metric, value, low, p }: AuditFigure): Tried => ({
  holds: (low ?? -1) > 0,
  p: value > 0 ? (p ?? 1) : 1,
  by: [metric],
})

/** Every change rate that was measured must be negligible, and accuracy the same with and without the image. */
function ignoresRule(figures: Usable): Tried | null {
  const rates = (['ofr', 'image-sensitivity', 'blank-change'] as const).flatMap(
    name => figures.get(name) ?? [],
  )
  const difference = figures.get('vrs') ?? figures.get('text-only-gap')
  if (rates.length === 0 || !difference) return null
  const isSame = (difference.low ?? -1) > -negligible && (difference.high ?? 1) < negligible
  return {
    holds: isSame && rates.every(({ high = 1 }) => high <= negligible),
    p: Math.max(...rates.map(rate => levelBelow(rate, negligible))),
    by: [...rates.map(({ metric }) => metric), difference.metric],
  }
}

/** The level at which a share is below a bound; 1 where it is not. */
const levelBelow = ({ value, basis }: AuditFigure, bound: number): number =>
  value < bound ? shareLevel(value, basis?.effectiveN ?? 0, bound) : 1

const isAtChance = ({ low, chance }: Estimate): boolean => chance !== null && low <= chance
