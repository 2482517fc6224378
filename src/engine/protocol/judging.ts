import { get, type JsonObject } from '@voxelwise/python'
import type * as v from 'valibot'
import { boolean, byKey, list, oneOf, optional, shape, whole } from '../base/schema.ts'
import { name, path, storedCount } from '../base/stored-values.ts'
import type { DatasetInfo } from './identity.ts'
import { referenceSchema } from './protocol-reference.ts'

/** How a model rates the free-text answers of another run. The protocol gives the rubric (docs/protocols.md). */
export const judgingSchema = shape({
  /** Instead of answers to be rated: replies of the pass without options that no rule could read. */
  of: optional(oneOf(['no-options'])),
  /** Whether the judge sees the images. */
  showsImages: boolean,
  /** Constrained to the form of a reply, token by token; otherwise free, and unreadable replies are counted. */
  isHeld: boolean,
  /** Answers that are rated again, by index: drawn at temperature 1, to show the judge's own spread. */
  repeated: list(storedCount),
  times: whole(0, 1000),
})
export type Judging = v.InferOutput<typeof judgingSchema>

/** Ratings by people, from their sheet. */
export const ratingsSchema = shape({
  /** The judging whose dimensions they follow. */
  rubric: referenceSchema,
  /** Name of the sheet. */
  file: path,
  /** By the item's id. */
  ratings: byKey(path, byKey(name, whole(-1000, 1000))),
})
export type PeoplesRatings = v.InferOutput<typeof ratingsSchema>

/** The number of the rating that a sample requests: 0 for the one that counts, and for any other kind of sample. */
export function ratingNumber(fields: JsonObject): number {
  const repeat = get(fields, 'repeat')
  return typeof repeat === 'number' ? repeat : 0
}

/** One more than the highest index that a sample of the run can have. */
export function indexSpace({
  dataset,
  judging,
}: {
  readonly dataset: Pick<DatasetInfo, 'counts'>
  readonly judging?: Pick<Judging, 'times'>
}): number {
  return dataset.counts.loaded * (1 + (judging?.times ?? 0))
}
