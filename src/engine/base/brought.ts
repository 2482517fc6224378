/** A feature's part, for a request that only this feature offers. @throws Error if the feature was deleted */
export function brought<T>(given: T | null): T {
  if (given !== null) return given
  throw new Error('The feature that offers this was deleted.')
}
