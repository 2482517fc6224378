/** Which findings a run's questions are about, and its answers to each. The rule is in docs/diagnostics.md. */
import type { OptionForecast } from '../../../engine/analysis/option-forecast.ts'
import { byCodeUnit, countBy, groupBy } from '../../../engine/base/grouping.ts'
import { keptText } from '../../../engine/protocol/answer-words.ts'
import type { Detection } from './detections.ts'
import {
  type ClusterNumbers,
  type DiagnosedRow,
  type FindingAnswers,
  type ForecastedRow,
  fewestAnswers,
  isDiagnosed,
  type NamedFinding,
  type PositiveRule,
  readingState,
  readQuestionText,
} from './finding-answers.ts'
import { optionFindings } from './option-findings.ts'

/** What the user chose; null goes by the rule. */
export interface FindingChoice {
  /** The name of the finding that a row is about. */
  readonly toLabel: ((row: DiagnosedRow) => string) | null
  /** The positive answer of the findings of two answers that have it. */
  readonly positive: string | null
}

export const byTheRule: FindingChoice = { toLabel: null, positive: null }

/** With more, a file of figures would be about findings only: those with most answers are kept. */
const mostFindings = 200

/** Words that say that a finding is absent, as does "no fracture" beside "fracture". */
const negativeWords = new Set('no none false absent negative normal benign healthy unremarkable 0'.split(' '))
const isNegative = (answer: string): boolean =>
  negativeWords.has(answer) || /^(?:no|not|non|without)[ -]/.test(answer)

const named = (kept: string): string => keptText(kept).trim().toLowerCase()

/**
 * Questions of one label are one group, by the rule those of one text, and yes/no questions whose texts do not repeat by task. Each
 * group with two answers is one finding, and with more each answer against the others. Of questions with several right options, each
 * option is one.
 */
export function groupFindings(
  items: readonly ForecastedRow[],
  clusters: ClusterNumbers,
  { toLabel, positive }: FindingChoice,
): FindingAnswers[] {
  const several = items.filter(({ forecast }) => forecast?.several)
  const single = items.filter(({ row, forecast }) => row.right !== undefined && !forecast?.several)
  const groupsAmong = (rows: readonly ForecastedRow[], rule: GroupRule): readonly Group[] =>
    toLabel ? [...groupBy(rows, ({ row }) => toLabel(row))] : groupsByRule(rows, rule)
  const namedFindings = [
    ...groupsAmong(single, { isEnough, isLone: isYesOrNo })
      .filter(([, group]) => isEnough(group))
      .flatMap(([name, group]) => findingsIn(name, group, clusters, positive)),
    ...groupsAmong(several, { isEnough: isAnsweredOften, isLone: () => true }).flatMap(([name, group]) =>
      optionFindings(name, group, clusters),
    ),
  ]
  return distinctlyNamed(namedFindings)
    .sort((a, b) => b.detections.length - a.detections.length)
    .slice(0, mostFindings)
}

type Group = readonly [name: string, group: readonly ForecastedRow[]]

const isYesOrNo = ({ row }: ForecastedRow): boolean => ['yes', 'no'].includes(named(row.right ?? ''))

interface GroupRule {
  /** Whether questions of one text are a group. */
  readonly isEnough: (group: readonly ForecastedRow[]) => boolean
  /** Whether a question whose text is none is in the group of its task. */
  readonly isLone: (item: ForecastedRow) => boolean
}

function groupsByRule(items: readonly ForecastedRow[], { isEnough, isLone }: GroupRule): readonly Group[] {
  const repeated = [...groupBy(items, readQuestionText)].filter(
    ([text, group]) => text !== '' && isEnough(group),
  )
  const isRepeated = new Set(repeated.map(([text]) => text))
  const lone = items.filter(item => !isRepeated.has(readQuestionText(item)) && isLone(item))
  return [...repeated, ...groupBy(lone, ({ row }) => row.task)]
}

/** Whether there are enough answers, and two right ones at least. */
function isEnough(group: readonly ForecastedRow[]): boolean {
  const rights = new Set(group.filter(isDiagnosed).map(({ row }) => named(row.right ?? '')))
  return isAnsweredOften(group) && rights.size > 1 && !rights.has('')
}

const isAnsweredOften = (group: readonly ForecastedRow[]): boolean =>
  group.filter(isDiagnosed).length >= fewestAnswers

/** Findings of one name get that of their question in front. */
function distinctlyNamed(findings: readonly NamedFinding[]): FindingAnswers[] {
  const times = countBy(findings.map(({ finding }) => finding))
  return findings.map(({ of, finding, ...rest }) => ({
    finding:
      (times.get(finding) ?? 0) > 1 && of !== finding
        ? `${of}${/[?:]$/.test(of) ? '' : ':'} ${finding}`
        : finding,
    ...rest,
  }))
}

function findingsIn(
  name: string,
  group: readonly ForecastedRow[],
  clusters: ClusterNumbers,
  chosen: string | null,
): NamedFinding[] {
  const answered = group.filter(isDiagnosed)
  const counts = countBy(answered.map(({ row }) => named(row.right ?? '')))
  const answers = [...counts.keys()].sort(byCodeUnit)
  const asWritten = new Map(
    answered.map(({ row }) => [named(row.right ?? ''), keptText(row.right ?? '').trim()]),
  )
  const written = (answer: string): string => asWritten.get(answer) ?? answer
  const ofUnread = answers.length > 2 ? (false as const) : null
  const findingFor = (answer: string, finding: string, rule: PositiveRule): NamedFinding => ({
    ...{ of: name, finding, positive: written(answer), rule, answers: answers.map(written) },
    detections: answered.map(item => toDetection(item, answer, clusters, ofUnread)),
    rows: answered.map(({ row }) => row),
    failed: group
      .filter(item => !isDiagnosed(item))
      .map(({ row }) => ({ isPresent: named(row.right ?? '') === answer })),
  })
  const [first = '', second = ''] = answers
  if (answers.length > 2)
    return answered.some(isUnknown)
      ? []
      : answers.map(answer => findingFor(answer, written(answer), 'each answer'))
  const wanted = chosen?.trim().toLowerCase()
  if (wanted !== undefined && answers.includes(wanted)) return [findingFor(wanted, name, 'chosen')]
  if (isNegative(first) !== isNegative(second))
    return [findingFor(isNegative(first) ? second : first, name, 'known opposite')]
  return [findingFor((counts.get(second) ?? 0) < (counts.get(first) ?? 0) ? second : first, name, 'rarer')]
}

/** Whether a wrong answer was read, and is not known: of more than two answers, it might be any of the others. */
const isUnknown = ({ row }: ForecastedRow): boolean =>
  row.verdict === 'wrong' && row.given === undefined && row.isUnparsed !== true

/** @param ofUnread what an answer that could not be read calls: nothing, which is wrong, or, of more than two answers, none of them */
function toDetection(
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
    score: forecast && optionScore(forecast, answer, right === answer),
    reading: readingState(row),
  }
}

/** Probability of the option that stands for an answer: its text's, or the wrong one of two; null without one. */
function optionScore(
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
