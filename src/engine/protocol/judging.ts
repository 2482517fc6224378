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
