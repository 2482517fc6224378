/**
 * The seam between a benchmark's rules and everything else: how a sample is put to the model and how what the model said
 * is read. Everything about a score that is not the model's own is here, and nowhere else. How to add one:
 * docs/extending.md.
 */
import type { Json, JsonObject } from '../base/json.ts'
import type { Letter, LetterOrNone } from './sample.ts'

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

/** What an answer was read as. */
export interface Verdict {
  /** The empty string where none could be read. */
  readonly letter: LetterOrNone
  readonly correct: boolean
}

/** All functions are pure; `fields` are a sample's own, as a probe shows them. */
export interface Protocol {
  /** Lower case with hyphens, for ever the same. */
  readonly id: string
  /** Goes up whenever a prompt, a right answer or a reading changes: runs of two versions must not be compared. */
  readonly version: number
  /** As people read it, with whose rules these are. */
  readonly name: string
  /** Every letter that a question may offer, in the order in which options are shown. */
  readonly letters: readonly Letter[]
  /** The options that a sample has, in the order of `letters`; none where it has none. */
  optionsOf(fields: JsonObject): readonly Option[]
  /** The question as text, before the model's chat template. */
  prompt(fields: JsonObject): string
  /** What every prompt begins with, whatever the question: computed once for each image. */
  readonly promptOpening: string
  /** Images stand where a prompt's place-holders say (`<image 2>`, `<image>`); absent: before its text. */
  readonly placesImages?: true
  /** What is shown answered before the question, as turns of their own; absent where nothing is. */
  examples?(fields: JsonObject): readonly Example[]
  /** The letter of the option that is right; the empty string where none is. */
  rightLetter(fields: JsonObject): LetterOrNone
  /** @param response null where the model gave no answer at all */
  judge(response: string | null, right: LetterOrNone): Verdict
  /** Whether the verdict on every text that begins with `prefix` is the same, so that decoding may stop. */
  isSettled(prefix: string): boolean
}
