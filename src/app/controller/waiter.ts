/** The user who waits for a file: progress goes there, and a cancellation comes from there. */
export interface Waiter {
  /** Aborted if the user cancels: the work then throws its reason. */
  readonly signal: AbortSignal
  /** @param what is being done, such as "Image 3 of 40" */
  readonly report: (what: string) => void
}

/** For files that are written before the user asks for them. */
export const nobodyWaits: Waiter = { signal: new AbortController().signal, report: () => {} }
