/** Two runs on the same questions: differences of AUROC, sensitivity, specificity and accuracy. */
import type { Unit } from '../../../engine/analysis/clusters.ts'
import { PairedRuns } from '../../../engine/analysis/paired-differences.ts'
import type { ResultRow } from '../../../engine/analysis/result-row.ts'
import { getOrMake } from '../../../engine/base/grouping.ts'
import { calledAt, type Detection, tableCell } from './detections.ts'
import type { DiagnosedRow, FindingAnswers, ForecastedRow } from './finding-answers.ts'
import { type FindingChoice, groupFindings } from './findings.ts'
import { aurocDifference, type DifferenceEstimate, shareDifferenceEstimate } from './margins.ts'
import { auroc } from './score-figures.ts'
import { chosenThreshold, splitByCluster } from './threshold.ts'

/** A figure of both runs on the questions that both answered, and the second less the first. */
export interface FigureDifference {
  readonly n: number
  readonly clusters: number
  readonly first: number
  readonly second: number
  /** Null where nothing varies, or there are too few clusters. */
  readonly estimate: DifferenceEstimate | null
}

export const comparedNames = ['auroc', 'sensitivity', 'specificity'] as const
export type ComparedName = (typeof comparedNames)[number]

interface FindingDifferences {
  readonly finding: string
  readonly positive: string
  readonly figures: Readonly<Record<ComparedName, FigureDifference | null>>
  /** Each run at its own threshold by Youden's index, chosen on one half of the clusters; figures are of the other half. */
  readonly tested: {
    readonly thresholds: readonly [first: number, second: number]
    readonly sensitivity: FigureDifference | null
    readonly specificity: FigureDifference | null
  } | null
}

export interface RunDifferences {
  readonly unit: Unit
  readonly accuracy: FigureDifference | null
  readonly findings: readonly FindingDifferences[]
}

type Pair = readonly [first: Detection, second: Detection]

/** One answer of a run. */
export interface AnsweredItem extends ForecastedRow {
  readonly row: ResultRow
}

/** The answers of two runs to the same questions, with the findings that both have. */
interface PairedFindings {
  readonly paired: PairedRuns<ResultRow>
  readonly pairs: readonly (readonly [ResultRow, ResultRow])[]
  readonly findings: readonly (readonly [own: FindingAnswers, other: FindingAnswers])[]
}

/** Clusters are those of the first run. */
function pairedFindings(
  first: readonly AnsweredItem[],
  second: readonly AnsweredItem[],
  choice: FindingChoice,
): PairedFindings {
  const paired = new PairedRuns(
    first.map(({ row }) => row),
    second.map(({ row }) => row),
  )
  const pairs = [...paired]
  const partners = new Map<DiagnosedRow, ResultRow>(pairs.map(([own, other]) => [other, own]))
  const [ofFirst = [], ofSecond = []] = [first, second].map((items, side) => {
    const known = new Map(items.map(item => [item.row, item]))
    return pairs.flatMap(pair => known.get(pair[side as 0 | 1]) ?? [])
  })
  const firstFindings = groupFindings(ofFirst, paired.clusters, choice)
  const others = new Map(
    groupFindings(ofSecond, { of: row => paired.clusters.of(partners.get(row) ?? row) }, choice).map(one => [
      one.finding,
      one,
    ]),
  )
  const findings = firstFindings.flatMap(finding => {
    const other = others.get(finding.finding)
    return other?.positive.toLowerCase() === finding.positive.toLowerCase() &&
      other.detections.length === finding.detections.length
      ? [[finding, other] as const]
      : []
  })
  return { paired, pairs, findings }
}

/** Clusters are those of the first run. @param seed of the halves */
export function diagnosticDifferences(
  first: readonly AnsweredItem[],
  second: readonly AnsweredItem[],
  seed: number,
  choice: FindingChoice,
): RunDifferences {
  const { paired, pairs, findings } = pairedFindings(first, second, choice)
  return {
    unit: paired.clusters.unit,
    accuracy: shareDifference(
      pairs.map(([a, b]) => ({
        cluster: paired.clusters.of(a),
        first: a.verdict === 'correct',
        second: b.verdict === 'correct',
      })),
    ),
    findings: findings.map(([own, other]) => {
      const answers = detectionPairs(own, other)
      return {
        ...{ finding: own.finding, positive: own.positive },
        figures: figureDifferences(answers),
        tested: atOwnThresholds(answers, seed),
      }
    }),
  }
}

