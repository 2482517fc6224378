/** How the answers of a run were read: by kind of question, by rule, and what could not be read. */
import type { JsonObject } from '../base/json.ts'
import { Chance, chanceOf } from '../protocol/chance.ts'
import { type AnswerKind, answerKinds } from '../protocol/mapped-fields.ts'
import type { Protocol } from '../protocol/protocol.ts'
import type { AnsweredRecord, RunRecord } from '../protocol/record.ts'
import { type TextFigures, textFigures } from '../protocol/text-metrics/figures.ts'
import { type Estimate, estimate } from './report.ts'

export interface KindFigures extends Estimate {
  readonly kind: AnswerKind
  readonly unparsed: number
}

export type Counted = readonly (readonly [string, number])[]

export interface Readings {
  /** Of the kinds that were answered, in the order of `answerKinds`. */
  readonly kinds: readonly KindFigures[]
  /** Answers that could not be read, which count as wrong. */
  readonly unparsed: number
  /** Why, and what the original would have done, the most frequent first. */
  readonly originals: Counted
  /** Which step of the reading found the others, the most frequent first. */
  readonly rules: Counted
  /** Of the questions that are answered in words; null where there are none. */
  readonly text: TextFigures | null
}

/** @returns null where the protocol's reading has one step only, as MedRCube's: there is nothing to tell apart */
export function readingsOf(records: readonly RunRecord[], protocol: Protocol): Readings | null {
  const answered = records.filter(record => record.status === 'answered')
  if (!answered.some(({ rule, unparsed }) => rule !== undefined || unparsed !== undefined)) return null
  const kindOf = ({ sample: { fields } }: AnsweredRecord) => protocol.kindOf(fields)
  const words = answered.filter(record => kindOf(record) === 'text')
  return {
    kinds: answerKinds.flatMap(kind => {
      const of = answered.filter(record => kindOf(record) === kind)
      return of.length === 0 ? [] : [kindFigures(kind, of, protocol)]
    }),
    unparsed: answered.filter(isUnparsed).length,
    originals: counted(answered.flatMap(({ unparsed }) => unparsed ?? [])),
    rules: counted(answered.flatMap(({ rule }) => rule ?? [])),
    text:
      words.length === 0
        ? null
        : textFigures(
            words.map(({ response, sample }) => ({
              prediction: response ?? '',
              reference: protocol.rightAnswer(sample.fields),
            })),
          ),
  }
}

const isUnparsed = ({ unparsed }: AnsweredRecord): boolean => unparsed !== undefined

function kindFigures(kind: AnswerKind, records: readonly AnsweredRecord[], protocol: Protocol): KindFigures {
  const chance = new Chance()
  for (const { sample } of records) chance.add(chanceOf(protocol, sample.fields))
  const right = records.filter(({ correct }) => correct).length
  return {
    kind,
    ...estimate(records.length, right, chance.mean()),
    unparsed: records.filter(isUnparsed).length,
  }
}

function counted(texts: readonly string[]): Counted {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return [...counts].sort(([, a], [, b]) => b - a)
}

/** As metrics_summary.json of other data sets than MedRCube's holds it. */
export function readingsJson({ kinds, unparsed, originals, rules, text }: Readings): JsonObject {
  return {
    unparsed,
    unparsed_by_reason: Object.fromEntries(originals),
    read_by_rule: Object.fromEntries(rules),
    by_kind: Object.fromEntries(
      kinds.map(({ kind, n, correct, share, chance, unparsed: lost }) => [
        kind,
        { n, correct, acc: share, chance, unparsed: lost },
      ]),
    ),
    ...(text && {
      text: {
        n: text.n,
        ...Object.fromEntries(text.figures.map(({ id, share }) => [id, share])),
      },
    }),
  }
}
