/** A reader's sitting: what is stored of it, and which question comes next. */

import { type Json, parseJson } from '@voxelwise/python'
import type * as v from 'valibot'
import {
  CheckError,
  jsonObject,
  list,
  notNegative,
  nullable,
  oneOf,
  optional,
  read,
  strictShape,
  whole,
} from '../../../engine/base/schema.ts'
import { hash, isoDate, longText, path, runId, storedCount } from '../../../engine/base/stored-values.ts'
import { conditionsText, readerEntries } from '../../../engine/protocol/reader.ts'
import { confidenceRange, isOnScale } from './confidence-scale.ts'
import { isRating } from './rated-answer.ts'
import { readStudy, type Study } from './study.ts'

const personSchema = strictShape(readerEntries)
export type Reader = v.InferOutput<typeof personSchema>

/** `unanswered`: the time limit ended it. */
const givenStates = ['answered', 'skipped', 'unanswered'] as const

const givenSchema = strictShape({
  /** The question's id. */
  id: path,
  status: oneOf(givenStates),
  /** A letter, several letters, yes or no, or what was typed; null unless answered. */
  answer: nullable(longText),
  /** On the scale of the study, or in percent where it asks for none; null where none was given. */
  confidence: nullable(whole(0, 100)),
  /** From the painted image to the choice, without pauses; and the pauses. */
  seconds: notNegative,
  pausedSeconds: notNegative,
  /** How often it was shown. */
  times: whole(1, 1000),
  /** How often the choice was changed before it was given, and afterwards; absent of answers of older versions. */
  changes: optional(storedCount),
  at: isoDate,
})
export type GivenAnswer = v.InferOutput<typeof givenSchema>

const sittingSchema = strictShape({
  id: runId,
  /** `studyHash` of its study. */
  study: hash,
  reader: personSchema,
  /** 1 or 2. */
  number: whole(1, 2),
  begun: isoDate,
  /** Days since the reader's first sitting ended; absent of a first sitting, or where that is not on this machine. */
  washedOut: optional(notNegative),
  /** When its last question was answered, or the reader ended it; null before. */
  ended: nullable(isoDate),
  /** What the reader says of screen, room and aids; absent where nothing was said. */
  conditions: optional(conditionsText),
  /** One for each question that was shown; the last answer is the last. */
  given: list(givenSchema),
})
export type ReaderSitting = v.InferOutput<typeof sittingSchema>

export const answersFormat = 'voxelwise-answers'

/** A sitting with its study: one file. */
export interface SittingAnswers {
  readonly study: Study
  readonly sitting: ReaderSitting
}

const answersSchema = strictShape({
  format: oneOf([answersFormat]),
  version: oneOf([1]),
  study: jsonObject,
  sitting: sittingSchema,
})

export const answersJson = ({ study, sitting }: SittingAnswers): string =>
  `${JSON.stringify({ format: answersFormat, version: 1, study, sitting })}\n`

/** @throws CheckError, JsonSyntaxError */
export function answersInText(text: string): SittingAnswers {
  const { study: document, sitting } = read(answersSchema, parseJson(text), '')
  return { study: checkGiven(readStudy(document, 'study'), sitting, 'sitting'), sitting }
}

/**
 * The study that a sitting answers. @param at where errors find the sitting
 * @throws CheckError where there is none, or the sitting answers what it does not ask
 */
export function checkGiven(study: Study | undefined, sitting: ReaderSitting, at: string): Study {
  if (!study) throw new CheckError(`${at}.study`, 'the hash of a study of this file')
  const answers = `${at}.given`
  const known = new Set(study.questions.map(({ id }) => id))
  const seen = new Set<string>()
  for (const [place, { id, status, answer, confidence }] of sitting.given.entries()) {
    const where = `${answers}[${place}]`
    if (!known.has(id)) throw new CheckError(`${where}.id`, 'the id of a question of the study')
    if (seen.has(id)) throw new CheckError(`${where}.id`, 'an id that no other answer has')
    if ((status === 'answered') !== (answer !== null))
      throw new CheckError(`${where}.answer`, status === 'answered' ? 'a text' : 'null: it is not answered')
    if (study.rates !== undefined && answer !== null && !isRating(answer))
      throw new CheckError(`${where}.answer`, 'a point from 1 to 4, with U for an unsupported statement')
    if (confidence !== null && !isOnScale(study.confidence, confidence))
      throw new CheckError(`${where}.confidence`, confidenceRange(study.confidence))
    seen.add(id)
  }
  return study
}

