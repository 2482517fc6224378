/** How the answers of a run were read: by kind of question, by rule, and what could not be read. */

import { get, type JsonObject, str } from '@voxelwise/python'
import { countBy, getOrMake, mostFirst } from '../base/grouping.ts'
import { Chance, guessingChance } from '../protocol/chance.ts'
import { letterInOtherForm } from '../protocol/judges/other-form.ts'
import type { Protocol } from '../protocol/protocol.ts'
import { type AnswerKind, answerKinds } from '../protocol/reading.ts'
import type { AnsweredRecord, RunRecord } from '../protocol/record.ts'
import { type TextFigures, textFigures } from '../protocol/text-metrics/figures.ts'
import { MeasuredBuilder, type MeasuredFigures, measuredJson } from './measured.ts'
import { PairBuilder, type PairFigures, pairsJson } from './pairs.ts'
import { chainImage } from './report.ts'
import type { Estimate } from './shares.ts'

interface KindFigures extends Pick<Estimate, 'n' | 'correct' | 'share' | 'chance'> {
  readonly kind: AnswerKind
  readonly unparsed: number
}

export type Counted = readonly (readonly [string, number])[]

export interface Readings {
  /** Figures of each kind that was answered, in the order of `answerKinds`. */
  readonly kinds: readonly KindFigures[]
  /** Answers that could not be read, which count as wrong. */
  readonly unparsed: number
  /** Why, and what the original would have done, most frequent first. */
  readonly originals: Counted
  /** Unread replies to a single choice that hold exactly one option letter in another form; at most `unparsed`. */
  readonly otherForm: number
  /** Which step of the reading found the others, the most frequent first. */
  readonly rules: Counted
  /** Figures of the questions that are answered in words; null where there are none. */
  readonly text: TextFigures | null
  /** Credits, overlaps and errors, where the judge measures any. */
  readonly measured: readonly MeasuredFigures[]
  /** Figures of questions that are asked about two images each; null where there are none. */
  readonly pairs: PairFigures | null
}

/** @returns null if the protocol's reading has one step only, such as MedRCube's: there is nothing to break down */
export function countReadings(records: readonly RunRecord[], protocol: Protocol): Readings | null {
  const builder = new ReadingsBuilder(protocol)
  builder.add(records)
  return builder.readings()
}

interface KindCount {
  n: number
  right: number
  unparsed: number
  readonly chance: Chance
}

/** Gathers them of records that come a chunk at a time. */
export class ReadingsBuilder {
  readonly #protocol: Protocol
  readonly #kinds = new Map<AnswerKind, KindCount>()
  readonly #rules = new Map<string, number>()
  readonly #originals = new Map<string, number>()
  readonly #words: { readonly prediction: string; readonly reference: string }[] = []
  readonly #measured: MeasuredBuilder
  readonly #pairs: PairBuilder
  #unparsed = 0
  #otherForm = 0

  constructor(protocol: Protocol) {
    this.#protocol = protocol
    this.#measured = new MeasuredBuilder(protocol)
    this.#pairs = new PairBuilder(protocol)
  }

  add(records: readonly RunRecord[]): void {
    for (const record of records) if (record.status === 'answered') this.#take(record)
  }

  /** Null as in `countReadings`. */
  readings(): Readings | null {
    if (this.#rules.size === 0 && this.#unparsed === 0) return null
    return {
      kinds: answerKinds.flatMap(kind => {
        const tally = this.#kinds.get(kind)
        if (!tally) return []
        const { n, right, chance, unparsed } = tally
        return [{ kind, n, correct: right, share: right / n, chance: chance.mean(), unparsed }]
      }),
      unparsed: this.#unparsed,
      originals: mostFirst(this.#originals),
      otherForm: this.#otherForm,
      rules: mostFirst(this.#rules),
      text: this.#words.length === 0 ? null : textFigures(this.#words),
      measured: this.#measured.figures(),
      pairs: this.#pairs.figures(),
    }
  }

  #take(record: AnsweredRecord): void {
    const { sample, response, correct, rule, unparsed } = record
    const { fields } = sample
    const protocol = this.#protocol
    this.#measured.add(record)
    this.#pairs.add(record)
    const kind = protocol.answerKind(fields)
    const tally = getOrMake(this.#kinds, kind, () => ({ n: 0, right: 0, unparsed: 0, chance: new Chance() }))
    tally.n++
    tally.right += Number(correct)
    tally.chance.add(guessingChance(protocol, fields))
    if (kind === 'text')
      this.#words.push({ prediction: response ?? '', reference: protocol.rightAnswer(fields) })
    if (rule !== undefined) count(this.#rules, rule)
    if (unparsed === undefined) return
    tally.unparsed++
    this.#unparsed++
    const letters = kind === 'choice' ? protocol.listOptions(fields).map(({ letter }) => letter) : []
    this.#otherForm += Number(letterInOtherForm((response ?? '').slice(0, longestSearched), letters) !== null)
    count(this.#originals, unparsed)
  }
}

/** Characters of a reply that are searched for a letter. */
const longestSearched = 20_000

const count = (counts: Map<string, number>, text: string) => counts.set(text, (counts.get(text) ?? 0) + 1)

/** As in metrics_summary.json of data sets other than MedRCube's. */
export function readingsJson({
  kinds,
  unparsed,
  originals,
  otherForm,
  rules,
  text,
  measured,
  pairs,
}: Readings): JsonObject {
  return {
    unparsed,
    ...(otherForm > 0 && { unparsed_with_one_letter: otherForm }),
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
    ...(measured.length > 0 && {
      measured: Object.fromEntries(measured.map(of => [of.measure.id, measuredJson(of)])),
    }),
    ...(pairs && { pairs: pairsJson(pairs) }),
  }
}

/**
 * Whether a record's row is enough for the official shortcut report. A row has its id and task as Python writes them,
 * so a missing id and "None" are the same there, and its images as paths.
 */
export function rowSufficesForReport({ sample }: RunRecord): boolean {
  const { fields } = sample
  const [id, task, named] = ['id', 'task', 'image_path'].map(name => get(fields, name))
  if (id === undefined || id === null || typeof task !== 'string') return false
  return (named === undefined || named === null ? '' : str(named)) === chainImage(sample)
}

/** An option that was chosen wrongly, and how often. */
type WrongOption = readonly [text: string, times: number]

/** What wrong answers chose, by the text of the option, the most frequent first. Answers that name no option are left out. */
export function wrongOptions(records: readonly RunRecord[], protocol: Protocol): readonly WrongOption[] {
  const chosen = records.flatMap(record => {
    if (record.status !== 'answered' || record.correct) return []
    const option = protocol.listOptions(record.sample.fields).find(({ letter }) => letter === record.parsed)
    return option ? [str(option.value)] : []
  })
  return mostFirst(countBy(chosen))
}
