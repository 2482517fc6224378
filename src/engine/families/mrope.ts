import type { TensorData, TokenSpan } from './family.ts'

/**
 * Positions of M-RoPE for a span: 3 x 1 x n, in time, row and column. `get_rope_index` of Python's Qwen2VLModel: text
 * counts on in all three. An image is at one point in time, extends over rows and columns from there, and the following
 * text counts on from its longer side.
 * @param imageToken the token of each piece of an image
 * @throws RangeError if there are more images among the tokens than grids
 */
export function mropePositions({ ids, from, grids }: TokenSpan, imageToken: number): TensorData {
  const length = ids.length - from
  const data = new BigInt64Array(3 * length)
  const write = (i: number, time: number, row: number, column: number): void => {
    if (i < from) return
    data[i - from] = BigInt(time)
    data[length + i - from] = BigInt(row)
    data[2 * length + i - from] = BigInt(column)
  }
  const images = grids.values()
  let position = 0
  for (let i = 0; i < ids.length; ) {
    const grid = ids[i] === imageToken ? images.next().value : undefined
    if (!grid) {
      // An image token that the model itself wrote is text.
      write(i++, position, position, position)
      position++
      continue
    }
    const [rows, columns] = grid
    for (let k = 0; k < rows * columns; k++)
      write(i++, position, position + Math.floor(k / columns), position + (k % columns))
    position += Math.max(rows, columns)
  }
  return { type: 'int64', dims: [3, 1, length], data }
}
