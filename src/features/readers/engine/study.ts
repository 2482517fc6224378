/** The document of a study: its questions without right answers, and how they are asked. Made before the first answer. */

import { canonicalJson, type Json, parseJson } from '@voxelwise/python'
import type * as v from 'valibot'
import {
  boolean,
  CheckError,
  listOf,
  nullable,
  oneOf,
  optional,
  read,
  strictShape,
  whole,
} from '../../../engine/base/schema.ts'
import { sha256 } from '../../../engine/base/sha256.ts'
import {
  hash,
  isoDate,
  longText,
  name,
  path,
  runId,
  seed,
  setting,
  storedCount,
  title,
} from '../../../engine/base/stored-values.ts'
import { protocolSchema } from '../../../engine/protocol/protocol-reference.ts'
import { mostMarginPoints } from '../../../engine/protocol/reader.ts'
import { answerKinds } from '../../../engine/protocol/reading.ts'
import { mostImages } from '../../../engine/protocol/sample.ts'
import { confidenceScales } from './confidence-scale.ts'
import { imageConditions } from './image-conditions.ts'
import { reasonScale } from './marks/mark-set.ts'

const digestEntries = { sha256: hash, size: whole(0, Number.MAX_SAFE_INTEGER) }

const strippedEntries = {
  /** As in the data set: its place, and its id, which no other question of the study has. */
  index: storedCount,
  id: path,
  kind: oneOf(answerKinds),
  question: longText,
  /** Context before the question; absent without. */
  hint: optional(longText),
  /** Under the letters under which a model sees them. */
  options: listOf(strictShape({ letter: name, text: longText }), 0, 26),
  /** Worked examples that a model sees, too. */
  examples: optional(listOf(strictShape({ question: longText, answer: longText }), 1, 1000)),
  /** Rooted paths, with the SHA-256 (hex) and the bytes of each file. */
  images: listOf(strictShape({ path, ...digestEntries }), 0, mostImages),
  /** The words of a model whose reasons are rated; absent of a question that is asked. */
  reply: optional(longText),
}
const strippedSchema = strictShape(strippedEntries)
/** A question as a person gets it. */
export type StrippedQuestion = v.InferOutput<typeof strippedSchema>

/** What identifies the file of an image. */
export type ImageDigest = Omit<StrippedQuestion['images'][number], 'path'>

/** A question outside the study, with its right answer, which is shown after the reader's. */
const practiceSchema = strictShape({ ...strippedEntries, right: longText })

/** Most questions for practice. */
export const mostPractice = 5

export const studyFormat = 'voxelwise-study'

/** Most questions of a study: each is asked of a person. */
const mostQuestions = 10_000

const studySchema = strictShape({
  format: oneOf([studyFormat]),
  version: oneOf([1]),
  id: runId,
  name: title,
  created: isoDate,
  dataset: strictShape({ name, fingerprint: hash }),
  protocol: protocolSchema,
  /** In the data set's order. */
  questions: listOf(strippedSchema, 1, mostQuestions),
  /** Questions for practice, on other images than the study's; absent without. They count nowhere. */
  practice: optional(listOf(practiceSchema, 1, mostPractice)),
  /** The scale on which the replies are rated; absent where people answer. Then ids name no sample: see `ratedId`. */
  rates: optional(oneOf([reasonScale.id])),
  /** What is shown in place of the images; absent for the images themselves. */
  shows: optional(oneOf(imageConditions)),
  seed,
  /** Whether every reader gets an order of his own. */
  ownOrders: boolean,
  confidence: oneOf(confidenceScales),
  /** Seconds after which a question counts as unanswered; null for no limit. */
  limitSeconds: nullable(setting),
  /** In points: how far a model may lie below the mean reader, and differ more often than readers; absent if none is stated. */
  marginPoints: optional(whole(1, mostMarginPoints)),
  /** Days that should pass between two sittings of a reader. */
  washoutDays: whole(0, 3650),
})
export type Study = v.InferOutput<typeof studySchema>

/** Identifies a study by all that it says: SHA-256 (hex) of its canonical JSON. */
export const studyHash = (study: Study): Promise<string> =>
  sha256(new TextEncoder().encode(canonicalJson(study)))

/** @throws CheckError for the first field at fault, where two questions have one id, or where practice shows what the study asks */
export function readStudy(value: Json | undefined, at = ''): Study {
  const study = read(studySchema, value, at)
  checkIds(study, at)
  checkReplies(study, at)
  checkPractice(study, at)
  return study
}

/** @throws CheckError, JsonSyntaxError */
export const studyInText = (text: string): Study => readStudy(parseJson(text))

const fieldAt = (at: string, field: string): string => (at === '' ? field : `${at}.${field}`)

function checkIds({ questions }: Study, at: string): void {
  const seen = new Set<string>()
  for (const [place, { id }] of questions.entries()) {
    if (seen.has(id))
      throw new CheckError(fieldAt(at, `questions[${place}].id`), 'an id that no other question has')
    seen.add(id)
  }
}

function checkReplies({ questions, rates }: Study, at: string): void {
  const place = questions.findIndex(({ reply }) => (reply !== undefined) !== (rates !== undefined))
  if (place === -1) return
  const field = fieldAt(at, `questions[${place}].reply`)
  throw new CheckError(
    field,
    rates === undefined ? 'absent: no replies are rated' : 'the reply that is rated',
  )
}

/** Right answers stand beside practice questions: none may be one of the study, nor show its image. */
function checkPractice({ questions, practice = [] }: Study, at: string): void {
  const ids = new Set(questions.map(({ id }) => id))
  const shown = new Set(questions.flatMap(({ images }) => images.map(({ sha256 }) => sha256)))
  for (const [place, { id, images }] of practice.entries()) {
    const field = fieldAt(at, `practice[${place}]`)
    if (ids.has(id)) throw new CheckError(`${field}.id`, 'the id of no question of the study')
    if (images.some(({ sha256 }) => shown.has(sha256)))
      throw new CheckError(`${field}.images`, 'images that no question of the study shows')
  }
}
