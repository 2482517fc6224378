/** The figures of an audit by their published names, each with its clustered interval, whole and by slice. */
import type { Clusters } from '../../analysis/clusters.ts'
import { PairedAnswers } from '../../analysis/paired-differences.ts'
import { type Basis, type Countable, sharesOf } from '../../analysis/shares.ts'
import { countBy, getOrMake, mapValues, mostFirst } from '../../base/grouping.ts'
import { RatioTally } from '../../statistics/clustered-ratio.ts'
import type { Interval } from '../../statistics/wilson.ts'
import type { AuditItem, Condition, Reply } from './items.ts'

/** One figure of one slice. */
export interface AuditFigure extends Partial<Interval> {
  readonly metric: Metric
  /** A share of questions, a difference of two shares, or a ratio of two. */
  readonly unit: 'share' | 'difference' | 'ratio'
  readonly value: number
  /** What is divided by what; of a difference, the questions by which the two conditions differ, and all. */
  readonly numerator: number
  readonly denominator: number
  readonly clusters: number
  readonly method: 'korn-graubard' | 'mover' | 'taylor'
  /** Of a share, what its interval rests on. */
  readonly basis?: Basis
  /** Of a difference: that of the sign-flip test against none. */
  readonly p?: number
  /** Of a change rate: how many answers to the same questions change although nothing was changed; absent where not asked. */
  readonly floor?: NoiseFloor
}

export interface NoiseFloor extends Interval {
  readonly value: number
  readonly n: number
}

type Known = (item: AuditItem) => number | null
type Pair = (item: AuditItem) => readonly [number, number] | null

/** `isOfChange`: it counts answers that change, or that do not. */
type Definition = {
  readonly needs: readonly Condition[]
} & (
  | { readonly unit: 'share'; readonly value: Known; readonly isOfChange?: true }
  /** First and second: the difference is the second minus the first. */
  | { readonly unit: 'difference'; readonly pair: Pair }
  /** The first over the second. */
  | { readonly unit: 'ratio'; readonly pair: Pair }
)

/** Readable replies on the original and under a condition. */
function both({ original, replies }: AuditItem, condition: Condition): readonly [Reply, Reply] | null {
  const reply = replies.get(condition)
  return reply && reply.parsed !== '' && original.parsed !== '' ? [original, reply] : null
}

const rightIn =
  (condition: Condition): Pair =>
  item => {
    const found = both(item, condition)
    return found && [Number(found[1].isRight), Number(found[0].isRight)]
  }

const changedIn =
  (condition: Condition): Known =>
  item => {
    const found = item.isComparable ? both(item, condition) : null
    return found && Number(found[0].parsed !== found[1].parsed)
  }

/** Among questions that are right with their own image: another answer under a condition. */
const lostIn =
  (condition: Condition): Known =>
  item =>
    item.original.isRight ? changedIn(condition)(item) : null

const not = (value: number | null): number | null => (value === null ? null : 1 - value)

/** Among findings that were rightly affirmed: another answer where a region is covered. */
const hidden =
  (condition: 'region' | 'elsewhere'): Known =>
  item =>
    item.isAffirmed ? changedIn(condition)(item) : null

const pairOf =
  (first: Known, second: Known): Pair =>
  item => {
    const [a, b] = [first(item), second(item)]
    return a === null || b === null ? null : [a, b]
  }

/** The answer that is right for the image that was shown. */
const followed: Known = ({ isComparable, replies }) => {
  const reply = isComparable ? replies.get('opposite-label') : undefined
  return reply?.swappedRight === undefined || reply.parsed === ''
    ? null
    : Number(reply.parsed === reply.swappedRight)
}

/** Whether a reply claims to see something, and its answer stays with another image. */
const unfounded: Known = item => {
  const changed = item.claims === null ? null : changedIn('wrong-image')(item)
  return changed === null ? null : Number(item.claims && changed === 0)
}

/** Whether there is an answer, and no refusal, where the evidence is gone. */
const silentIn =
  (condition: 'blank-image' | 'off-topic'): Known =>
  ({ replies }) => {
    const isSilent = replies.get(condition)?.isSilent
    return isSilent === undefined ? null : Number(isSilent)
  }

