/** The file in which a graph's weights lie: parts of the checkpoint as they are, and what is made of them. */
import { toFloat16 } from './floats.ts'
import { blockSize, blocksOfRow, quantiseRows, scalesOfRows, signedCodes, signedScales } from './quantise.ts'
import { elementCount, type ReadBytes, storedBytes, type Values } from './values.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** A stretch of the file. Any part of it can be read by itself: nothing of it is kept. */
export interface WeightPart {
  readonly length: number
  /** Its bytes from `start` to `end`. */
  bytes(read: ReadBytes, start: number, end: number): Promise<Bytes>
}

/** Numbers that are converted at once: 16 MiB in 32 bits. */
const most = 1 << 22

/** How the bytes of a matrix follow from its numbers, some whole rows at a time. */
interface RowForm {
  readonly columns: number
  readonly bytesOfRow: number
  make(rows: Float32Array): ArrayBufferView<ArrayBuffer>
}

function rowPart(values: Values, { columns, bytesOfRow, make }: RowForm): WeightPart {
  const rows = elementCount(values.shape) / columns
  const step = Math.max(1, Math.floor(most / columns))
  return {
    length: rows * bytesOfRow,
    async bytes(read, start, end) {
      const wanted = new Uint8Array(end - start)
      const last = Math.ceil(end / bytesOfRow)
      for (let row = Math.floor(start / bytesOfRow); row < last; row += step) {
        const stop = Math.min(last, row + step)
        const { buffer, byteOffset } = make(await values.floats(read, row * columns, stop * columns))
        const begin = row * bytesOfRow
        const [from, to] = [Math.max(start, begin), Math.min(end, stop * bytesOfRow)]
        wanted.set(new Uint8Array(buffer, byteOffset + from - begin, to - from), from - start)
      }
      return wanted
    },
  }
}

export function floatPart(values: Values): WeightPart {
  const { stored } = values
  const part = rowPart(values, { columns: 1, bytesOfRow: 4, make: floats => Float32Array.from(floats) })
  if (stored?.type !== 'F32') return part
  return { ...part, bytes: (read, start, end) => storedBytes(stored, read, start, end) }
}

export function halfPart(values: Values): WeightPart {
  const { stored } = values
  const part = rowPart(values, { columns: 1, bytesOfRow: 2, make: toFloat16 })
  if (stored?.type !== 'F16') return part
  return { ...part, bytes: (read, start, end) => storedBytes(stored, read, start, end) }
}

/** Codes and scales of a matrix, out x in. Its rows are read once for each of the two. */
export function quantisedParts(
  values: Values,
  bits: 4 | 8,
  scaleBits: 16 | 32,
): { readonly codes: WeightPart; readonly scales: WeightPart } {
  const [, columns = 0] = values.shape
  const blocks = blocksOfRow(columns)
  return {
    codes: rowPart(values, {
      columns,
      bytesOfRow: (blocks * blockSize * bits) / 8,
      make: rows => quantiseRows(rows, columns, bits).codes,
    }),
    scales: rowPart(values, {
      columns,
      bytesOfRow: (blocks * scaleBits) / 8,
      make(rows) {
        const scales = scalesOfRows(rows, columns, bits)
        return scaleBits === 16 ? toFloat16(scales) : scales
      },
    }),
  }
}

/**
 * Signed codes of a matrix, out x in, as its transpose, and a scale for each of its rows. Any stretch of the codes has numbers of all
 * rows, so that the whole matrix is read for each.
 */
export function signedParts(values: Values): { readonly codes: WeightPart; readonly scales: WeightPart } {
  const [rows = 0, columns = 0] = values.shape
  const step = Math.max(1, Math.floor(most / columns))
  return {
    codes: {
      length: rows * columns,
      async bytes(read, start, end) {
        const wanted = new Uint8Array(end - start)
        for (let row = 0; row < rows; row += step) {
          const stop = Math.min(rows, row + step)
          const codes = signedCodes(await values.floats(read, row * columns, stop * columns), columns)
          for (let at = row; at < stop; at++)
            for (let i = Math.max(0, Math.ceil((start - at) / rows)); i * rows + at < end; i++)
              wanted[i * rows + at - start] = codes[(at - row) * columns + i] as number
        }
        return wanted
      },
    },
    scales: rowPart(values, { columns, bytesOfRow: 4, make: floats => signedScales(floats, columns) }),
  }
}

/** Where each part begins in a file of parts. */
export interface PlacedPart {
  readonly offset: number
  readonly part: WeightPart
}

/**
 * Bytes of a file of parts in ascending order; zeros between two parts.
 * @throws CheckpointError damaged where a file of the checkpoint ends too early, or holds what is no number
 */
export async function bytesOfParts(
  data: readonly PlacedPart[],
  read: ReadBytes,
  start: number,
  end: number,
): Promise<Bytes> {
  const wanted = new Uint8Array(end - start)
  for (const { offset, part } of data) {
    const [from, to] = [Math.max(start, offset), Math.min(end, offset + part.length)]
    if (from < to) wanted.set(await part.bytes(read, from - offset, to - offset), from - start)
  }
  return wanted
}
