/** The figures of an audit with their clustered intervals, whole and by slice. */

import { type Interval, RatioTally } from '@voxelwise/statistics'
import type { Clusters } from '../../../engine/analysis/clusters.ts'
import { PairedAnswers } from '../../../engine/analysis/paired-differences.ts'
import { type Basis, type Countable, measureShares } from '../../../engine/analysis/shares.ts'
import { getOrMake, mapValues } from '../../../engine/base/grouping.ts'
import type { AuditItem } from './items.ts'
import {
  changedByItself,
  type Metric,
  metricDefinition,
  type ReadPair,
  type ReadValue,
  readBoth,
} from './metrics.ts'

/** One figure of one slice. */
interface SliceFigure extends Partial<Interval> {
  readonly metric: Metric
  /** A share of questions, a difference of two shares, or a ratio of two. */
  readonly unit: 'share' | 'difference' | 'ratio'
  readonly value: number
  /** What is divided by what; of a difference, the questions by which the two conditions differ, and all. */
  readonly numerator: number
  readonly denominator: number
  readonly clusters: number
  readonly method: 'korn-graubard' | 'mover' | 'taylor'
  /** What the interval of a share rests on. */
  readonly basis?: Basis
  /** P-value of a difference, by the sign-flip test against none. */
  readonly p?: number
  /** How many answers to the questions of a change rate change by themselves; absent where not asked. */
  readonly floor?: NoiseFloor
  /** How many more answers change than by themselves, on the questions of a change rate that have both. */
  readonly excess?: Excess
}

/** A figure with how much of its replies could be read. */
export interface AuditFigure extends SliceFigure {
  /** Largest share of replies that could not be read among its conditions. */
  readonly unread: number
}

export interface NoiseFloor extends Interval {
  readonly value: number
  readonly n: number
}

/** A change rate minus the noise floor. */
interface Excess extends NoiseFloor {
  readonly clusters: number
}

/** What figures are made of, and the label by which each is split. */
export interface Audited<Label> {
  readonly items: readonly AuditItem[]
  readonly clusters: Clusters
  readonly toLabel: (row: Countable) => Label
}

/** A figure of every slice that has data for it. */
export function sliceFigures<Label>(metric: Metric, audited: Audited<Label>): Map<Label, SliceFigure> {
  const definition = metricDefinition(metric)
  switch (definition.unit) {
    case 'share': {
      const figures = shares(metric, audited, definition.value)
      return definition.changed ? withFloors(figures, audited, definition.changed) : figures
    }
    case 'difference':
      return differences(metric, audited, definition.pair)
    case 'ratio':
      return ratios(metric, audited, definition.pair)
  }
}

function shares<Label>(
  metric: Metric,
  { items, clusters, toLabel }: Audited<Label>,
  valueIn: ReadValue,
): Map<Label, SliceFigure> {
  return mapValues(
    measureShares(items, clusters, valueIn).by(toLabel),
    ({ n, correct, share, low, high, basis }): SliceFigure => ({
      ...{ metric, unit: 'share', value: share, low, high, numerator: correct, denominator: n },
      ...{ clusters: basis?.clusters ?? 0, method: 'korn-graubard' },
      ...(basis && { basis }),
    }),
  )
}

/** Beside each change rate that of the same questions where nothing was changed, and by how much it is larger. */
function withFloors<Label>(
  rates: ReadonlyMap<Label, SliceFigure>,
  audited: Audited<Label>,
  changed: ReadValue,
): Map<Label, SliceFigure> {
  const items = audited.items.filter(item => changed(item) !== null)
  const floors = shares('noise-floor', { ...audited, items }, changedByItself)
  // A pair counts whole answers; a share of several wordings is no single answer.
  const isWhole = items.every(item => Number.isInteger(changed(item)))
  const more = isWhole ? differences('noise-floor', audited, readBoth(changedByItself, changed)) : new Map()
  return mapValues(rates, (figure, label) => {
    const [floor, excess] = [floors.get(label), more.get(label)]
    return {
      ...figure,
      ...(floor && { floor: { ...valueWithLimits(floor), n: floor.denominator } }),
      ...(excess && {
        excess: { ...valueWithLimits(excess), n: excess.denominator, clusters: excess.clusters },
      }),
    }
  })
}

const valueWithLimits = ({ value, low = -1, high = 1 }: SliceFigure) => ({ value, low, high })

function differences<Label>(
  metric: Metric,
  { items, clusters, toLabel }: Audited<Label>,
  pairIn: ReadPair,
): Map<Label, SliceFigure> {
  const pairs = items.flatMap(item => {
    const [first, second] = (pairIn(item) ?? []).map(value => ({
      ...item.row,
      verdict: value === 1 ? ('correct' as const) : ('wrong' as const),
    }))
    return first && second ? [[first, second] as const] : []
  })
  return mapValues(
    new PairedAnswers(pairs, clusters).by(toLabel),
    ({ n, clusters, difference, low, high, p, table }): SliceFigure => ({
      ...{ metric, unit: 'difference', value: difference, low, high, p, clusters, method: 'mover' },
      ...{ numerator: table.onlySecond - table.onlyFirst, denominator: n },
    }),
  )
}

function ratios<Label>(
  metric: Metric,
  { items, clusters, toLabel }: Audited<Label>,
  pairIn: ReadPair,
): Map<Label, SliceFigure> {
  const slices = new Map<Label, RatioTally>()
  for (const item of items) {
    const pair = pairIn(item)
    if (pair) getOrMake(slices, toLabel(item.row), () => new RatioTally()).add(clusters.of(item.row), ...pair)
  }
  const figures = new Map<Label, SliceFigure>()
  for (const [label, slice] of slices) {
    const { clusters, numerator, denominator, interval } = slice.ratio()
    if (denominator === 0) continue
    figures.set(label, {
      ...{ metric, unit: 'ratio', value: numerator / denominator, numerator, denominator },
      ...{ clusters, method: 'taylor', ...interval },
    })
  }
  return figures
}
