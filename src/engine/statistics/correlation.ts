/** Which voxels rise and fall together over models. */
import { correlationOf } from './pearson.ts'

/** With fewer models than this, two voxels have no correlation. */
const minPairs = 3

/**
 * Pearson's r between every two columns, over the rows where both have a number (pairwise complete); null where
 * fewer than three rows have both or one side is constant. A column with any two unlike numbers has 1 with itself.
 * @param columns one list per voxel, all in the same order of models, null where a model was not asked
 */
export function correlationMatrix(columns: readonly (readonly (number | null)[])[]): (number | null)[][] {
  const matrix = columns.map(() => new Array<number | null>(columns.length).fill(null))
  for (const [i, first] of columns.entries()) {
    for (const [j, second] of columns.slice(0, i + 1).entries()) {
      const r = correlationOfComplete(first, second)
      const value = i === j && r !== null ? 1 : r
      ;(matrix[i] as (number | null)[])[j] = value
      ;(matrix[j] as (number | null)[])[i] = value
    }
  }
  return matrix
}

function correlationOfComplete(
  first: readonly (number | null)[],
  second: readonly (number | null)[],
): number | null {
  const x: number[] = []
  const y: number[] = []
  for (const [row, a] of first.entries()) {
    const b = second[row] ?? null
    if (a === null || b === null) continue
    x.push(a)
    y.push(b)
  }
  return x.length < minPairs ? null : correlationOf(x, y)
}
