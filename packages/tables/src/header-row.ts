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
  const firstWide = filled.findIndex((count, i) => i >= first && count > mostOfTitle && count > widest / 2)
  const isNamed = firstWide !== -1 && (rows[firstWide] ?? []).every(mayBeName)
  const above = filled.slice(first, Math.max(first, firstWide))
  const areTitles = above[0] === 1 && above.every(count => count <= mostOfTitle)
  return isNamed && areTitles && firstWide < MOST_TITLES ? firstWide : first
}

const mayBeName = (cell: unknown): boolean =>
  cell === null || (typeof cell === 'string' && !/^[\d.,\s-]+$/.test(cell))

/**
 * As pandas names columns: `Unnamed: 0` where a name is missing; where one was there before, it and the next number that
 * no other column is called by (`a, a, a.1` are `a, a.2, a.1`).
 */
export function columnNames(header: readonly string[]): readonly string[] {
  const names = header.map((cell, i) => (cell === '' ? `Unnamed: ${i}` : cell))
  const taken = new Set(names)
  const next = new Map<string, number>()
  const places = [...header.keys()]
  // A name of the file's own comes before one that stands for none.
  const inOrder = [...places.filter(i => header[i] !== ''), ...places.filter(i => header[i] === '')]
  for (const i of inOrder) {
    const name = names[i] ?? ''
    let number = next.get(name) ?? 0
    if (number > 0) {
      while (taken.has(`${name}.${number}`)) number++
      names[i] = `${name}.${number}`
      taken.add(`${name}.${number}`)
    }
    next.set(name, number + 1)
  }
  return names
}
