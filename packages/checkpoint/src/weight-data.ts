/** The file in which a graph's weights lie: parts of the checkpoint as they are, and what is made of them. */
import { float16Of } from './floats.ts'
import { blockSize, blocksOfRow, quantiseRows } from './quantise.ts'
import type { StoredTensor } from './safetensors.ts'
import { countOf, type ReadBytes, type Values } from './values.ts'

/** A stretch of the file. */
export interface WeightPart {
  readonly length: number
  /** Where it lies as it is; null where it has to be made. */
  readonly stored: Pick<StoredTensor, 'file' | 'begin' | 'end'> | null
  /** Its bytes in pieces. */
  make(read: ReadBytes): AsyncGenerator<Uint8Array<ArrayBuffer>>
}

/** Numbers that are converted at once: 16 MiB in 32 bits. */
const most = 1 << 22

/** Whole rows that together have at most `most` numbers; at least one. */
async function* slices(read: ReadBytes, values: Values, columns: number): AsyncGenerator<Float32Array> {
  const count = countOf(values.shape)
  const step = Math.max(1, Math.floor(most / columns)) * columns
  for (let from = 0; from < count; from += step)
    yield await values.floats(read, from, Math.min(count, from + step))
}

const bytesOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView<ArrayBuffer>): Uint8Array<ArrayBuffer> =>
  new Uint8Array(buffer, byteOffset, byteLength)

export const floatPart = (values: Values): WeightPart => ({
  length: 4 * countOf(values.shape),
  stored: values.stored?.type === 'F32' ? values.stored : null,
  async *make(read) {
    for await (const floats of slices(read, values, 1)) yield bytesOf(Float32Array.from(floats))
  },
})

export const halfPart = (values: Values): WeightPart => ({
  length: 2 * countOf(values.shape),
  stored: values.stored?.type === 'F16' ? values.stored : null,
  async *make(read) {
    for await (const floats of slices(read, values, 1)) yield bytesOf(float16Of(floats))
  },
})

/** Codes and scales of a matrix, out x in. Its rows are read once for each of the two. */
export function quantisedParts(
  values: Values,
  bits: 4 | 8,
  scaleBits: 16 | 32,
): { readonly codes: WeightPart; readonly scales: WeightPart } {
  const [rows = 0, columns = 0] = values.shape
  const blocks = rows * blocksOfRow(columns)
  return {
    codes: {
      length: (blocks * blockSize * bits) / 8,
      stored: null,
      async *make(read) {
        for await (const floats of slices(read, values, columns))
          yield quantiseRows(floats, columns, bits).codes
      },
    },
    scales: {
      length: (blocks * scaleBits) / 8,
      stored: null,
      async *make(read) {
        for await (const floats of slices(read, values, columns)) {
          const { scales } = quantiseRows(floats, columns, bits)
          yield bytesOf(scaleBits === 16 ? float16Of(scales) : scales)
        }
      },
    },
  }
}
