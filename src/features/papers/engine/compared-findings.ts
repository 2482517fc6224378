/** What the papers claim of several models, looked for among compared runs: the first of them is the baseline. */

import { ownValue } from '@voxelwise/python'
import { type Correlation, pearson } from '@voxelwise/statistics'
import { minRuns, type RunsComparison } from '../../../engine/analysis/comparison.ts'
import {
  type AdjustedComparison,
  type Comparison,
  isFound,
} from '../../../engine/analysis/paired-differences.ts'
import { grouped } from '../../../engine/base/counted.ts'
import { type Decision, fewest, type PaperFinding, type PaperFindings, signed, undecided } from './finding.ts'
import { withoutSize } from './model-size.ts'
import { papersOfRun } from './papers-of-run.ts'

/** A model of the comparison. */
export interface ComparedModel {
  readonly name: string
  /** Parameters; null where they are not known. */
  readonly size: number | null
}

export interface ComparedFinding
  extends Pick<PaperFinding, 'id' | 'claim' | 'rule' | 'table' | 'recomputed'>,
    Decision {
  /** What the runs show, a sentence each. */
  readonly shown: readonly string[]
}

/** The findings of one paper that need several models. */
export interface ComparedFindings extends Pick<PaperFindings, 'paper' | 'citation'> {
  readonly findings: readonly ComparedFinding[]
}

interface Compared {
  readonly models: readonly ComparedModel[]
  readonly comparison: RunsComparison
}

type Look = (of: Compared) => Omit<ComparedFinding, 'id' | 'claim' | 'table' | 'recomputed'>

const papersOfBaseline = ({ runs: [baseline] }: RunsComparison) => (baseline ? papersOfRun(baseline) : [])

/** Findings over several models, of the papers whose tasks the baseline has. */
export function comparedFindings(compared: Compared): readonly ComparedFindings[] {
  return papersOfBaseline(compared.comparison).map(({ paper, citation, findings }) => ({
    ...{ paper, citation },
    findings: findings.flatMap(({ id, claim, table, recomputed }) => {
      const look = ownValue(looks, id)
      return look ? [{ id, claim, table, recomputed, ...look(compared) }] : []
    }),
  }))
}

function decision(holds: boolean, fails: boolean): Decision {
  if (holds) return { verdict: 'holds', reason: null }
  if (fails) return { verdict: 'does not hold', reason: null }
  return undecided('The figures are compatible with both.')
}

const fewRuns = undecided(`Compare at least ${minRuns} runs that differ.`)

/** What a correlation over the runs shows. */
function correlated(correlation: Correlation | null): Pick<ComparedFinding, 'shown' | 'verdict' | 'reason'> {
  if (!correlation || correlation.n < minRuns) return { shown: [], ...fewRuns }
  const [r, low, high] = [correlation.r, correlation.low, correlation.high].map(value => grouped(value, 2))
  return {
    shown: [`r = ${r} (${low} to ${high}) over ${correlation.n} runs.`],
    ...decision(correlation.low > 0, correlation.high < 0),
  }
}

function shortcutsGrow({ comparison }: Compared) {
  return {
    rule: `Over at least ${minRuns} runs: holds if the interval of r is above 0; does not hold if it is below 0.`,
    ...correlated(comparison.relation),
  }
}

function sizeMatters({ models, comparison }: Compared) {
  const copies = new Set(comparison.copies.map(({ run }) => run))
  const sized = models.flatMap(({ size }, at) => {
    if (copies.has(at)) return []
    const accuracy = comparison.runs[at]?.overall
    return size === null || !accuracy || accuracy.n === 0 ? [] : [[Math.log10(size), accuracy.share] as const]
  })
  const [sizes, shares] = [sized.map(([size]) => size), sized.map(([, share]) => share)]
  return {
    rule: `Over at least ${minRuns} runs with known sizes: holds if the interval of r is above 0; does not hold if it is below 0.`,
    ...correlated(pearson(sizes, shares)),
  }
}

/** Another run minus the baseline. */
interface Pair extends Pick<AdjustedComparison, 'difference' | 'low' | 'high' | 'adjusted'> {
  readonly baseline: ComparedModel
  readonly other: ComparedModel
}

const isEnough = ({ n, clusters }: Comparison): boolean =>
  n >= fewest.questions && clusters >= fewest.clusters

