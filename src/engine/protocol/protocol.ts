/**
 * The seam between a benchmark's rules and everything else: how a sample is presented to the model and how its answer
 * is read. Everything about a score except the model's own work is here, and nowhere else. How to add one:
 * docs/extending.md.
 */
import type { Json, JsonObject } from '@voxelwise/python'
import type { JudgeReference } from './protocol-reference.ts'
import type { AnswerKind, Measure, Verdict } from './reading.ts'
import type { ModelOutput } from './record.ts'
import type { Letter } from './sample.ts'

/** One answer that a question offers. */
export interface Option {
  readonly letter: Letter
  /** As in the benchmark. The model sees Python's `str` of it. */
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
  /** Whether `text` is a complete reply, or the beginning of one. */
  isBeginning(text: string): boolean
  isWhole(text: string): boolean
  /** Whether any reply can contain `text`. Tokens that none can contain are skipped. */
  mayHold(text: string): boolean
}

/** All functions are pure; `fields` are a sample's own, as a probe shows them. */
export interface Protocol {
  /** Lower case with hyphens, for ever the same. */
  readonly id: string
  /** Goes up whenever a prompt, a right answer or a reading changes: runs of two versions must not be compared. */
  readonly version: number
  /** The display name, with the source of the rules. */
  readonly name: string
  /** For the user's choice: the source of the prompt and of the reading, in a sentence or two. */
  readonly about: string
  readonly reading: JudgeReference
  /** Every letter that an option of it may have, in the order in which options are shown. */
  readonly letters: readonly Letter[]
  /** The field without which a sample of it cannot be asked, where one is missing; null where none is. */
  missing(fields: JsonObject): string | null
  answerKind(fields: JsonObject): AnswerKind
  /** The options that a sample has, in the order of `letters`; none where it has none. */
  listOptions(fields: JsonObject): readonly Option[]
  /**
   * The fields with the options under other letters: each letter gets the option of the letter beside it. Every option is
   * named once. The right answer moves along.
   */
  arranged(fields: JsonObject, from: ReadonlyMap<Letter, Letter>): JsonObject
  /** The question as text, before the model's chat template. */
  prompt(fields: JsonObject): string
  /** What every prompt begins with, whatever the question: computed once for each image; empty where that is nothing. */
  readonly promptOpening: string
  /** Images replace a prompt's placeholders (`<image 2>`, `<image>`); absent: they precede its text. */
  readonly placesImages?: true
  /** Most new tokens of an answer, by kind, where that needs more than the usual: reasoning comes before it. */
  readonly newTokens?: Readonly<Partial<Record<AnswerKind, number>>>
  /** The form of its replies, where a model can be held to one. */
  readonly replyForm?: ReplyForm
  /** Worked examples before the question, each a turn; absent if none. */
  examples?(fields: JsonObject): readonly Example[]
  /** What `parsed` has to be, or, of a question in words, the text it is compared with; empty where nothing is right. */
  rightAnswer(fields: JsonObject): string
  /** @param response null where the model gave no answer at all */
  judge(response: string | null, fields: JsonObject): Verdict
  /** What its judge measures of answers of a kind; absent, or null, where nothing. */
  findMeasure?(kind: AnswerKind): Measure | null
  /** Whether the verdict on every text that begins with `prefix` is the same, so that decoding may stop. */
  isSettled(prefix: string, fields: JsonObject): boolean
}

/** A thought that never ended is followed by no answer, whatever a reading would make of an empty text. */
const unendedThought = 'The model’s thought did not end, so there is no answer.'

/** The verdict on a reply; never right if the model's thought did not end, or if it refused to answer. */
export function verdictOn(
  protocol: Pick<Protocol, 'judge'>,
  response: string | null,
  score: Pick<ModelOutput, 'thought' | 'server'> | undefined,
  fields: JsonObject,
): Verdict {
  const refused = score?.server?.refused
  const none = score?.thought?.isOpen
    ? unendedThought
    : refused === undefined
      ? null
      : `No answer: ${refused}`
  return none === null ? protocol.judge(response, fields) : { parsed: '', correct: false, unparsed: none }
}

/** The fields with the options moved on: place i gets the option from place i + shift. The right answer moves along. */
export function rotated(
  protocol: Pick<Protocol, 'listOptions' | 'arranged'>,
  fields: JsonObject,
  shift: number,
): JsonObject {
  const letters = protocol.listOptions(fields).map(({ letter }) => letter)
  const from = letters.map((letter, i) => [letter, letters[(i + shift) % letters.length] ?? letter] as const)
  return from.length === 0 ? fields : protocol.arranged(fields, new Map(from))
}

/** Everything that the probability of an answer can be read of, in capitals or not. */
export const yesAndNo: readonly string[] = ['yes', 'no']

/** The answers whose probabilities can be read at one position: letters, or yes and no; else none. */
export function offeredAnswers(
  protocol: Pick<Protocol, 'answerKind' | 'listOptions'>,
  fields: JsonObject,
): readonly string[] {
  switch (protocol.answerKind(fields)) {
    case 'choice':
      return protocol.listOptions(fields).map(({ letter }) => letter)
    case 'yes-no':
      return yesAndNo
    default:
      return []
  }
}
