import type * as v from 'valibot'
import { optional, shape, textOf, whole } from '../base/schema.ts'
import { hash, name } from '../base/stored-values.ts'

/** Most characters of a reader's code. */
export const longestCode = 24

/** A person who answers the questions of a model, by a code. */
export const readerEntries = {
  code: textOf(longestCode, 1),
  /** Such as "resident"; absent if not given. */
  role: optional(name),
  /** Of experience. */
  years: optional(whole(0, 80)),
}

/** The person whose answers a run has. */
export const readerSchema = shape({
  ...readerEntries,
  /** SHA-256 (hex) of the study's document. */
  study: hash,
  /** Its number: a second sitting asks the same questions again. */
  sitting: whole(1, 2),
})
export type ReaderFacts = v.InferOutput<typeof readerSchema>

/** "Reader R1, resident", "Reader R1, second sitting". */
export const readerWords = ({ code, role, sitting }: Omit<ReaderFacts, 'study'>): string =>
  [`Reader ${code}`, role, sitting === 2 && 'second sitting'].filter(Boolean).join(', ')
