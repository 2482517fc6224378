/** Whole numbers in place of floats, symmetric, rounded to nearest even: in blocks for `MatMulNBits`, by rows for `DynamicQuantizeMatMul`. */

/** Numbers that share one scale. */
export const blockSize = 32

interface QuantisedRows {
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
  const scales = scalesOfRows(floats, columns, bits)
  const codes = new Uint8Array((scales.length * blockSize * bits) / 8)
  const blocks = blocksOfRow(columns)
  const middle = 1 << (bits - 1)
  // Zeros fill a row's last block.
  if (columns % blockSize > 0) codes.fill(bits === 8 ? middle : middle | (middle << 4))
  for (let at = 0; at < scales.length; at++) {
    const scale = scales[at] as number
    const inverse = scale === 0 ? 0 : 1 / scale
    const inRow = (at % blocks) * blockSize
    const start = Math.floor(at / blocks) * columns + inRow
    const end = start + Math.min(blockSize, columns - inRow)
    let code = (at * blockSize * bits) / 8
    if (bits === 8)
      for (let i = start; i < end; i++) codes[code++] = toCode((floats[i] as number) * inverse, middle)
    else {
      for (let i = start; i < end - 1; i += 2) {
        const low = toCode((floats[i] as number) * inverse, middle)
        codes[code++] = low | (toCode((floats[i + 1] as number) * inverse, middle) << 4)
      }
      if ((end - start) % 2 === 1)
        codes[code] = toCode((floats[end - 1] as number) * inverse, middle) | (middle << 4)
    }
  }
  return { codes, scales }
}

/** The largest number of a block has the lowest code; the same with the other sign would be one above the highest. */
function toCode(steps: number, middle: number): number {
  const code = (steps + evenly - evenly + middle) | 0
  return code < 2 * middle ? code : 2 * middle - 1
}

/** Added to a small number and taken away again, it leaves the next whole number; halves go to the even neighbour. */
const evenly = 1.5 * 2 ** 52

/** The scales that `quantiseRows` gives, without the codes. @param floats whole rows */
export function scalesOfRows(floats: Float32Array, columns: number, bits: 4 | 8): Float32Array<ArrayBuffer> {
  const blocks = blocksOfRow(columns)
  const middle = 2 ** (bits - 1)
  const scales = new Float32Array((floats.length / columns) * blocks)
  for (let at = 0; at < scales.length; at++) {
    const inRow = (at % blocks) * blockSize
    const start = Math.floor(at / blocks) * columns + inRow
    const end = start + Math.min(blockSize, columns - inRow)
    let least = 0
    let most = 0
    for (let i = start; i < end; i++) {
      const value = floats[i] as number
      if (value > most) most = value
      else if (value < least) least = value
    }
    scales[at] = (most > -least ? most : least) / -middle
  }
  return scales
}

/** The largest signed code of eight bits; the lowest, -128, is left out, so that both signs reach as far. */
const largestSigned = 127

/** The scale of each whole row: its largest magnitude is the code 127 or -127. */
export function signedScales(floats: Float32Array, columns: number): Float32Array<ArrayBuffer> {
  const scales = new Float32Array(floats.length / columns)
  for (let row = 0; row < scales.length; row++) {
    let most = 0
    for (let i = row * columns; i < (row + 1) * columns; i++) {
      const size = Math.abs(floats[i] as number)
      if (size > most) most = size
    }
    scales[row] = most / largestSigned
  }
  return scales
}

/** Signed codes of eight bits of whole rows of a Linear's matrix (out x in), one scale a row. */
export function signedCodes(floats: Float32Array, columns: number): Int8Array<ArrayBuffer> {
  const scales = signedScales(floats, columns)
  const codes = new Int8Array(floats.length)
  for (const [row, scale] of scales.entries()) {
    const inverse = scale === 0 ? 0 : 1 / scale
    for (let i = row * columns; i < (row + 1) * columns; i++) {
      const code = (floats[i] as number) * inverse + evenly - evenly
      codes[i] = Math.max(-largestSigned, Math.min(largestSigned, code))
    }
  }
  return codes
}