/** The stored sitting as it is, checked. @throws CheckError */
export const readSitting = (value: Json | undefined, at = ''): ReaderSitting => read(sittingSchema, value, at)

/** What the page gives for one question. */
export type NewAnswer = Omit<GivenAnswer, 'times' | 'at' | 'changes'> & { readonly changes: number }

/** The sitting with one more answer, or another answer to the same question: it is the last one then, whatever the clock says. */
export function sittingWithAnswer(sitting: ReaderSitting, answer: NewAnswer, at: string): ReaderSitting {
  const before = sitting.given.find(({ id }) => id === answer.id)
  const isChanged = before?.status === 'answered' && before.answer !== answer.answer
  const next: GivenAnswer = {
    ...answer,
    seconds: answer.seconds + (before?.seconds ?? 0),
    pausedSeconds: answer.pausedSeconds + (before?.pausedSeconds ?? 0),
    times: (before?.times ?? 0) + 1,
    changes: answer.changes + (before?.changes ?? 0) + Number(isChanged),
    at,
  }
  return { ...sitting, given: [...sitting.given.filter(one => one !== before), next] }
}

/**
 * The place of the next question: the first without an answer, then what was skipped once, which is asked again at the end.
 * @returns null where nothing is left
 */
export function nextPlace(
  { questions }: Pick<Study, 'questions'>,
  { given }: Pick<ReaderSitting, 'given'>,
  order: readonly number[],
): number | null {
  const byId = new Map(given.map(one => [one.id, one]))
  const givenAt = (place: number) => byId.get(questions[place]?.id ?? '')
  const open = order.find(place => !givenAt(place))
  const skipped = order.find(place => {
    const one = givenAt(place)
    return one?.status === 'skipped' && one.times === 1
  })
  return open ?? skipped ?? null
}

/** How many questions of a sitting are answered, skipped and left. */
export function countProgress(
  { questions }: Pick<Study, 'questions'>,
  { given }: Pick<ReaderSitting, 'given'>,
) {
  const count = (status: GivenAnswer['status']) => given.filter(one => one.status === status).length
  return {
    answered: count('answered'),
    skipped: count('skipped'),
    unanswered: count('unanswered'),
    left: questions.length - given.length,
    questions: questions.length,
  }
}

type SittingKey = Pick<ReaderSitting, 'study' | 'reader' | 'number'>

/** Whether two are one sitting of one reader, which two machines may hold under two ids. */
export const isSameSitting = (one: SittingKey, other: SittingKey): boolean =>
  one.study === other.study && one.reader.code === other.reader.code && one.number === other.number

/**
 * Which of two answers to a question stands: of one sitting the later one, of two machines the one that is no skip.
 * @returns null where both stand and differ
 */
function standing(one: GivenAnswer, other: GivenAnswer, isOneSitting: boolean): GivenAnswer | null {
  if (isOneSitting && one.times !== other.times) return one.times > other.times ? one : other
  if (one.answer === other.answer || other.answer === null) return one
  return one.answer === null ? other : null
}

/** The id of a question that both answer, and not alike; null without one. */
export function differingAnswer(stored: ReaderSitting, other: ReaderSitting): string | null {
  const byId = new Map(stored.given.map(one => [one.id, one]))
  const differing = other.given.find(one => {
    const known = byId.get(one.id)
    return known !== undefined && standing(known, one, stored.id === other.id) === null
  })
  return differing?.id ?? null
}

/** The stored sitting with what the other has beyond it. No two answers differ. */
export function mergedSitting(stored: ReaderSitting, other: ReaderSitting): ReaderSitting {
  const byId = new Map(other.given.map(one => [one.id, one]))
  const known = new Set(stored.given.map(({ id }) => id))
  const given = [
    ...stored.given.map(one => standing(one, byId.get(one.id) ?? one, stored.id === other.id) ?? one),
    ...other.given.filter(({ id }) => !known.has(id)),
  ]
  return { ...stored, ended: stored.ended ?? other.ended, given }
}

const dayMs = 86_400_000

/** Days between the end of a reader's first sitting and now; null where there is no ended first one. */
export function daysSinceFirst(
  sittings: readonly ReaderSitting[],
  { study, code }: { readonly study: string; readonly code: string },
  now: string,
): number | null {
  const first = sittings.find(
    one => one.study === study && one.reader.code === code && one.number === 1 && one.ended !== null,
  )
  return first?.ended ? Math.max(0, (Date.parse(now) - Date.parse(first.ended)) / dayMs) : null
}
