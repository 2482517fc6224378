import { expect, test } from 'vitest'
import { averageLinkage, clusterOrder } from '../src/cluster.ts'
import { correlationMatrix } from '../src/correlation.ts'
import { labGolden } from './lab-golden.ts'

test('correlations of complete pairs are those of pandas', () => {
  const { columns, matrix } = labGolden.correlation
  const found = correlationMatrix(columns)
  const expected = matrix.map(row => row.map(r => (r === null ? null : expect.closeTo(r, 12))))
  expect(found).toEqual(expected)
})

test('merges and the order of the leaves are those of SciPy, ties included', () => {
  for (const { condensed, linkage, leaves } of labGolden.linkage) {
    const distances = squareForm(condensed, leaves.length)
    const merges = averageLinkage(distances)
    expect(merges.map(({ first, second, distance, size }) => [first, second, distance, size])).toEqual(
      linkage.map(([first, second, distance, size]) => [first, second, expect.closeTo(distance, 10), size]),
    )
    expect(clusterOrder(distances.map(row => row.map(distance => 1 - distance)))).toEqual(leaves)
  }
})

function squareForm(condensed: readonly number[], n: number): number[][] {
  const square = Array.from({ length: n }, () => new Array<number>(n).fill(0))
  let at = 0
  for (let i = 0; i < n; i++) {
    for (let j = i + 1; j < n; j++) {
      const distance = condensed[at++] ?? 0
      ;(square[i] ?? [])[j] = distance
      ;(square[j] ?? [])[i] = distance
    }
  }
  return square
}

test('similar rows are next to each other', () => {
  const island = [
    [1, -0.5, 0.9, null],
    [-0.5, 1, -0.6, 0.8],
    [0.9, -0.6, 1, -0.4],
    [null, 0.8, -0.4, 1],
  ]
  expect(clusterOrder(island)).toEqual([0, 2, 1, 3])
  expect(clusterOrder([[1]])).toEqual([0])
  expect(clusterOrder([])).toEqual([])
})
