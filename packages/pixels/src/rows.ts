/** Lines of pixels in a file's own layout become RGB. */

/** Writes `columns` pixels of a line to `out`, from index `to` in steps of `step`. */
export type RowConverter = (
  line: ArrayLike<number>,
  columns: number,
  out: Uint8Array,
  to: number,
  step: number,
) => void

/** Where red, green and blue are within a pixel, in bytes. */
export type ByteOrder = readonly [red: number, green: number, blue: number]

/** Pixels of whole bytes. `line` and `out` may share memory: a pixel is read before it is written. */
export function rowOfColours(pixelBytes: number, [first, second, third]: ByteOrder): RowConverter {
  return (line, columns, out, to, step) => {
    for (let i = 0, from = 0; i < columns; i++, from += pixelBytes, to += step) {
      const red = line[from + first] as number
      const green = line[from + second] as number
      const blue = line[from + third] as number
      out[to] = red
      out[to + 1] = green
      out[to + 2] = blue
    }
  }
}

/** Pixels that begin with a place in a table of colours, a place of at most 8 bits. @param table RGB of each place */
export function rowOfPlaces(bits: number, pixelBits: number, table: Uint8Array): RowConverter {
  const mask = (1 << bits) - 1
  return (line, columns, out, to, step) => {
    for (let i = 0, bit = 0; i < columns; i++, bit += pixelBits, to += step) {
      const entry = 3 * (((line[bit >> 3] as number) >> (8 - bits - (bit & 7))) & mask)
      out[to] = table[entry] as number
      out[to + 1] = table[entry + 1] as number
      out[to + 2] = table[entry + 2] as number
    }
  }
}
