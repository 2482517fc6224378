/** Blocks of whole numbers for `MatMulNBits`: symmetric, rounded to nearest even. */
import { rounded } from './floats.ts'

/** Numbers that share one scale. */
export const blockSize = 32

export interface QuantisedRows {
  /** One block after the other, the lower half of a byte first where a number has four bits. */
  readonly codes: Uint8Array<ArrayBuffer>
  /** One a block. */
  readonly scales: Float32Array<ArrayBuffer>
}

export const blocksOfRow = (columns: number): number => Math.ceil(columns / blockSize)

/**
 * Rows of a Linear's own matrix (out x in). Of the largest magnitude in a block the scale is the -2^(bits - 1)th part, so
 * that this number is exact; a block of zeros has the scale 0. A row's last block is filled with zeros.
 * @param floats whole rows
 */
export function quantiseRows(floats: Float32Array, columns: number, bits: 4 | 8): QuantisedRows {
  const rows = floats.length / columns
  const blocks = blocksOfRow(columns)
  const bytesOfBlock = (blockSize * bits) / 8
  const middle = 2 ** (bits - 1)
  const codes = new Uint8Array(rows * blocks * bytesOfBlock)
  const scales = scalesOfRows(floats, columns, bits)
  for (let row = 0; row < rows; row++)
    for (let block = 0; block < blocks; block++) {
      const start = row * columns + block * blockSize
      const length = Math.min(blockSize, columns - block * blockSize)
      const at = row * blocks + block
      const scale = scales[at] as number
      const inverse = scale === 0 ? 0 : 1 / scale
      for (let i = 0; i < blockSize; i++) {
        const value = i < length ? (floats[start + i] as number) * inverse : 0
        const code = Math.min(2 * middle - 1, Math.max(0, rounded(value) + middle))
        const byte = at * bytesOfBlock + (bits === 8 ? i : i >> 1)
        codes[byte] = bits === 8 ? code : (codes[byte] as number) | (code << (4 * (i & 1)))
      }
    }
  return { codes, scales }
}

/** The scales that `quantiseRows` gives, without the codes. @param floats whole rows */
export function scalesOfRows(floats: Float32Array, columns: number, bits: 4 | 8): Float32Array<ArrayBuffer> {
  const blocks = blocksOfRow(columns)
  const scales = new Float32Array((floats.length / columns) * blocks)
  for (let at = 0; at < scales.length; at++) {
    const inRow = (at % blocks) * blockSize
    const start = Math.floor(at / blocks) * columns + inRow
    scales[at] = extreme(floats, start, Math.min(blockSize, columns - inRow)) / -(2 ** (bits - 1))
  }
  return scales
}

/** The number with the largest magnitude, with its sign. */
function extreme(floats: Float32Array, start: number, length: number): number {
  let found = 0
  for (let i = start; i < start + length; i++) {
    const value = floats[i] as number
    if (Math.abs(value) > Math.abs(found)) found = value
  }
  return found
}
