/** Which way the axes of a volume go: as nibabel's `io_orientation` of its affine. */

type Row = readonly [number, number, number]
export type Matrix = readonly [Row, Row, Row]

/** Where an anatomical axis is stored. */
export interface StoredAxis {
  /** 0 to 2: the axis of the file. */
  readonly axis: number
  /** Whether the file counts against it: to the left, to the back, down. */
  readonly isReversed: boolean
}

/** The axes to the right, to the front and up. */
export type Orientation = readonly [StoredAxis, StoredAxis, StoredAxis]

/** @returns null where the affine does not tell the axes apart */
export function findOrientation(affine: Matrix): Orientation | null {
  const sizes = [0, 1, 2].map(column => Math.hypot(...affine.map(row => row[column] ?? 0)))
  if (sizes.some(size => !(size > 0) || !Number.isFinite(size))) return null
  const turn = nearestRotation(affine.map(row => row.map((value, column) => value / (sizes[column] ?? 1))))
  if (!turn) return null
  const axes: (StoredAxis | undefined)[] = []
  const strongest = (axis: number): number => Math.max(...turn.map(row => Math.abs(row[axis] ?? 0)))
  for (const axis of [0, 1, 2].sort((a, b) => strongest(b) - strongest(a))) {
    const column = [0, 1, 2].map(row => (axes[row] ? 0 : (turn[row]?.[axis] ?? 0)))
    const strength = column.map(Math.abs)
    const to = strength.indexOf(Math.max(...strength))
    axes[to] = { axis, isReversed: (column[to] ?? 0) < 0 }
  }
  const [right, front, up] = axes
  return right && front && up ? [right, front, up] : null
}

/** The nearest rotation or reflection: the polar factor, by Newton's iteration (Higham 1986). */
function nearestRotation(matrix: readonly (readonly number[])[]): readonly (readonly number[])[] | null {
  let now = matrix
  for (let step = 0; step < 50; step++) {
    const inverse = inverseTransposed(now)
    if (!inverse) return null
    const next = now.map((row, i) => row.map((value, j) => (value + (inverse[i]?.[j] ?? 0)) / 2))
    const change = Math.max(
      ...next.flatMap((row, i) => row.map((value, j) => Math.abs(value - (now[i]?.[j] ?? 0)))),
    )
    now = next
    if (change < 1e-12) break
  }
  return now
}

function inverseTransposed(m: readonly (readonly number[])[]): readonly (readonly number[])[] | null {
  const at = (row: number, column: number): number => m[row % 3]?.[column % 3] ?? 0
  const cofactor = (row: number, column: number): number =>
    at(row + 1, column + 1) * at(row + 2, column + 2) - at(row + 1, column + 2) * at(row + 2, column + 1)
  const cofactors = [0, 1, 2].map(row => [0, 1, 2].map(column => cofactor(row, column)))
  const determinant = [0, 1, 2].reduce(
    (sum, column) => sum + at(0, column) * (cofactors[0]?.[column] ?? 0),
    0,
  )
  if (!(Math.abs(determinant) > 1e-9)) return null
  return cofactors.map(row => row.map(value => value / determinant))
}
