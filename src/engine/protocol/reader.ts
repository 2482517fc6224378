import type * as v from 'valibot'
import { counted } from '../base/counted.ts'
import { boundedText, optional, shape, whole } from '../base/schema.ts'
import { hash, name } from '../base/stored-values.ts'

/** Most characters of a reader's code. */
export const longestCode = 24

/** Largest margin that a study may state. */
export const mostMarginPoints = 50

/** A text about screen, room and aids. */
export const conditionsText = boundedText(300, 1)

/** A person who answers the questions of a model, by a code. */
export const readerEntries = {
  code: boundedText(longestCode, 1),
  /** Such as "resident"; absent if not given. */
  role: optional(name),
  /** Years of experience. */
  years: optional(whole(0, 80)),
  /** Such as "neuroradiology", and what was taught for this study. */
  specialty: optional(name),
  training: optional(name),
}

/** The person whose answers a run has. */
export const readerSchema = shape({
  ...readerEntries,
  /** SHA-256 (hex) of the study's document. */
  study: hash,
  /** Its number: a second sitting asks the same questions again. */
  sitting: whole(1, 2),
  /** Under which it was held, in the reader's words. */
  conditions: optional(conditionsText),
  /** What was shown in place of the images, as its study names it; absent for the images themselves. */
  shows: optional(name),
  /** The margin in points that its study states; absent without. */
  marginPoints: optional(whole(1, mostMarginPoints)),
})
export type ReaderFacts = v.InferOutput<typeof readerSchema>

/** "Reader R1, resident", "Reader R1, second sitting". */
export const readerWords = ({
  code,
  role,
  sitting,
}: Pick<ReaderFacts, 'code' | 'role' | 'sitting'>): string =>
  [`Reader ${code}`, role, sitting === 2 && 'second sitting'].filter(Boolean).join(', ')

/** What else is known of a reader and the sitting: "neuroradiology; 5 years of experience; dark room". Empty where nothing is. */
export const readerNotes = ({
  years,
  specialty,
  training,
  conditions,
  shows,
  marginPoints,
}: ReaderFacts): string =>
  [
    specialty,
    years !== undefined && `${counted(years, 'year')} of experience`,
    training !== undefined && `trained: ${training}`,
    conditions !== undefined && `conditions: ${conditions}`,
    shows !== undefined && `shown instead of the images: ${shows}`,
    marginPoints !== undefined && `stated margin: ${counted(marginPoints, 'point')}`,
  ]
    .filter(Boolean)
    .join('; ')
