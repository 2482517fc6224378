import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AnswerOption } from '../../../src/engine/protocol/reading.ts'
import { golden } from './golden.ts'

interface JudgesGolden {
  readonly optionTexts: string[]
  readonly choices: [
    options: number[],
    reply: string,
    right: string,
    vlmevalkit: string | null,
    mmmu: string | null,
    medevalkitCorrect: boolean,
  ][]
  readonly open: [reply: string, right: string[], candidates: string[], correct: boolean][]
  readonly short: [
    reply: string,
    levelled: Record<'squad' | 'smmile' | 'lmms-eval-slake' | 'medevalkit' | 'kokushi', string>,
    other: string,
    medevalkitClosed: boolean,
    medevalkitYesAndNo: [boolean, boolean],
  ][]
  readonly ratios: [first: string, second: string, ratio: number][]
  readonly openTexts: [
    reply: string,
    answer: string,
    figures: Record<
      `bleu${1 | 2 | 3 | 4}` | `rouge${1 | 2 | 'l'}` | 'precision' | 'recall' | 'f1',
      number
    > & {
      em: boolean
    },
  ][]
  readonly text: {
    readonly spaces: string
    readonly cases: [
      text: string,
      split: string[],
      strip: string,
      rstrip: string,
      spaced: string,
      length: number,
    ][]
    readonly floats: [text: string, repr: string | null][]
    readonly rounded: [value: number, rounded: number][]
  }
}

/** What tools/golden/judges.py writes. */
export const judgesGolden = golden<JudgesGolden>('judges.json')

/** A line of judges.jsonl, beside the repository: what the evaluators' own code makes of an answer. */
interface JudgedLine {
  readonly options: Readonly<Record<string, string>>
  readonly answer: string
  readonly response: string
  readonly vlmevalkit: string | null
  readonly mmmu: string | null
  readonly medevalkit_correct: boolean
}

export function judgedLines(): readonly JudgedLine[] {
  const file = join(fileURLToPath(new URL('../../..', import.meta.url)), '../shared/judges.jsonl')
  if (!existsSync(file)) throw new Error(`The judged answers are missing: ${file}`)
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  return lines.map(line => JSON.parse(line))
}

/** Options A, B, C and so on. */
export function lettered(texts: readonly string[]): readonly AnswerOption[] {
  return texts.map((text, index) => ({ letter: String.fromCharCode(65 + index), text }))
}
