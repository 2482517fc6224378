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
