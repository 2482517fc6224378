import { ownValue } from '@voxelwise/python'
import type { Correlated } from '../../../engine/analysis/correlated-labels.ts'
import { type KeyItem, keyLayout } from '../../../ui/charts/kit/key.tsx'
import { fitText, type MeasureText, widest } from '../../../ui/charts/kit/text.ts'
import { label } from '../../../ui/text/format.ts'

export type MatrixLayout = ReturnType<typeof matrixLayout>

export interface Place {
  readonly row: number
  readonly column: number
}

interface Options {
  readonly width: number
  readonly measure: MeasureText
  readonly items: readonly KeyItem[]
}

const cells = { least: 12, most: 42, number: 30 }
/** Labels are on the left and above, so that the matrix gets more of the width. */
const labelShare = 0.32
const [minLabels, maxLabels, gap] = [40, 280, 12]
const minWidth = 290

/** Cells as large as the width allows; labels at the left, and upright above, cut in the middle. */
export function matrixLayout(names: readonly string[], { width, measure, items }: Options) {
  const room = Math.min(maxLabels, Math.max(minLabels, width * labelShare))
  // Voxels of one task differ at their ends.
  const labels = names.map(name => fitText(label(name), room, measure, 'matrix-label', 'ends'))
  const left = Math.ceil(Math.max(minLabels, widest(labels, measure, 'matrix-label'))) + gap
  const n = Math.max(1, names.length)
  const cell = Math.max(cells.least, Math.min(cells.most, Math.floor((width - left - 4) / n)))
  const whole = Math.max(left + n * cell + 4, minWidth)
  const keys = keyLayout(items, whole, measure)
  const top = keys.height + left
  return {
    ...{ cell, left, top, labels, keys },
    width: whole,
    height: top + n * cell + 4,
    hasNumbers: cell >= cells.number,
  }
}

/** All cells of one colour as one path, so that ten thousand cells are some hundred shapes; r in hundredths. */
export function cellPaths(matrix: Correlated['matrix'], cell: number): { r: number | null; path: string }[] {
  const paths = new Map<number | null, string>()
  for (const [i, row] of matrix.entries()) {
    for (const [j, exact] of row.entries()) {
      const r = exact === null ? null : Math.round(exact * 100) / 100
      const shape =
        r === null
          ? `M${(j + 0.5) * cell - 3} ${(i + 0.5) * cell}h6`
          : `M${j * cell + 0.5} ${i * cell + 0.5}h${cell - 1}v${cell - 1}h${1 - cell}z`
      paths.set(r, (paths.get(r) ?? '') + shape)
    }
  }
  return Array.from(paths, ([r, path]) => ({ r, path }))
}

/** The cell at a point of the picture; null outside the cells. */
export function placeAt({ left, top, cell, labels }: MatrixLayout, x: number, y: number): Place | null {
  const [column, row] = [Math.floor((x - left) / cell), Math.floor((y - top) / cell)]
  const isInside = column >= 0 && row >= 0 && column < labels.length && row < labels.length
  return isInside ? { row, column } : null
}

/** The place after a key; null where the key moves nothing. */
export function placeAfterKey(from: Place | null, key: string, n: number): Place | null {
  const { row, column } = from ?? { row: 0, column: 0 }
  const steps: Readonly<Record<string, Place>> = {
    ArrowLeft: { row, column: column - 1 },
    ArrowRight: { row, column: column + 1 },
    ArrowUp: { row: row - 1, column },
    ArrowDown: { row: row + 1, column },
    Home: { row, column: 0 },
    End: { row, column: n - 1 },
  }
  const to = ownValue(steps, key)
  const within = (at: number) => Math.min(n - 1, Math.max(0, at))
  return to ? { row: within(to.row), column: within(to.column) } : null
}
