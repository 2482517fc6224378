import type { Json, JsonObject } from '../base/json.ts'
import type { JudgeReference } from './protocol-reference.ts'
import type { AnswerKind, Verdict } from './reading.ts'
/**
 * The seam between a benchmark's rules and everything else: how a sample is put to the model and how what the model said
 * is read. Everything about a score that is not the model's own is here, and nowhere else. How to add one:
 * docs/extending.md.
 */
import type { Letter } from './sample.ts'

/** One answer that a question offers. */
export interface Option {
  readonly letter: Letter
  /** As the benchmark has it; Python's `str` of it is what the model is shown. */
  readonly value: Json
}

/** A question that is shown with its answer before the one that is asked. */
export interface Example {
  readonly question: string
  readonly answer: string
  /** How many of the sample's images are its own: the first that no example before it has. */
  readonly images: number
}

/** A form that a reply can be held to while it is written. All functions are pure. */
export interface ReplyForm {
  /** Whether `text` is a whole reply, or the beginning of one. */
  isBeginning(text: string): boolean
  isWhole(text: string): boolean
  /** Whether some reply may hold `text`: tokens that none holds are never looked at. */
  mayHold(text: string): boolean
}

/** All functions are pure; `fields` are a sample's own, as a probe shows them. */
export interface Protocol {
  /** Lower case with hyphens, for ever the same. */
  readonly id: string
  /** Goes up whenever a prompt, a right answer or a reading changes: runs of two versions must not be compared. */
  readonly version: number
  /** As people read it, with whose rules these are. */
  readonly name: string
  /** For whoever chooses one: whose prompt and whose reading it is, in a sentence or two. */
  readonly about: string
  /** Which judge reads its answers. */
  readonly reading: JudgeReference
  /** Every letter that an option of it may have, in the order in which options are shown. */
  readonly letters: readonly Letter[]
  /** The field without which a sample of it cannot be asked, where one is missing; null where none is. */
  missing(fields: JsonObject): string | null
  kindOf(fields: JsonObject): AnswerKind
  /** The options that a sample has, in the order of `letters`; none where it has none. */
  optionsOf(fields: JsonObject): readonly Option[]
  /** The fields with the options moved on: at place i stands what stood at place i + shift. What is right moves along. */
  rotated(fields: JsonObject, shift: number): JsonObject
  /** The question as text, before the model's chat template. */
  prompt(fields: JsonObject): string
  /** What every prompt begins with, whatever the question: computed once for each image; empty where that is nothing. */
  readonly promptOpening: string
  /** Images stand where a prompt's place-holders say (`<image 2>`, `<image>`); absent: before its text. */
  readonly placesImages?: true
  /** Most new tokens of an answer, by kind, where that needs more than the usual: reasoning comes before it. */
  readonly newTokens?: Readonly<Partial<Record<AnswerKind, number>>>
  /** The form of its replies, where a model can be held to one. */
  readonly replyForm?: ReplyForm
  /** What is shown answered before the question, as turns of their own; absent where nothing is. */
  examples?(fields: JsonObject): readonly Example[]
  /** What `parsed` has to be, or, of a question in words, the text it is compared with; empty where nothing is right. */
  rightAnswer(fields: JsonObject): string
  /** @param response null where the model gave no answer at all */
  judge(response: string | null, fields: JsonObject): Verdict
  /** Whether the verdict on every text that begins with `prefix` is the same, so that decoding may stop. */
  isSettled(prefix: string, fields: JsonObject): boolean
}

/** Everything that the probability of an answer can be read of, in capitals or not. */
export const yesAndNo: readonly string[] = ['yes', 'no']

/**
 * The answers of a question whose probabilities can be read at one position: its letters, or yes and no. None where
 * several may be right, and where the answer is in words.
 */
export function offeredAnswers(
  protocol: Pick<Protocol, 'kindOf' | 'optionsOf'>,
  fields: JsonObject,
): readonly string[] {
  switch (protocol.kindOf(fields)) {
    case 'choice':
      return protocol.optionsOf(fields).map(({ letter }) => letter)
    case 'yes-no':
      return yesAndNo
    default:
      return []
  }
}
