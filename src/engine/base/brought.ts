/** What a feature brings, for what only this feature offers. @throws Error where the feature was deleted */
export function brought<T>(given: T | null): T {
  if (given !== null) return given
  throw new Error('The feature that offers this is not here.')
}
