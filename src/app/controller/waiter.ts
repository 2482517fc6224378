/** Whoever waits for a file: it hears how far it is, and may give up. */
export interface Waiter {
  /** @throws its reason where it is aborted: the work ends with it */
  readonly signal: AbortSignal
  /** @param what is being done, as "Image 3 of 40" */
  readonly report: (what: string) => void
}

/** Where nobody waits: what is written before it is wanted. */
export const nobodyWaits: Waiter = { signal: new AbortController().signal, report: () => {} }
