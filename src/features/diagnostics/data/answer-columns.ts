/** The columns of `answers.csv`, one row an answer: what each holds, and its value. */

import type { CsvValue } from '../../../data/export/csv.ts'
import type { OptionForecast } from '../../../engine/analysis/option-forecast.ts'
import type { ResultRow } from '../../../engine/analysis/result-row.ts'
import { keptLetter, keptText } from '../../../engine/protocol/answer-words.ts'
import type { AnsweredRecord, RunRecord } from '../../../engine/protocol/record.ts'
import type { Run } from '../../../engine/protocol/run.ts'

/** An answer with what is derived from it. */
interface TidyAnswer {
  readonly run: Run
  readonly record: RunRecord
  readonly row: ResultRow
  readonly forecast: OptionForecast | null
  /** From 1; null of a failed question. */
  readonly cluster: number | null
}

export interface AnswerColumn {
  readonly name: string
  readonly type: 'text' | 'number' | '0 or 1'
  readonly meaning: string
  readonly value: (answer: TidyAnswer) => CsvValue
}

const text = (name: string, meaning: string, value: AnswerColumn['value']): AnswerColumn => ({
  ...{ name, type: 'text', meaning, value },
})
const number = (name: string, meaning: string, value: AnswerColumn['value']): AnswerColumn => ({
  ...{ name, type: 'number', meaning, value },
})
const flag = (name: string, meaning: string, is: (answer: TidyAnswer) => boolean | null): AnswerColumn => ({
  ...{ name, type: '0 or 1', meaning },
  value: answer => {
    const isSet = is(answer)
    return isSet === null ? null : Number(isSet)
  },
})

const answeredRecord = ({ record }: TidyAnswer): AnsweredRecord | null =>
  record.status === 'answered' ? record : null
const findScore = (answer: TidyAnswer) => answeredRecord(answer)?.score ?? null

/** Milliseconds of the model’s own work. */
function modelMilliseconds(answer: TidyAnswer): number | null {
  const timings = findScore(answer)?.timings
  return timings ? timings.encode + timings.prefix + timings.prefill + timings.decode : null
}

/** Columns of every run, in order; options, probabilities and the data set's own fields follow. */
export const fixedColumns: readonly AnswerColumn[] = [
  text('run', 'id of the run', ({ run }) => run.id),
  text('model', 'name of the model', ({ run }) => run.model.name),
  number('sample', 'place of the question in the data set, from 0', ({ row }) => row.index),
  text('id', 'id in the data set', ({ row }) => row.id),
  text('dataset', 'source data set', ({ row }) => row.dataset),
  text('group', 'patient or study, if the data set names it', ({ row }) => row.group ?? null),
  number(
    'cluster',
    'answers of one cluster share an image or a group; empty if the question failed',
    ({ cluster }) => cluster,
  ),
  text('image', 'first image', ({ row }) => row.image),
  text('task', 'task', ({ row }) => row.task),
  text('modality', 'modality', ({ row }) => row.modality),
  text('region', 'region', ({ row }) => row.parts),
  text('kind', 'kind of question', ({ row }) => row.kind),
  text('question', 'question as in the data set', ({ row }) => row.question),
  number('guessing', 'chance of a right guess', ({ row }) => row.chance),
  text('right_letter', 'letter of the right option', ({ row }) => keptLetterText(row.right)),
  text('right', 'right answer; empty if longer than 32 characters', ({ row }) => unescapedText(row.right)),
  text('given_letter', 'letter that was read', ({ row }) => keptLetterText(row.given)),
  text('given', 'answer that was read; empty if longer than 32 characters', ({ row }) =>
    unescapedText(row.given),
  ),
  text('verdict', 'correct, wrong or failed', ({ row }) => row.verdict),
  flag('correct', '1 if right; empty if the question failed', ({ row }) =>
    row.verdict === 'failed' ? null : row.verdict === 'correct',
  ),
  flag(
    'unread',
    '1 if the reply could not be read; it counts as wrong',
    ({ row }) => row.isUnparsed === true,
  ),
  flag('cut', '1 if the reply reached the limit of new tokens', ({ row }) => row.isCut === true),
  text('reply', 'reply as the model gave it', answer => answeredRecord(answer)?.response ?? null),
  text('error', 'error code of a failed question', ({ record }) =>
    record.status === 'failed' ? record.error.code : null,
  ),
  number('confidence', 'probability of the most probable option', ({ row }) => row.confidence),
  number('p_right', 'probability of the right option', ({ forecast }) =>
    forecast ? (forecast.probabilities[forecast.right] ?? null) : null,
  ),
  number('milliseconds', 'time of the model’s work', modelMilliseconds),
  number(
    'ms_encode',
    'of it the image encoder; 0 if the features were kept',
    answer => findScore(answer)?.timings.encode ?? null,
  ),
  number('prompt_tokens', 'tokens of the prompt', answer => findScore(answer)?.tokens.prompt ?? null),
  number('image_tokens', 'of them the image', answer => findScore(answer)?.tokens.image ?? null),
  number('generated_tokens', 'tokens of the reply', answer => findScore(answer)?.tokens.generated ?? null),
]

const keptLetterText = (kept: string | undefined): string | null =>
  kept === undefined ? null : keptLetter(kept)
const unescapedText = (kept: string | undefined): string | null =>
  kept === undefined ? null : keptText(kept)

/** The options and their probabilities, in the order in which they were offered. @param most options of one question */
export const answerOptionColumns = (most: number): readonly AnswerColumn[] =>
  Array.from({ length: most }, (_, at) => [
    text(
      `option_${at + 1}`,
      `option ${at + 1} with a probability; empty if longer than 32 characters`,
      ({ forecast }) => (forecast?.probabilities[at] === undefined ? null : (forecast.options[at] ?? null)),
    ),
    number(
      `p_${at + 1}`,
      `its probability among the options`,
      ({ forecast }) => forecast?.probabilities[at] ?? null,
    ),
  ]).flat()

export const dictionaryRows = (columns: readonly AnswerColumn[]): (readonly CsvValue[])[] => [
  ['column', 'type', 'meaning'],
  ...columns.map(({ name, type, meaning }) => [name, type, meaning]),
]
