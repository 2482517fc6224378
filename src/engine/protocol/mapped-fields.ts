/** The fields of a sample that was read through a mapping: those of every data set but MedRCube. */
import { get, type JsonObject } from '@voxelwise/python'
import type { FrameSize } from './boxes.ts'
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
  /** Context that precedes the question; absent if there is none. */
  readonly hint?: string
  /** A choice's letter; the letters of several, sorted and joined; boxes as `boxText`; other answers as given. */
  readonly answer: string
  /** Several answers as the data set writes them, where that is otherwise. */
  readonly answer_text?: string
  /** Every answer that counts as right, as often as the data set gives it; absent where there is one. */
  readonly accepted?: readonly string[]
  /** Width and height of what the boxes of the answer lie in; absent where that is the image as it is. */
  readonly size?: FrameSize
  /** Rooted path of the image, or of each of several in order, those of examples first; null for a text-only question. */
  readonly image_path: string | readonly string[] | null
  /** Answered questions that are shown before this one, in order; absent where none are. */
  readonly examples?: readonly MappedExample[]
  /** Null if the data set does not give it. `parts` is the anatomy. */
  readonly task: string | null
  readonly modality: string | null
  readonly parts: string | null
  /** Name of the data set, or of the part of it, that the row came from. */
  readonly dataset: string
  /** What samples share that are not independent: a patient, a study, a problem; absent where nothing is known. */
  readonly group?: string
  /** Shared by two questions that differ in their images and right answers only; absent where nothing is known. */
  readonly pair?: string
  /** What no prompt may contain, by the data set's names: explanations, captions, texts for a judge. */
  readonly withheld?: { readonly [column: string]: string }
}

/** Whether fields came through a mapping. Only mapped fields have a kind of question. */
export const isMapped = (fields: JsonObject): boolean =>
  answerKinds.some(known => known === get(fields, 'kind'))
