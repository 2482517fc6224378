/** A judge: rules for reading an answer, by name and version, for the kinds of question that they cover. */
import { checkComparable } from '../../base/answer-limits.ts'
import { VoxelwiseError } from '../../base/errors.ts'
import type { FrameSize } from '../boxes.ts'
import type { JudgeReference } from '../protocol-reference.ts'
import {
  type AnswerKind,
  type AnswerOption,
  type Judgement,
  type Measure,
  notRead,
  type Verdict,
} from '../reading.ts'

/** What of a question its answer is read with. */
export interface JudgedQuestion {
  readonly kind: AnswerKind
  /** None of a question without. */
  readonly options: readonly AnswerOption[]
  /** A letter; letters in order and run together; `yes` or `no`; a text; boxes as `boxText`. Empty where nothing is right. */
  readonly answer: string
  /** Every answer to an open question that counts as right; absent where there is one. */
  readonly accepted?: readonly string[]
  /** Width and height of what the boxes of the answer lie in; absent where unknown. */
  readonly size?: FrameSize
}

export const rightAnswers = ({ answer, accepted = [] }: JudgedQuestion): readonly string[] => [
  ...new Set([answer, ...accepted]),
]

export interface AnswerReader {
  judge(response: string, question: JudgedQuestion): Judgement
  /** Whether every text that begins with `prefix` gets the same verdict; absent if only the complete reply decides. */
  isSettled?(prefix: string, question: JudgedQuestion): boolean
  /** What `Judgement.measured` is; absent where the reader measures nothing. */
  readonly measure?: Measure
}

export interface Judge extends JudgeReference {
  /** As people read it, with the code that it equals and that code's version. */
  readonly name: string
  /** Readers by kind of answer. The rules do not speak of a missing kind: a protocol's own reading stays. */
  readonly readers: Readonly<Partial<Record<AnswerKind, AnswerReader>>>
}

/**
 * A judge's verdict on one answer.
 * @param response null where the model gave no answer at all
 * @param sample the subject of the error if the answer is too long to be read
 * @throws VoxelwiseError answer-too-long
 */
export function judgeAnswer(
  reader: AnswerReader,
  response: string | null,
  question: JudgedQuestion,
  sample: string,
): Verdict {
  if (response === null) return toVerdict(notRead('there is no reply to judge'))
  try {
    checkComparable(response, ...rightAnswers(question), ...question.options.map(({ text }) => text))
    return toVerdict(reader.judge(response, question))
  } catch (error) {
    if (!(error instanceof VoxelwiseError)) throw error
    throw new VoxelwiseError({ ...error.info, subject: `${error.info.subject} to ${sample}`, cause: error })
  }
}

/** The stored part of a judgement. */
function toVerdict({ reading, correct, measured }: Judgement): Verdict {
  if (reading.status === 'unparsed') return { parsed: '', correct: false, unparsed: reading.original }
  const { answer, rule } = reading
  const parsed = typeof answer === 'string' ? answer : answer.join(rule === 'letters' ? '' : ' | ')
  return { parsed, correct, rule, ...(measured !== undefined && { measured }) }
}
