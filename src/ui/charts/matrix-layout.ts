import type { Island } from '../../engine/statistics/island.ts'

export interface MatrixLayout {
  readonly width: number
  readonly height: number
  /** Side of a cell. */
  readonly cell: number
  /** Where the cells begin. */
  readonly left: number
  readonly top: number
  readonly labels: readonly string[]
  /** Whether a cell has room for its number. */
  readonly hasNumbers: boolean
}

export interface Place {
  readonly row: number
  readonly column: number
}

const legendHeight = 40

/** Cells as large as the width allows; labels at the left, and upright above. */
export function matrixLayout(labels: readonly string[], room: number): MatrixLayout {
  const most = room < 560 ? 16 : room < 960 ? 28 : 46
  const short = labels.map(text => cut(text, most))
  const longest = Math.max(4, ...short.map(text => text.length))
  const left = Math.ceil(longest * 5.8) + 12
  const n = Math.max(1, labels.length)
  const cell = Math.max(12, Math.min(42, Math.floor((room - left - 4) / n)))
  const top = left + legendHeight
  return {
    width: Math.max(left + n * cell + 4, 290),
    height: top + n * cell + 4,
    cell,
    left,
    top,
    labels: short,
    hasNumbers: cell >= 30,
  }
}

/** Cut in the middle: voxels of one task differ at their ends. */
function cut(text: string, most: number): string {
  if (text.length <= most) return text
  const head = Math.ceil((most - 1) * 0.4)
  return `${text.slice(0, head)}…${text.slice(text.length - (most - 1 - head))}`
}

/** All cells of one colour as one path, so that ten thousand cells are some hundred shapes; r in hundredths. */
export function cellPaths(matrix: Island['matrix'], cell: number): { r: number | null; path: string }[] {
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

/** The cell at a point of the picture; null beside the cells. */
export function placeAt({ left, top, cell, labels }: MatrixLayout, x: number, y: number): Place | null {
  const [column, row] = [Math.floor((x - left) / cell), Math.floor((y - top) / cell)]
  const isInside = column >= 0 && row >= 0 && column < labels.length && row < labels.length
  return isInside ? { row, column } : null
}

/** The place after a key; null where the key moves nothing. */
export function moved(from: Place | null, key: string, n: number): Place | null {
  const { row, column } = from ?? { row: 0, column: 0 }
  const steps: Readonly<Record<string, Place>> = {
    ArrowLeft: { row, column: column - 1 },
    ArrowRight: { row, column: column + 1 },
    ArrowUp: { row: row - 1, column },
    ArrowDown: { row: row + 1, column },
    Home: { row, column: 0 },
    End: { row, column: n - 1 },
  }
  const to = steps[key]
  const within = (at: number) => Math.min(n - 1, Math.max(0, at))
  return to ? { row: within(to.row), column: within(to.column) } : null
}
