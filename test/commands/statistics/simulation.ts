/** One table of docs/statistics.md that `npm run statistics` prints and checks. */
export interface Simulation {
  /** For `--only`: lower case with hyphens. */
  readonly name: string
  /** What the table shows, as a sentence. */
  readonly title: string
  /** Heads of the columns; those of figures are set to the right. */
  readonly columns: readonly { readonly head: string; readonly isFigure?: true }[]
  /** The table, a row at a time. Equal numbers of runs give equal rows. @param runs data sets that are drawn for a figure */
  rows(runs: number): Iterable<SimulationRow>
}

interface SimulationRow {
  readonly cells: readonly string[]
  /** What misses its limit, as a sentence; null where nothing does. */
  readonly miss: string | null
}

/** In per cent. */
export const inPercent = (share: number, digits = 1): string => (100 * share).toFixed(digits)

/** From the lowest to the highest, in per cent. */
export const percentSpan = (shares: readonly number[], digits = 1): string =>
  `${inPercent(Math.min(...shares), digits)}–${inPercent(Math.max(...shares), digits)}`
