import type { JsonObject } from '../base/json.ts'
import { get } from '../base/python.ts'
import type { DatasetInfo } from './identity.ts'

/** How a model rates the open answers of another run; by which rubric, the protocol says (docs/protocols.md). */
export interface Judging {
  /** Whether the judge sees the images. */
  readonly showsImages: boolean
  /** Held to the form of a reply, token by token; else it says what it likes, and what cannot be read is counted. */
  readonly isHeld: boolean
  /**
   * Answers that are rated again, by the index of their sample, and how often: drawn at temperature 1, since the greedy
   * reply would be the same. They show the judge's own spread.
   */
  readonly repeated: readonly number[]
  readonly times: number
}

/** Ratings by people, as a sheet of theirs says. */
export interface PeoplesRatings {
  /** Whose dimensions they follow. */
  readonly rubric: { readonly id: string; readonly version: number }
  /** Name of the sheet. */
  readonly file: string
  /** By the item's id. */
  readonly ratings: Readonly<Record<string, Readonly<Record<string, number>>>>
}

/** Which rating of its answer a sample asks for: 0 the one that counts; of what is no judged sample 0. */
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
