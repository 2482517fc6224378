/** What a guesser scores that does not see the image: beside every figure of questions from DICOM headers (docs/dicom.md). */

import { get, str } from '@voxelwise/python'
import { countBy, getOrMake, groupBy, mostFirst, recordFrom } from '../base/grouping.ts'
import type { Protocol } from '../protocol/protocol.ts'
import type { RunRecord } from '../protocol/record.ts'
import { type Axis, axes } from '../protocol/sample.ts'
import { VoxelMap } from '../protocol/voxel-map.ts'
import { accuracyShares } from './report.ts'
import type { ResultRow } from './result-row.ts'
import type { Estimate } from './shares.ts'

export interface BlindBaseline {
  readonly n: number
  readonly groups: number
  /** How many different answers are right. With one, nothing can distinguish seeing from habit. */
  readonly answers: number
  /** Mean of 1 / options. */
  readonly chance: number
  /** Share of the most frequent answer. */
  readonly majority: number
  /**
   * Each question answered with the option that is right most often where it is offered, over the questions of other
   * groups; options that tie share the credit.
   */
  readonly optionsOnly: number
}

interface Guessed {
  readonly group: string
  readonly options: readonly string[]
  readonly answer: string
}

export function blindBaseline(questions: readonly Guessed[]): BlindBaseline {
  const n = questions.length
  const right = countBy(questions.map(({ answer }) => answer))
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, n)
  return {
    n,
    groups: new Set(questions.map(({ group }) => group)).size,
    answers: right.size,
    chance: mean(questions.map(({ options }) => 1 / options.length)),
    majority: Math.max(0, ...right.values()) / Math.max(1, n),
    optionsOnly: mean(credits(questions, right)),
  }
}

function credits(questions: readonly Guessed[], right: ReadonlyMap<string, number>): readonly number[] {
  const offered = countBy(questions.flatMap(({ options }) => options))
  const inGroup = ({ group }: Guessed, value: string): string => `${group}\n${value}`
  const rightInGroup = countBy(questions.map(question => inGroup(question, question.answer)))
  const offeredInGroup = countBy(
    questions.flatMap(question => question.options.map(option => inGroup(question, option))),
  )
  return questions.map(question => {
    const rates = question.options.map(option => {
      const key = inGroup(question, option)
      const times = (offered.get(option) ?? 0) - (offeredInGroup.get(key) ?? 0)
      return times === 0 ? 0 : ((right.get(option) ?? 0) - (rightInGroup.get(key) ?? 0)) / times
    })
    const best = Math.max(...rates)
    const tied = question.options.filter((_, i) => rates[i] === best)
    return tied.includes(question.answer) ? 1 / tied.length : 0
  })
}

/** What a guesser scores on one question of a run. */
export interface Guess {
  readonly index: number
  readonly rule: string
  readonly answer: string
  /** 1 where the most frequent answer of its rule is right. */
  readonly majority: number
  /** As of `BlindBaseline`, among the questions of its rule. */
  readonly optionsOnly: number
}

/** Gathers the questions from headers among records that come a chunk at a time. */
export class GuessBuilder {
  readonly #protocol: Protocol
  readonly #rules = new Map<string, (Guessed & { readonly index: number })[]>()

  constructor(protocol: Protocol) {
    this.#protocol = protocol
  }

  add(records: readonly RunRecord[]): void {
    for (const { sample } of records) {
      const { index, fields } = sample
      if (typeof fields.rules !== 'string' || !fields.rules.startsWith('header-cube/')) continue
      const options = this.#protocol.listOptions(fields).map(({ value }) => str(value))
      const question = {
        index,
        group: str(get(fields, 'group')),
        options,
        answer: str(get(fields, 'gt_answer')),
      }
      getOrMake(this.#rules, str(get(fields, 'rule')), () => []).push(question)
    }
  }

  /** Null where no question is from headers. */
  guesses(): readonly Guess[] | null {
    if (this.#rules.size === 0) return null
    return [...this.#rules].flatMap(([rule, questions]) => {
      const right = countBy(questions.map(({ answer }) => answer))
      const [[usual = ''] = []] = mostFirst(right)
      const optionsOnly = credits(questions, right)
      return questions.map(({ index, answer }, i) => ({
        ...{ index, rule, answer },
        majority: Number(answer === usual),
        optionsOnly: optionsOnly[i] ?? 0,
      }))
    })
  }
}

/** An accuracy beside what guessing scores on the same questions. */
export interface BaselineFigure extends Estimate {
  readonly label: string
  readonly answers: number
  readonly majority: number
  readonly optionsOnly: number
}

export type BaselineAxis = 'whole' | 'rule' | Axis | 'voxel'

export type BaselineFigures = Readonly<Record<BaselineAxis, readonly BaselineFigure[]>>

/** Every figure of a run on questions from headers, beside its blind baseline. */
export function baselineFigures(rows: readonly ResultRow[], guesses: readonly Guess[]): BaselineFigures {
  const known = new Map(guesses.map(guess => [guess.index, guess]))
  const answered = rows.filter(row => row.verdict !== 'failed')
  const places = new VoxelMap(({ task, modality, parts }) => `${parts} · ${modality} · ${task}`)
  const by = (toLabel: (row: ResultRow) => string | null): readonly BaselineFigure[] => {
    const answeredByLabel = groupBy(answered, row => toLabel(row) ?? '')
    return Array.from(accuracyShares(rows).by(toLabel), ([label, estimate]) => {
      const labelGuesses = (answeredByLabel.get(label ?? '') ?? []).flatMap(row => known.get(row.index) ?? [])
      const mean = (of: (guess: Guess) => number): number =>
        labelGuesses.reduce((sum, guess) => sum + of(guess), 0) / Math.max(1, labelGuesses.length)
      return {
        ...{ ...estimate, label },
        answers: new Set(labelGuesses.map(({ rule, answer }) => `${rule} ${answer}`)).size,
        majority: mean(({ majority }) => majority),
        optionsOnly: mean(({ optionsOnly }) => optionsOnly),
      }
    })
  }
  return {
    whole: by(() => 'All questions'),
    rule: by(({ index }) => known.get(index)?.rule ?? null),
    ...recordFrom(axes, axis => by(row => row[axis])),
    voxel: by(row => places.at(row)),
  }
}

/** Whether the interval lies above chance, the most frequent answer, and guessing from the options. */
export const isAboveBlind = ({ low, chance, majority, optionsOnly }: BaselineFigure): boolean =>
  low > Math.max(chance ?? 0, majority, optionsOnly)
