/** What several features give, of which some must stand before others. */
export interface Ranked {
  /** Lower ranks stand first, equal ones in the order of their names; 0 unless given. */
  readonly rank?: number
}

/** The same, lowest rank first. */
export const byRank = <T extends Ranked>(all: readonly T[]): readonly T[] =>
  all.toSorted((a, b) => (a.rank ?? 0) - (b.rank ?? 0))
