/** Which row names the columns, where titles stand above it. */

/** Rows in which the names are looked for. */
export const MOST_TITLES = 20

/** Cells of a title: a text, and perhaps a date or a remark. */
export const mostOfTitle = 2

/**
 * The first row that holds something, or the first wide row of texts behind titles: a row of one cell, and perhaps more of one or
 * two.
 * @param rows the first ones; null or an empty text where a cell holds nothing
 * @returns its place; -1 where no row holds anything
 */
export function headerRow(rows: readonly (readonly unknown[])[]): number {
  const filled = rows.map(row => row.filter(cell => cell !== null && cell !== '').length)
  const first = filled.findIndex(count => count > 0)
  const widest = Math.max(0, ...filled)
  const found = filled.findIndex((count, i) => i >= first && count > mostOfTitle && count > widest / 2)
  const isNamed = found !== -1 && (rows[found] ?? []).every(mayBeName)
  const above = filled.slice(first, Math.max(first, found))
  const areTitles = above[0] === 1 && above.every(count => count <= mostOfTitle)
  return isNamed && areTitles && found < MOST_TITLES ? found : first
}

const mayBeName = (cell: unknown): boolean =>
  cell === null || (typeof cell === 'string' && !/^[\d.,\s-]+$/.test(cell))
