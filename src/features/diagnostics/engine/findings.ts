/** Which findings a run's questions are about, and its answers to each. The rule is in docs/diagnostics.md. */
import type { OptionForecast } from '../../../engine/analysis/option-forecast.ts'
import type { ResultRow } from '../../../engine/analysis/result-row.ts'
import type { Countable } from '../../../engine/analysis/shares.ts'
import { byCodeUnit, countBy, groupBy } from '../../../engine/base/grouping.ts'
import { keptText } from '../../../engine/protocol/answer-words.ts'
import type { Detection } from './detections.ts'

export type DiagnosedRow = Countable & Pick<ResultRow, 'isUnparsed' | 'isCut'>

/** The number of an answered row's cluster. */
export type ClusterNumbers = { readonly of: (row: DiagnosedRow) => number }

/** A row with the probabilities of its options, if the run asked for them. */
export interface ForecastedRow {
  readonly row: DiagnosedRow
  readonly forecast: OptionForecast | null
}

/** Why an answer is the positive one: it was chosen, its opposite is known, it is the rarer of two, or every answer is in turn. */
export type PositiveRule = 'chosen' | 'known pair' | 'rarer' | 'each answer'

export interface FindingAnswers {
  readonly finding: string
  /** The answer that says that the finding is present. */
  readonly positive: string
  readonly rule: PositiveRule
  /** All right answers of its questions, as they are written. */
  readonly answers: readonly string[]
  readonly detections: readonly Detection[]
  /** The row of each of them. */
  readonly rows: readonly DiagnosedRow[]
  /** Questions that failed: whether the finding is present in each. */
  readonly failed: readonly Pick<Detection, 'isPresent'>[]
}

/** What the user chose; null goes by the rule. */
export interface FindingChoice {
  /** The name of the finding that a row is about. */
  readonly labelOf: ((row: DiagnosedRow) => string) | null
  /** The positive answer of the findings of two answers that have it. */
  readonly positive: string | null
}

export const byTheRule: FindingChoice = { labelOf: null, positive: null }

/** Fewer answers are listed as no finding. */
export const fewestAnswers = 10
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
const isAnswered = ({ row }: ForecastedRow): boolean => row.verdict !== 'failed'

/**
 * Questions of one label are one group, by the rule those of one text, and yes/no questions whose texts do not repeat by task. Each
 * group with two answers is one finding, and with more each answer against the others.
 */
export function findingsOf(
  items: readonly ForecastedRow[],
  clusters: ClusterNumbers,
  { labelOf, positive }: FindingChoice = byTheRule,
): FindingAnswers[] {
  const known = items.filter(({ row }) => row.right !== undefined)
  const groups = labelOf
    ? [...groupBy(known, ({ row }) => labelOf(row))].filter(([, group]) => isEnough(group))
    : groupsByRule(known)
  const found = groups.flatMap(([name, group]) => findingsIn(name, group, clusters, positive))
  return distinctlyNamed(found)
    .sort((a, b) => b.detections.length - a.detections.length)
    .slice(0, mostFindings)
}

type Group = readonly [name: string, group: readonly ForecastedRow[]]

function groupsByRule(known: readonly ForecastedRow[]): readonly Group[] {
  const textOf = ({ row }: ForecastedRow): string => (row.question ?? '').trim()
  const repeated = [...groupBy(known, textOf)].filter(([text, group]) => text !== '' && isEnough(group))
  const isRepeated = new Set(repeated.map(([text]) => text))
  const single = known.filter(
    item => !isRepeated.has(textOf(item)) && ['yes', 'no'].includes(named(item.row.right ?? '')),
  )
  return [...repeated, ...[...groupBy(single, ({ row }) => row.task)].filter(([, group]) => isEnough(group))]
}

/** Whether there are enough answers, and two right ones at least. */
function isEnough(group: readonly ForecastedRow[]): boolean {
  const answered = group.filter(isAnswered)
  const rights = new Set(answered.map(({ row }) => named(row.right ?? '')))
  return answered.length >= fewestAnswers && rights.size > 1 && !rights.has('')
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

function findingsIn(
  name: string,
  group: readonly ForecastedRow[],
  clusters: ClusterNumbers,
  chosen: string | null,
): NamedFinding[] {
  const answered = group.filter(isAnswered)
  const counts = countBy(answered.map(({ row }) => named(row.right ?? '')))
  const answers = [...counts.keys()].sort(byCodeUnit)
  const asWritten = new Map(
    answered.map(({ row }) => [named(row.right ?? ''), keptText(row.right ?? '').trim()]),
  )
  const written = (answer: string): string => asWritten.get(answer) ?? answer
  const ofUnread = answers.length > 2 ? (false as const) : null
  const of = (answer: string, finding: string, rule: PositiveRule): NamedFinding => ({
    ...{ of: name, finding, positive: written(answer), rule, answers: answers.map(written) },
    detections: answered.map(item => detectionOf(item, answer, clusters, ofUnread)),
    rows: answered.map(({ row }) => row),
    failed: group
      .filter(item => !isAnswered(item))
      .map(({ row }) => ({ isPresent: named(row.right ?? '') === answer })),
  })
  const [first = '', second = ''] = answers
  if (answers.length > 2)
    return answered.some(isUnknown) ? [] : answers.map(answer => of(answer, written(answer), 'each answer'))
  const wanted = chosen?.trim().toLowerCase()
  if (wanted !== undefined && answers.includes(wanted)) return [of(wanted, name, 'chosen')]
  if (positives.get(second) === first) return [of(first, name, 'known pair')]
  if (positives.get(first) === second) return [of(second, name, 'known pair')]
  return [of((counts.get(second) ?? 0) < (counts.get(first) ?? 0) ? second : first, name, 'rarer')]
}

/** Whether a wrong answer was read, and is not known: of more than two answers, it might be any of the others. */
const isUnknown = ({ row }: ForecastedRow): boolean =>
  row.verdict === 'wrong' && row.given === undefined && row.isUnparsed !== true

/** @param ofUnread what an answer that could not be read calls: nothing, which is wrong, or, of more than two answers, none of them */
function detectionOf(
  { row, forecast }: ForecastedRow,
  answer: string,
  clusters: ClusterNumbers,
  ofUnread: false | null,
): Detection {
  const right = named(row.right ?? '')
  const given = row.given === undefined ? '' : named(row.given)
  // Where the reply's text was not kept, its verdict still says whether a right answer was given.
  const called = given !== '' ? given === answer : row.verdict === 'correct' ? right === answer : ofUnread
  return {
    ...{ isPresent: right === answer, called, cluster: clusters.of(row) },
    score: forecast && scoreOf(forecast, answer, right === answer),
    reading: row.isUnparsed ? 'unread' : row.isCut ? 'cut' : 'read',
  }
}

/** Of two options, the one that is not right is the other. Of more, one of them must be the answer. */
function scoreOf(
  { probabilities, right, options }: OptionForecast,
  answer: string,
  isRight: boolean,
): number | null {
  if (right < 0) return null
  if (isRight) return probabilities[right] ?? null
  const places = options.flatMap((text, place) => (text.trim().toLowerCase() === answer ? [place] : []))
  const [place] = places
  if (place !== undefined && places.length === 1) return probabilities[place] ?? null
  return probabilities.length === 2 ? (probabilities[1 - right] ?? null) : null
}
