export interface RowsState {
  /** Differs whenever the stored records differ. */
  readonly cacheKey: string
  /** Whether rows can be made without reading the records, or with few. */
  readonly isReady: boolean
}
