import type { JsonObject } from '../base/json.ts'
import { get } from '../base/python.ts'
import type { DatasetInfo } from './identity.ts'

/** How a model rates the free-text answers of another run. The protocol gives the rubric (docs/protocols.md). */
export interface Judging {
  /** Whether the judge sees the images. */
  readonly showsImages: boolean
  /** Constrained to the form of a reply, token by token; otherwise free, and unreadable replies are counted. */
  readonly isHeld: boolean
  /**
   * Answers that are rated again, by the index of their sample, and how often: drawn at temperature 1, since the greedy
   * reply would be the same. They show the judge's own spread.
   */
  readonly repeated: readonly number[]
  readonly times: number
}

/** Ratings by people, from their sheet. */
export interface PeoplesRatings {
  /** The judging whose dimensions they follow. */
  readonly rubric: { readonly id: string; readonly version: number }
  /** Name of the sheet. */
  readonly file: string
  /** By the item's id. */
  readonly ratings: Readonly<Record<string, Readonly<Record<string, number>>>>
}

/** The number of the rating that a sample requests: 0 for the one that counts, and for any other kind of sample. */
export function repeatOf(fields: JsonObject): number {
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
