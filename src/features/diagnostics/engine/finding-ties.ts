/** Three runs or more per finding: each run's figure, and groups of runs that are not found different. */
import { findClusters } from '../../../engine/analysis/clusters.ts'
import { copiesAmong, standingFor } from '../../../engine/analysis/copies.ts'
import { findTies, minTied } from '../../../engine/analysis/ties.ts'
import { detectionFigure } from './detection-figures.ts'
import { type FindingChoice, groupFindings } from './findings.ts'
import {
  type AnsweredItem,
  type ComparedName,
  comparedFigures,
  comparedNames,
  type RunDifferences,
} from './run-differences.ts'
import type { DetectionFigure } from './table-figures.ts'

export interface FindingTies {
  readonly finding: string
  readonly positive: string
  readonly figure: ComparedName
  /** The figure of each run, on all of its own answers. */
  readonly values: readonly DetectionFigure[]
  /** Letters of each run: it shares one with every run that it is not found different from. */
  readonly letters: readonly string[]
  /** Compared pairs of different runs; their p-values are adjusted together (Holm). */
  readonly pairs: number
}

export interface DiagnosedRuns {
  /** Differences between the first run and each other one. */
  readonly against: readonly RunDifferences[]
  readonly ties: readonly FindingTies[]
}

/**
 * Ties in the findings that all runs have. Pairs are tested on the questions that both answered.
 * @returns none for fewer than three runs that differ
 */
export function findingTies(
  runs: readonly (readonly AnsweredItem[])[],
  choice: FindingChoice,
): FindingTies[] {
  const rows = runs.map(items => items.map(({ row }) => row))
  const standsFor = standingFor(runs.length, copiesAmong(rows))
  if (new Set(standsFor).size < minTied) return []
  const known = runs.map(
    (items, at) =>
      new Map(groupFindings(items, findClusters(rows[at] ?? []), choice).map(one => [one.finding, one])),
  )
  const tests = new Map<string, ReturnType<typeof comparedFigures>>()
  for (const [a, first] of runs.entries())
    for (const [b, second] of runs.entries())
      if (a < b) tests.set(`${a} ${b}`, comparedFigures(first, second, choice))
  const testFigure = (finding: string, figure: ComparedName) => (a: number, b: number) => {
    const difference = tests.get(`${Math.min(a, b)} ${Math.max(a, b)}`)?.get(finding)?.[figure]
    // Where nothing varies, or too little is known, no difference is found.
    return { p: difference?.estimate?.p ?? 1, n: difference?.n ?? 0 }
  }
  return [...(known[0]?.values() ?? [])].flatMap(({ finding, positive }) =>
    comparedNames.flatMap((figure): FindingTies[] => {
      const values = known.flatMap(findings => {
        const answers = findings.get(finding)
        return (answers && detectionFigure(figure, answers.detections)) ?? []
      })
      if (values.length < runs.length) return []
      const shares = values.map(({ value }) => value)
      const ties = findTies(shares, standsFor, testFigure(finding, figure))
      return [{ finding, positive, figure, values, ...ties }]
    }),
  )
}
