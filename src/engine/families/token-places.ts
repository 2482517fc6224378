/** Where in an image each of its tokens looks. */
import type { Pixels } from '@voxelwise/pixels'
import type { Family, ModelConfigs, PreparedImage, TensorData } from './family.ts'

/** The middle of a token's cell, from 0 (left, top) to 1; null where it looks at padding. */
export type TokenPlace = readonly [x: number, y: number] | null

/**
 * The place of every token, in the order of the features: found by preparing images whose colours are coordinates, so that
 * tiling, cropping and padding need no code of their own. A grid of tokens covers the whole image.
 * @param tokens rows of features that the encoder gives for it
 * @returns null where the tokens are no grid of the pixels that the encoder gets
 */
export function tokenPlaces(
  family: Pick<Family, 'prepareImage'>,
  configs: ModelConfigs,
  size: Pick<Pixels, 'width' | 'height'>,
  tokens: number,
  count: number,
): readonly TokenPlace[] | null {
  const prepared = (colour: (x: number, y: number) => readonly [number, number, number]): PreparedImage =>
    family.prepareImage(painted(size, colour), configs, count)
  const { width, height } = size
  const coordinates = prepared((x, y) => [(255 * (x + 0.5)) / width, (255 * (y + 0.5)) / height, 0])
  if (coordinates.grid) return wholeGrid(coordinates.grid, tokens)
  const [ramp, black, white] = [coordinates, prepared(() => [0, 0, 0]), prepared(() => [255, 255, 255])].map(
    ({ tensors }) => tensors.pixel_values,
  )
  if (!ramp || !black || !white) return null
  const tiles = tileGrid(ramp, tokens)
  return tiles?.flatMap(tile => cells(tile, ramp.data, black.data, white.data)) ?? null
}

function painted(
  { width, height }: Pick<Pixels, 'width' | 'height'>,
  colour: (x: number, y: number) => readonly [number, number, number],
): Pixels {
  const data = new Uint8Array(width * height * 3)
  let at = 0
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) for (const value of colour(x, y)) data[at++] = Math.round(value)
  return { width, height, channels: 3, data }
}

function wholeGrid([rows, columns]: readonly [number, number], tokens: number): readonly TokenPlace[] | null {
  if (rows * columns !== tokens) return null
  return Array.from({ length: tokens }, (_, at) => [
    ((at % columns) + 0.5) / columns,
    (Math.floor(at / columns) + 0.5) / rows,
  ])
}

/** One square or oblong of pixels, and the grid of tokens that it becomes. */
interface Tile {
  /** Place of the tile's first value. */
  readonly offset: number
  readonly height: number
  readonly width: number
  readonly rows: number
  readonly columns: number
}

/** Tiles of pixels by channel, row and column; null for patches in a row, and where tokens and pixels do not match. */
function tileGrid({ dims }: TensorData, tokens: number): readonly Tile[] | null {
  const [channels, height = 0, width = 0] = dims.slice(-3)
  const count = dims.slice(0, -3).reduce((product, side) => product * side, 1)
  if (dims.length < 4 || channels !== 3 || tokens % count !== 0) return null
  const each = tokens / count
  const rows = Math.round(Math.sqrt((each * height) / width))
  const columns = each / rows
  if (!Number.isInteger(columns) || rows * width !== columns * height) return null
  return Array.from({ length: count }, (_, at) => ({
    offset: at * 3 * height * width,
    ...{ height, width, rows, columns },
  }))
}

type Values = TensorData['data']

function cells(
  { offset, height, width, rows, columns }: Tile,
  ramp: Values,
  black: Values,
  white: Values,
): TokenPlace[] {
  /** A channel's value between black and white; null where the picture does not reach. */
  const shareAt = (at: number): number | null => {
    const [low, high] = [Number(black[at]), Number(white[at])]
    return high - low < 1e-6 ? null : (Number(ramp[at]) - low) / (high - low)
  }
  return Array.from({ length: rows * columns }, (_, cell) => {
    const [top, bottom] = between(Math.floor(cell / columns), rows, height)
    const [left, right] = between(cell % columns, columns, width)
    let [x, y, inside] = [0, 0, 0]
    for (let row = top; row < bottom; row++)
      for (let column = left; column < right; column++) {
        const at = offset + row * width + column
        const [across, down] = [shareAt(at), shareAt(at + height * width)]
        if (across === null || down === null) continue
        x += across
        y += down
        inside++
      }
    return 2 * inside < (bottom - top) * (right - left) ? null : [x / inside, y / inside]
  })
}

const between = (cell: number, cells: number, length: number): readonly [number, number] => [
  Math.floor((cell * length) / cells),
  Math.floor(((cell + 1) * length) / cells),
]
