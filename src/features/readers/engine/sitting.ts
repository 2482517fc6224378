/** A reader's sitting: what is stored of it, and which question comes next. */
import type * as v from 'valibot'
import { type Json, parseJson } from '../../../engine/base/json.ts'
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
import { hash, isoDate, longText, path, runId } from '../../../engine/base/stored-values.ts'
import { readerEntries } from '../../../engine/protocol/reader.ts'
import { readStudy, type Study } from './study.ts'

const personSchema = strictShape(readerEntries)
export type Reader = v.InferOutput<typeof personSchema>

/** `unanswered`: the time limit ended it. */
const givenStates = ['answered', 'skipped', 'unanswered'] as const

const givenSchema = strictShape({
  /** Of the question. */
  id: path,
  status: oneOf(givenStates),
  /** A letter, several letters, yes or no, or what was typed; null unless answered. */
  answer: nullable(longText),
  /** In percent; null where none was given. */
  confidence: nullable(whole(0, 100)),
  /** From the painted image to the choice, without pauses; and the pauses. */
  seconds: notNegative,
  pausedSeconds: notNegative,
  /** How often it was shown. */
  times: whole(1, 1000),
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
  /** One for each question that was shown, in the order of the first answers. */
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
  for (const [place, { id, status, answer }] of sitting.given.entries()) {
    const where = `${answers}[${place}]`
    if (!known.has(id)) throw new CheckError(`${where}.id`, 'the id of a question of the study')
    if (seen.has(id)) throw new CheckError(`${where}.id`, 'an id that no other answer has')
    if ((status === 'answered') !== (answer !== null))
      throw new CheckError(`${where}.answer`, status === 'answered' ? 'a text' : 'null: it is not answered')
    seen.add(id)
  }
  return study
}

/** The stored sitting as it is, checked. @throws CheckError */
export const readSitting = (value: Json | undefined, at = ''): ReaderSitting => read(sittingSchema, value, at)

/** What the page gives for one question. */
export type NewAnswer = Omit<GivenAnswer, 'times' | 'at'>

/** The sitting with one more answer, or another answer to the same question. */
export function sittingWithAnswer(sitting: ReaderSitting, answer: NewAnswer, at: string): ReaderSitting {
  const before = sitting.given.find(({ id }) => id === answer.id)
  const next: GivenAnswer = {
    ...answer,
    seconds: answer.seconds + (before?.seconds ?? 0),
    pausedSeconds: answer.pausedSeconds + (before?.pausedSeconds ?? 0),
    times: (before?.times ?? 0) + 1,
    at,
  }
  const given = before ? sitting.given.map(one => (one === before ? next : one)) : [...sitting.given, next]
  return { ...sitting, given }
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
  const of = (place: number) => byId.get(questions[place]?.id ?? '')
  const open = order.find(place => !of(place))
  const skipped = order.find(place => {
    const one = of(place)
    return one?.status === 'skipped' && one.times === 1
  })
  return open ?? skipped ?? null
}

/** How many questions of a sitting are answered, skipped and left. */
export function progressOf({ questions }: Pick<Study, 'questions'>, { given }: Pick<ReaderSitting, 'given'>) {
  const count = (status: GivenAnswer['status']) => given.filter(one => one.status === status).length
  return {
    answered: count('answered'),
    skipped: count('skipped'),
    unanswered: count('unanswered'),
    left: questions.length - given.length,
    questions: questions.length,
  }
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
