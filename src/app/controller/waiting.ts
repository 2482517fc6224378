/** Whoever waits for a file: it hears how far it is, and may give up. */
export interface Waiting {
  /** @throws its reason where it is aborted: the work ends with it */
  readonly signal: AbortSignal
  /** @param what is being done, as "Image 3 of 40" */
  readonly report: (what: string) => void
}