/** The same without thresholds: by the name of each finding that both runs have. */
export const comparedFigures = (
  first: readonly AnsweredItem[],
  second: readonly AnsweredItem[],
  choice: FindingChoice,
): ReadonlyMap<string, FindingDifferences['figures']> =>
  new Map(
    pairedFindings(first, second, choice).findings.map(([own, other]) => [
      own.finding,
      figureDifferences(detectionPairs(own, other)),
    ]),
  )

const detectionPairs = (own: FindingAnswers, other: FindingAnswers): readonly Pair[] =>
  own.detections.map((one, i): Pair => [one, other.detections[i] as Detection])

const figureDifferences = (pairs: readonly Pair[]): FindingDifferences['figures'] => ({
  auroc: areaDifference(pairs),
  sensitivity: rightDifference(pairs.filter(([{ isPresent }]) => isPresent)),
  specificity: rightDifference(pairs.filter(([{ isPresent }]) => !isPresent)),
})

/** Difference of the areas, on the answers with a probability in both runs. */
function areaDifference(pairs: readonly Pair[]): FigureDifference | null {
  const scored = pairs.filter(([a, b]) => a.score !== null && b.score !== null)
  const areas = ([0, 1] as const).map(side => auroc(scored.map(pair => pair[side])))
  const [first, second] = areas
  if (!first || !second) return null
  const estimate = aurocDifference(
    scored.map(([a, b]) => ({
      ...{ isPresent: a.isPresent, cluster: a.cluster },
      ...{ first: a.score as number, second: b.score as number },
    })),
  )
  return {
    ...{ n: scored.length, clusters: first.clusters },
    ...{ first: first.value, second: second.value, estimate },
  }
}

const isRight = (one: Detection): boolean => ['tp', 'tn'].includes(tableCell(one))

const rightDifference = (pairs: readonly Pair[]): FigureDifference | null =>
  shareDifference(pairs.map(([a, b]) => ({ cluster: a.cluster, first: isRight(a), second: isRight(b) })))

interface PairedVerdict {
  readonly cluster: number
  readonly first: boolean
  readonly second: boolean
}

function shareDifference(verdicts: readonly PairedVerdict[]): FigureDifference | null {
  const n = verdicts.length
  if (n === 0) return null
  const clusters = new Map<number, { total: number; difference: number }>()
  for (const { cluster, first, second } of verdicts) {
    const sums = getOrMake(clusters, cluster, () => ({ total: 0, difference: 0 }))
    sums.total++
    sums.difference += Number(second) - Number(first)
  }
  const share = (of: 'first' | 'second') => verdicts.filter(one => one[of]).length / n
  const estimate = shareDifferenceEstimate([...clusters.values()])
  return { n, clusters: clusters.size, first: share('first'), second: share('second'), estimate }
}

/** @returns null without probabilities in both runs, or where a half has no present or no absent finding */
function atOwnThresholds(pairs: readonly Pair[], seed: number): FindingDifferences['tested'] {
  const scored = pairs.filter(([a, b]) => a.score !== null && b.score !== null)
  const halves = ([0, 1] as const).map(side =>
    splitByCluster(
      scored.map(pair => pair[side]),
      seed,
    ),
  )
  const [first, second] = halves.map(({ chosenOn }) => chosenThreshold(chosenOn, 'youden'))
  if (first === undefined || second === undefined || first === null || second === null) return null
  const [ofFirst = [], ofSecond = []] = halves.map(({ testedOn }, side) =>
    calledAt(testedOn, side === 0 ? first : second),
  )
  const tested = ofFirst.map((one, i): Pair => [one, ofSecond[i] as Detection])
  return {
    thresholds: [first, second],
    sensitivity: rightDifference(tested.filter(([{ isPresent }]) => isPresent)),
    specificity: rightDifference(tested.filter(([{ isPresent }]) => !isPresent)),
  }
}
