import type * as v from 'valibot'
import { boolean, byKey, list, shape, whole } from '../base/schema.ts'
import { count, name, path } from '../base/stored-values.ts'
import { referenceSchema } from './protocol-reference.ts'

/** How a model rates the open answers of another run; by which rubric, the protocol says (docs/protocols.md). */
export const judgingSchema = shape({
  /** Whether the judge sees the images. */
  showsImages: boolean,
  /** Held to the form of a reply, token by token; else it says what it likes, and what cannot be read is counted. */
  isHeld: boolean,
  /**
   * Answers that are rated again, by the index of their sample, and how often: drawn at temperature 1, since the greedy
   * reply would be the same. They show the judge's own spread.
   */
  repeated: list(count),
  times: whole(0, 1000),
})
export type Judging = v.InferOutput<typeof judgingSchema>

/** Ratings by people, as a sheet of theirs says. */
export const ratingsSchema = shape({
  /** Whose dimensions they follow. */
  rubric: referenceSchema,
  /** Name of the sheet. */
  file: path,
  /** By the item's id. */
  ratings: byKey(path, byKey(name, whole(-1000, 1000))),
})
export type PeoplesRatings = v.InferOutput<typeof ratingsSchema>