/** Pairs with the baseline that share enough questions. */
const baselinePairs = ({ models: [baseline, ...others], comparison }: Compared): readonly Pair[] =>
  others.flatMap((other, at) => {
    const overall = comparison.againstBaseline[at]?.overall
    if (!baseline || !overall || !isEnough(overall)) return []
    const { difference, low, high, adjusted } = overall
    return [{ baseline, other, difference, low, high, adjusted }]
  })

const pairWords = ({ baseline, other, difference, low, high, adjusted }: Pair): string =>
  `${other.name} less ${baseline.name}: ${signed(100 * difference)} points (${signed(100 * low)} to ${signed(100 * high)}), adjusted p ${adjusted < 0.001 ? '< 0.001' : grouped(adjusted, 4)}.`

const isBetter = (pair: Pair): boolean => isFound(pair) && pair.difference > 0
const isWorse = (pair: Pair): boolean => isFound(pair) && pair.difference < 0

interface PairRule {
  readonly rule: string
  /** Why nothing is decided without such pairs. */
  readonly missing: string
  readonly isPair?: (baseline: ComparedModel, other: ComparedModel) => boolean
  readonly holds: (pair: Pair) => boolean
  readonly fails: (pair: Pair) => boolean
}

const decidedByPairs =
  ({ rule, missing, isPair = () => true, holds, fails }: PairRule): Look =>
  compared => {
    const pairs = baselinePairs(compared).filter(({ baseline, other }) => isPair(baseline, other))
    const decided = pairs.length === 0 ? undecided(missing) : decision(pairs.every(holds), pairs.some(fails))
    return { rule, shown: pairs.map(pairWords), ...decided }
  }

/** As near as the paper calls a gap small. */
const small = 0.025

const scalingWeakens = decidedByPairs({
  rule: 'Of two sizes of one family: holds if the interval of their difference is within ±2.5 points; does not hold if it is outside.',
  missing: 'Compare the baseline with another size of its family.',
  isPair: (a, b) =>
    a.size !== null && b.size !== null && a.size !== b.size && withoutSize(a.name) === withoutSize(b.name),
  holds: ({ low, high }) => low > -small && high < small,
  fails: ({ low, high }) => low > small || high < -small,
})

const trainingBeatsSize = decidedByPairs({
  rule: 'With a general model as the baseline and a smaller trained one: holds if the adjusted p is below 0.05 and the difference above 0; does not hold if it is below 0.',
  missing: 'Make a general model the baseline, and compare it with a smaller trained one.',
  isPair: (a, b) =>
    a.size !== null && b.size !== null && b.size < a.size && withoutSize(a.name) !== withoutSize(b.name),
  holds: isBetter,
  fails: isWorse,
})

const medicalNoBetter = decidedByPairs({
  rule: 'With a general model as the baseline and the medical one made of it: does not hold if the adjusted p is below 0.05 and the difference above 0; holds otherwise.',
  missing: 'Make a general model the baseline, and compare it with the medical one made of it.',
  holds: pair => !isBetter(pair),
  fails: isBetter,
})

function brainIsland({ comparison: { regions, shared } }: Compared) {
  const rule = `Over at least ${minRuns} runs: holds if the mean r of Brain with the other regions is below that of every other region.`
  if (!regions || shared === 0) return { rule, shown: [], ...fewRuns }
  const { labels, matrix } = regions
  const means = labels.flatMap((label, i) => {
    const known = (matrix[i] ?? []).flatMap((r, j) => (i === j || r === null ? [] : [r]))
    return known.length === 0 ? [] : [{ label, r: known.reduce((sum, r) => sum + r, 0) / known.length }]
  })
  const brain = means.find(({ label }) => label === 'Brain')
  if (!brain || means.length < 3)
    return { rule, shown: [], ...undecided('The runs have too few regions with a correlation.') }
  const lowest = means.every(({ label, r }) => label === 'Brain' || r > brain.r)
  const rising = means.toSorted((a, b) => a.r - b.r)
  const list = rising.map(({ label, r }) => `${label} ${grouped(r, 2)}`).join(', ')
  return { rule, shown: [`Mean r with the other regions: ${list}.`], ...decision(lowest, !lowest) }
}

const looks: Readonly<Record<string, Look>> = {
  'shortcuts-grow': shortcutsGrow,
  'scaling-weakens': scalingWeakens,
  'training-beats-size': trainingBeatsSize,
  'brain-island': brainIsland,
  'medical-no-better': medicalNoBetter,
  'size-matters': sizeMatters,
}