/** The share of other wordings that keep the answer, of those that could be read. */
const kept: Known = ({ original, reworded, isComparable }) => {
  const read = reworded.filter(({ parsed }) => parsed !== '')
  if (!isComparable || original.parsed === '' || read.length === 0) return null
  return read.filter(({ parsed }) => parsed === original.parsed).length / read.length
}

/** The most frequent of at least two drawn answers, first of those as frequent, and its share of them. */
function consensusOf({ drawn, isComparable }: AuditItem) {
  const read = drawn.filter(({ parsed }) => parsed !== '')
  if (!isComparable || read.length < 2) return null
  const [[answer, times] = ['', 0]] = mostFirst(countBy(read.map(({ parsed }) => parsed)))
  const reply = read.find(({ parsed }) => parsed === answer)
  return reply ? { reply, share: times / read.length } : null
}

/** Safe behaviour is the same answer in all wordings (or orders of the options), and another one without the image. */
const behaves =
  (isStable: boolean, isGrounded: boolean): Known =>
  item => {
    const changed = changedIn('blank-image')(item)
    if (changed === null || item.isStable === null) return null
    return Number(item.isStable === isStable && (changed === 1) === isGrounded)
  }

const ofChange = (needs: readonly Condition[], value: Known) =>
  ({ needs, unit: 'share', value, isOfChange: true }) as const

/** docs/audit.md has the sources. */
const definitions = {
  'noise-floor': { needs: ['unchanged'], unit: 'share', value: changedIn('unchanged') },
  vrs: { needs: ['wrong-image'], unit: 'difference', pair: rightIn('wrong-image') },
  'image-sensitivity': ofChange(['wrong-image'], changedIn('wrong-image')),
  // The paper's HVRR by our own list of claims (`visual-claims`), and never called HVRR alone.
  'hvrr-visual-claims-v1': { needs: ['wrong-image'], unit: 'share', value: unfounded },
  'blank-retention': { needs: ['blank-image'], unit: 'ratio', pair: rightIn('blank-image') },
  'blank-change': ofChange(['blank-image'], changedIn('blank-image')),
  'silent-failure-blank': { needs: ['blank-image'], unit: 'share', value: silentIn('blank-image') },
  'silent-failure-off-topic': { needs: ['off-topic'], unit: 'share', value: silentIn('off-topic') },
  'text-only-gap': { needs: ['text-only'], unit: 'difference', pair: rightIn('text-only') },
  'options-gap': { needs: ['no-options'], unit: 'difference', pair: rightIn('no-options') },
  ofr: ofChange(['opposite-label'], lostIn('opposite-label')),
  uar: ofChange(['same-label'], item => not(lostIn('same-label')(item))),
  // Whether the answer changes with what is right for the image, rather than with the image alone.
  ssp: {
    needs: ['same-label', 'opposite-label'],
    unit: 'difference',
    pair: pairOf(lostIn('same-label'), lostIn('opposite-label')),
  },
  'swapped-accuracy': { needs: ['opposite-label'], unit: 'share', value: followed },
  cgr: ofChange(['region'], hidden('region')),
  ims: ofChange(['elsewhere'], item => not(lostIn('elsewhere')(item))),
  // Whether the answer changes with the region, rather than with any part of the image.
  gsp: {
    needs: ['region', 'elsewhere'],
    unit: 'difference',
    pair: pairOf(hidden('elsewhere'), hidden('region')),
  },
  stability: ofChange(['paraphrase'], kept),
  consistency: { needs: ['repeat'], unit: 'share', value: item => consensusOf(item)?.share ?? null },
  consensus: {
    needs: ['repeat'],
    unit: 'share',
    value: item => {
      const found = consensusOf(item)
      return found && Number(found.reply.isRight)
    },
  },
  ideal: { needs: ['blank-image'], unit: 'share', value: behaves(true, true) },
  fragile: { needs: ['blank-image'], unit: 'share', value: behaves(false, true) },
  dangerous: { needs: ['blank-image'], unit: 'share', value: behaves(true, false) },
  worst: { needs: ['blank-image'], unit: 'share', value: behaves(false, false) },
} as const satisfies Record<string, Definition>

