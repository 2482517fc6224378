/**
 * The fields of a sample that came through a mapping, whatever its benchmark calls them: `Sample.fields` of every data set
 * but MedRCube's, whose own fields stay untouched.
 */
import type { JsonObject } from '../base/json.ts'
import { get } from '../base/python.ts'
import { type AnswerKind, answerKinds } from './reading.ts'
import type { Letter } from './sample.ts'

/** Its images, in order, are among the sample's own. */
export interface MappedExample extends JsonObject {
  readonly question: string
  readonly answer: string
  readonly image_path: string | readonly string[] | null
}

export interface MappedFields extends JsonObject {
  readonly id: string
  readonly kind: AnswerKind
  /** Trimmed; place-holders such as `<image 1>` stay. */
  readonly question: string
  /** Text by letter A to Z, in the order shown, gaps allowed; null where there are none. */
  readonly options: { readonly [letter: Letter]: string } | null
  /** Something that belongs to the question and is told before it; absent where there is nothing. */
  readonly hint?: string
  /** Of a choice its letter; of several their letters, sorted and run together; of yes or no, and in words, as it stands. */
  readonly answer: string
  /** Of several: as the data set writes it, where that is otherwise. */
  readonly answer_text?: string
  /** Rooted path of the image, or of each of several in order, those of examples first; null for a text-only question. */
  readonly image_path: string | readonly string[] | null
  /** Answered questions that are shown before this one, in order; absent where none are. */
  readonly examples?: readonly MappedExample[]
  /** Null where the data set does not tell. `parts` is the anatomy. */
  readonly task: string | null
  readonly modality: string | null
  readonly parts: string | null
  /** Name of the data set, or of the part of it, that the row came from. */
  readonly dataset: string
  /** What samples share that are not independent: a patient, a study, a problem; absent where nothing is known. */
  readonly group?: string
  /** What no prompt may hold, by the data set's own names: explanations, captions, what a judge compares with. */
  readonly withheld?: { readonly [column: string]: string }
}

/** Whether fields came through a mapping. Only mapped fields have a kind of question. */
export const isMapped = (fields: JsonObject): boolean =>
  answerKinds.some(known => known === get(fields, 'kind'))
