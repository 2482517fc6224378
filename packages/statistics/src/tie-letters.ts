/**
 * The compact letter display: two items share a letter if and only if they are not found different. H.-P. Piepho (2004), "An
 * algorithm for a letter-based representation of all-pairwise comparisons", J. Comput. Graph. Stat. 13, 456–466: insert and absorb.
 * @param differ whether two of the items, by their places, are different
 * @returns for each item its groups as numbers from 0; the group of the first item comes first
 */
export function tieGroups(items: number, differ: (a: number, b: number) => boolean): number[][] {
  let columns: ReadonlySet<number>[] = [new Set(Array.from({ length: items }, (_, i) => i))]
  for (let a = 0; a < items; a++)
    for (let b = a + 1; b < items; b++) {
      if (!differ(a, b)) continue
      const split = columns.flatMap(column =>
        column.has(a) && column.has(b) ? [without(column, a), without(column, b)] : [column],
      )
      columns = absorbed(split)
    }
  const first = (column: ReadonlySet<number>): number => Math.min(...column)
  columns.sort((a, b) => first(a) - first(b) || Math.max(...a) - Math.max(...b))
  return Array.from({ length: items }, (_, item) =>
    columns.flatMap((column, at) => (column.has(item) ? [at] : [])),
  )
}

const without = (column: ReadonlySet<number>, item: number): ReadonlySet<number> =>
  new Set([...column].filter(one => one !== item))

/** Without those that lie within another; of equal ones the first stays. */
function absorbed(columns: readonly ReadonlySet<number>[]): ReadonlySet<number>[] {
  const isWithin = (a: ReadonlySet<number>, b: ReadonlySet<number>): boolean =>
    a.size <= b.size && [...a].every(item => b.has(item))
  return columns.filter(
    (column, at) =>
      !columns.some(
        (other, place) => place !== at && isWithin(column, other) && (column.size < other.size || place < at),
      ),
  )
}

/** "a", "b", …, "z", "aa", …: the name of a group of ties. */
export function tieLetter(group: number): string {
  const letter = String.fromCharCode(97 + (group % 26))
  return group < 26 ? letter : `${tieLetter(Math.floor(group / 26) - 1)}${letter}`
}
