/** The file in which a graph's weights lie: parts of the checkpoint as they are, and what is made of them. */
import { toFloat16 } from './floats.ts'
import { keepScales, keptScales } from './last-scales.ts'
import { blockSize, blocksOfRow, quantiseRows, scalesOfRows, signedCodes, signedScales } from './quantise.ts'
import { elementCount, loadFloats, type ReadBytes, storedBytes, type Values } from './values.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** A stretch of the file. Any part of it can be read by itself: nothing of it is kept. */
export interface WeightPart {
  readonly length: number
  /** Its bytes from `start` to `end`. */
  bytes(read: ReadBytes, start: number, end: number): Promise<Bytes>
}

/** Numbers that are read at once: 16 MiB at most. */
const most = 1 << 22

/** Numbers that are converted at once: so few stay in the processor's cache. */
const few = 1 << 14

/** How the bytes of a matrix follow from its numbers, some whole rows at a time. */
interface RowForm {
  readonly columns: number
  readonly bytesOfRow: number
  /** @param first the number of the first of these rows */
  make(rows: Float32Array<ArrayBuffer>, first: number): ArrayBufferView<ArrayBuffer>
}

function rowPart(values: Values, { columns, bytesOfRow, make }: RowForm): WeightPart {
  const rows = elementCount(values.shape) / columns
  const readStep = Math.max(1, Math.floor(most / columns))
  const step = Math.max(1, Math.floor(few / columns))
  return {
    length: rows * bytesOfRow,
    async bytes(read, start, end) {
      const wanted = new Uint8Array(end - start)
      const floats = new Float32Array(step * columns)
      const last = Math.ceil(end / bytesOfRow)
      for (let begin = Math.floor(start / bytesOfRow); begin < last; begin += readStep) {
        const stop = Math.min(last, begin + readStep)
        const fill = await values.load(read, begin * columns, stop * columns)
        for (let row = begin; row < stop; row += step) {
          const some = floats.subarray(0, (Math.min(stop, row + step) - row) * columns)
          fill(some, (row - begin) * columns)
          const { buffer, byteOffset, byteLength } = make(some, row)
          const offset = row * bytesOfRow
          const [from, to] = [Math.max(start, offset), Math.min(end, offset + byteLength)]
          wanted.set(new Uint8Array(buffer, byteOffset + from - offset, to - from), from - start)
        }
      }
      return wanted
    },
  }
}

export function floatPart(values: Values): WeightPart {
  const { stored } = values
  const part = rowPart(values, { columns: 1, bytesOfRow: 4, make: floats => floats })
  if (stored?.type !== 'F32') return part
  return { ...part, bytes: (read, start, end) => storedBytes(stored, read, start, end) }
}

export function halfPart(values: Values): WeightPart {
  const { stored } = values
  const part = rowPart(values, { columns: 1, bytesOfRow: 2, make: toFloat16 })
  if (stored?.type !== 'F16') return part
  return { ...part, bytes: (read, start, end) => storedBytes(stored, read, start, end) }
}

/** Codes and scales of a matrix, out x in. Read in this order, its rows are read once. */
export function quantisedParts(
  values: Values,
  bits: 4 | 8,
  scaleBits: 16 | 32,
): { readonly codes: WeightPart; readonly scales: WeightPart } {
  const [rows = 0, columns = 0] = values.shape
  const blocks = blocksOfRow(columns)
  const bytesOfRow = (blocks * scaleBits) / 8
  const stored = (scales: Float32Array<ArrayBuffer>): ArrayBufferView<ArrayBuffer> =>
    scaleBits === 16 ? toFloat16(scales) : scales
  const made = rowPart(values, {
    columns,
    bytesOfRow,
    make: floats => stored(scalesOfRows(floats, columns, bits)),
  })
  return {
    codes: rowPart(values, {
      columns,
      bytesOfRow: (blocks * blockSize * bits) / 8,
      make(floats, first) {
        const { codes, scales } = quantiseRows(floats, columns, bits)
        keepScales(values, scales, first * blocks, rows * blocks)
        return codes
      },
    }),
    scales: {
      length: made.length,
      async bytes(read, start, end) {
        const [first, last] = [Math.floor(start / bytesOfRow), Math.ceil(end / bytesOfRow)]
        const kept = keptScales(values, first * blocks, last * blocks)
        if (!kept) return made.bytes(read, start, end)
        const { buffer, byteOffset } = stored(kept)
        const offset = byteOffset - first * bytesOfRow
        return new Uint8Array(buffer, offset + start, end - start).slice()
      },
    },
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
          const codes = signedCodes(await loadFloats(values, read, row * columns, stop * columns), columns)
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
  const inside = data.find(({ offset, part }) => offset <= start && end <= offset + part.length)
  if (inside) return inside.part.bytes(read, start - inside.offset, end - inside.offset)
  const wanted = new Uint8Array(end - start)
  for (const { offset, part } of data) {
    const [from, to] = [Math.max(start, offset), Math.min(end, offset + part.length)]
    if (from < to) wanted.set(await part.bytes(read, from - offset, to - offset), from - start)
  }
  return wanted
}
