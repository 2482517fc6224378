/** Which findings a run's questions are about, and its answers to each. The rule is in docs/diagnostics.md. */

import type { Forecast } from '@voxelwise/statistics'
import type { Clusters } from '../../../engine/analysis/clusters.ts'
import type { ForecastRow } from '../../../engine/analysis/confidence.ts'
import type { ResultRow } from '../../../engine/analysis/result-row.ts'
import type { Countable } from '../../../engine/analysis/shares.ts'
import { byCodeUnit, countBy, getOrMake, groupBy } from '../../../engine/base/grouping.ts'
import { keptLetter, keptText } from '../../../engine/protocol/answer-words.ts'
import type { Detection } from './detections.ts'

/** A row with the probabilities of its options, if the run asked for them. */
export type ForecastedRow = ForecastRow<Countable & Pick<ResultRow, 'isUnparsed'>>

export interface FindingAnswers {
  readonly finding: string
  /** The answer that says that the finding is present. */
  readonly positive: string
  readonly detections: readonly Detection[]
}

/** Fewer answers are listed as no finding. */
const fewestAnswers = 10
/** With more, a file of figures would be about findings only: those with most answers are kept. */
const mostFindings = 200

/** Of two answers, the one that is positive: the first of its pair. */
const positives = new Map(
  [
    ['yes', 'no'],
    ['true', 'false'],
    ['present', 'absent'],
    ['positive', 'negative'],
    ['abnormal', 'normal'],
    ['malignant', 'benign'],
    ['disease', 'healthy'],
  ].map(([positive = '', negative = '']) => [negative, positive]),
)

const named = (kept: string): string => keptText(kept).trim().toLowerCase()

/**
 * Questions of one text are one group; yes/no questions whose texts do not repeat are one by task. Each group with two answers is one
 * finding, and with more each answer against the others.
 */
export function findingsOf(items: readonly ForecastedRow[], clusters: Clusters): FindingAnswers[] {
  const known = items.filter(({ row }) => row.verdict !== 'failed' && row.right !== undefined)
  const groups = [...groupBy(known, ({ row }) => (row.question ?? '').trim())].filter(([text]) => text !== '')
  const repeated = groups.filter(([, group]) => isEnough(group))
  const isRepeated = new Set(repeated.map(([text]) => text))
  const single = known.filter(
    ({ row }) => !isRepeated.has((row.question ?? '').trim()) && isYesOrNo(named(row.right ?? '')),
  )
  const byTask = [...groupBy(single, ({ row }) => row.task)].filter(([, group]) => isEnough(group))
  const found = [...repeated, ...byTask].flatMap(([name, group]) => findingsIn(name, group, clusters))
  return distinctlyNamed(found)
    .sort((a, b) => b.detections.length - a.detections.length)
    .slice(0, mostFindings)
}

const isYesOrNo = (answer: string): boolean => answer === 'yes' || answer === 'no'

/** Whether there are enough answers, and two right ones at least. */
function isEnough(group: readonly ForecastedRow[]): boolean {
  const rights = new Set(group.map(({ row }) => named(row.right ?? '')))
  return group.length >= fewestAnswers && rights.size > 1 && !rights.has('')
}

interface NamedFinding extends FindingAnswers {
  /** What tells it from another of the same name. */
  readonly of: string
}

/** Findings of one name get that of their question in front. */
function distinctlyNamed(findings: readonly NamedFinding[]): FindingAnswers[] {
  const times = countBy(findings.map(({ finding }) => finding))
  return findings.map(({ of, finding, ...rest }) => ({
    finding: (times.get(finding) ?? 0) > 1 && of !== finding ? `${of}: ${finding}` : finding,
    ...rest,
  }))
}

function findingsIn(name: string, group: readonly ForecastedRow[], clusters: Clusters): NamedFinding[] {
  const counts = countBy(group.map(({ row }) => named(row.right ?? '')))
  const answers = [...counts.keys()].sort(byCodeUnit)
  const asWritten = new Map(
    group.map(({ row }) => [named(row.right ?? ''), keptText(row.right ?? '').trim()]),
  )
  const context = {
    clusters,
    placeOf: placesIn(group),
    ofUnread: answers.length > 2 ? (false as const) : null,
  }
  const of = (answer: string, finding: string): NamedFinding => ({
    ...{ of: name, finding, positive: asWritten.get(answer) ?? answer },
    detections: group.map(item => detectionOf(item, answer, context)),
  })
  const [first = '', second = ''] = answers
  if (answers.length > 2)
    return group.some(isUnknown) ? [] : answers.map(answer => of(answer, asWritten.get(answer) ?? answer))
  const isFirstPositive = positives.get(second) === first
  const isSecondPositive = positives.get(first) === second
  // Without a known pair, the rarer right answer is the finding.
  const rarer = (counts.get(second) ?? 0) < (counts.get(first) ?? 0) ? second : first
  return [of(isFirstPositive ? first : isSecondPositive ? second : rarer, name)]
}

interface DetectionContext {
  readonly clusters: Clusters
  /** The place of each answer among the options; empty where it differs. */
  readonly placeOf: ReadonlyMap<string, number>
  /** What an answer that could not be read calls: nothing, which is wrong, or, of more than two answers, none of them. */
  readonly ofUnread: false | null
}

/** Whether a wrong answer was read, and is not known: of more than two answers, it might be any of the others. */
const isUnknown = ({ row }: ForecastedRow): boolean =>
  row.verdict === 'wrong' && row.given === undefined && row.isUnparsed !== true

function detectionOf(
  { row, forecast }: ForecastedRow,
  answer: string,
  { clusters, placeOf, ofUnread }: DetectionContext,
): Detection {
  const right = named(row.right ?? '')
  const given = row.given === undefined ? '' : named(row.given)
  // Where the reply's text was not kept, its verdict still says whether a right answer was given.
  const called = given !== '' ? given === answer : row.verdict === 'correct' ? right === answer : ofUnread
  return {
    ...{ isPresent: right === answer, called, cluster: clusters.of(row) },
    score: forecast && scoreOf(forecast, right === answer, placeOf.get(answer)),
  }
}

/** Of two options, the one that is not right is the other; of more, the answer's place must be known. */
function scoreOf(
  { probabilities, right }: Forecast,
  isRight: boolean,
  place: number | undefined,
): number | null {
  if (right < 0) return null
  if (isRight) return probabilities[right] ?? null
  if (probabilities.length === 2) return probabilities[1 - right] ?? null
  return place === undefined ? null : (probabilities[place] ?? null)
}

/** The place of each answer among the options, if all questions list the same options in one order. */
function placesIn(group: readonly ForecastedRow[]): ReadonlyMap<string, number> {
  const letterOf = new Map<string, Set<string>>()
  const answerOf = new Map<string, Set<string>>()
  for (const { row } of group)
    for (const kept of [row.right, row.given]) {
      if (kept === undefined || keptLetter(kept) === '') continue
      getOrMake(letterOf, named(kept), () => new Set()).add(keptLetter(kept))
      getOrMake(answerOf, keptLetter(kept), () => new Set()).add(named(kept))
    }
  const sizes = new Set(group.flatMap(({ forecast }) => (forecast ? [forecast.probabilities.length] : [])))
  const letters = [...answerOf.keys()].sort(byCodeUnit)
  const isFixed = [...letterOf.values(), ...answerOf.values()].every(names => names.size === 1)
  if (!isFixed || sizes.size !== 1 || !sizes.has(letters.length)) return new Map()
  return new Map(Array.from(letterOf, ([answer, [letter = '']]) => [answer, letters.indexOf(letter)]))
}