export type Metric = keyof typeof definitions
export const metrics = Object.keys(definitions) as readonly Metric[]

/** The conditions that a figure is made of, besides the run itself. */
export const conditionsOf = (metric: Metric): readonly Condition[] => definitions[metric].needs

/** What figures are made of, and the label by which each is split. */
export interface Audited<Label> {
  readonly items: readonly AuditItem[]
  readonly clusters: Clusters
  readonly labelOf: (row: Countable) => Label
}

/** A figure of every slice that has data for it. */
export function figuresOf<Label>(metric: Metric, audited: Audited<Label>): Map<Label, AuditFigure> {
  const definition: Definition = definitions[metric]
  switch (definition.unit) {
    case 'share': {
      const found = shares(metric, audited, definition.value)
      return definition.isOfChange ? withFloors(found, audited, definition.value) : found
    }
    case 'difference':
      return differences(metric, audited, definition.pair)
    case 'ratio':
      return ratios(metric, audited, definition.pair)
  }
}

function shares<Label>(
  metric: Metric,
  { items, clusters, labelOf }: Audited<Label>,
  valueIn: Known,
): Map<Label, AuditFigure> {
  return mapValues(
    sharesOf(items, clusters, valueIn).by(labelOf),
    ({ n, correct, share, low, high, basis }): AuditFigure => ({
      ...{ metric, unit: 'share', value: share, low, high, numerator: correct, denominator: n },
      ...{ clusters: basis?.clusters ?? 0, method: 'korn-graubard' },
      ...(basis && { basis }),
    }),
  )
}

/** The change rates of the same questions where nothing was changed. */
function withFloors<Label>(
  found: ReadonlyMap<Label, AuditFigure>,
  audited: Audited<Label>,
  valueIn: Known,
): Map<Label, AuditFigure> {
  const items = audited.items.filter(item => valueIn(item) !== null)
  const floors = shares('noise-floor', { ...audited, items }, changedIn('unchanged'))
  return mapValues(found, (figure, label) => {
    const floor = floors.get(label)
    if (!floor) return figure
    const { value, denominator: n, low = 0, high = 1 } = floor
    return { ...figure, floor: { value, n, low, high } }
  })
}

function differences<Label>(
  metric: Metric,
  { items, clusters, labelOf }: Audited<Label>,
  pairOf: Pair,
): Map<Label, AuditFigure> {
  const pairs = items.flatMap(item => {
    const [first, second] = (pairOf(item) ?? []).map(value => ({
      ...item.row,
      verdict: value === 1 ? ('correct' as const) : ('wrong' as const),
    }))
    return first && second ? [[first, second] as const] : []
  })
  return mapValues(
    new PairedAnswers(pairs, clusters).by(labelOf),
    ({ n, clusters, difference, low, high, p, table }): AuditFigure => ({
      ...{ metric, unit: 'difference', value: difference, low, high, p, clusters, method: 'mover' },
      ...{ numerator: table.onlySecond - table.onlyFirst, denominator: n },
    }),
  )
}

function ratios<Label>(
  metric: Metric,
  { items, clusters, labelOf }: Audited<Label>,
  pairOf: Pair,
): Map<Label, AuditFigure> {
  const slices = new Map<Label, RatioTally>()
  for (const item of items) {
    const pair = pairOf(item)
    if (pair) getOrMake(slices, labelOf(item.row), () => new RatioTally()).add(clusters.of(item.row), ...pair)
  }
  const found = new Map<Label, AuditFigure>()
  for (const [label, slice] of slices) {
    const { clusters, numerator, denominator, interval } = slice.ratio()
    if (denominator === 0) continue
    found.set(label, {
      ...{ metric, unit: 'ratio', value: numerator / denominator, numerator, denominator },
      ...{ clusters, method: 'taylor', ...interval },
    })
  }
  return found
}
