/** The pictures that an image encoder gets, made of its inputs: resized, padded and cut into tiles. */
import { type Pixels, roundedByte } from '@voxelwise/pixels'
import type { Family, ModelConfigs, PreparedImage, TensorData } from './family.ts'
import { readPatching } from './patches.ts'

/** Normalised colours, interleaved, rows from top to bottom. */
interface Plane {
  readonly width: number
  readonly height: number
  readonly values: Float32Array
}

/** The numbers of black and of white in each channel. */
export interface ColourRange {
  readonly black: readonly number[]
  readonly white: readonly number[]
}

/** Pixels of a test image's side. */
const testSide = 64

/** What black and white become in a family's inputs: an inverse of any normalisation that needs to know none. */
export function colourRange(family: Family, configs: ModelConfigs): ColourRange {
  const perChannel = (byte: number, pick: (a: number, b: number) => number): readonly number[] => {
    const data = new Uint8Array(3 * testSide ** 2).fill(byte)
    const image = { width: testSide, height: testSide, channels: 3, data } as const
    const bounds = [0, 1, 2].map(() => (byte === 0 ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY))
    for (const { values } of readPlanes(family.prepareImage(image, configs), configs))
      for (const [at, value] of values.entries()) bounds[at % 3] = pick(bounds[at % 3] as number, value)
    return bounds
  }
  // An image may be padded with another colour, which lies between the two.
  return { black: perChannel(0, Math.min), white: perChannel(255, Math.max) }
}

/** The pictures in an image's inputs, in the encoder's order; none where the layout is not known. */
export function seenPictures(
  { tensors }: Pick<PreparedImage, 'tensors'>,
  configs: ModelConfigs,
  { black, white }: ColourRange,
): readonly Pixels[] {
  return readPlanes({ tensors }, configs).map(({ width, height, values }) => ({
    ...{ width, height, channels: 3 },
    data: Uint8Array.from(values, (value, at) => {
      const [low, high] = [black[at % 3] ?? 0, white[at % 3] ?? 1]
      return roundedByte((255 * (value - low)) / (high - low))
    }),
  }))
}

function readPlanes({ tensors }: Pick<PreparedImage, 'tensors'>, configs: ModelConfigs): readonly Plane[] {
  const { pixel_values, image_grid_thw, spatial_shapes, pixel_position_ids } = tensors
  if (!(pixel_values?.data instanceof Float32Array)) return []
  const pixels = { dims: pixel_values.dims, data: pixel_values.data }
  if (image_grid_thw) return [mergedPatches(pixels, image_grid_thw, configs)]
  if (spatial_shapes) return tiledPatches(pixels, spatial_shapes)
  if (pixel_position_ids) return [placedPatches(pixels, pixel_position_ids)]
  return pixels.dims.at(-3) === 3 ? planes(pixels) : []
}

interface Floats {
  readonly dims: readonly number[]
  readonly data: Float32Array
}

const wholes = ({ data }: TensorData): readonly number[] => Array.from(data as Iterable<bigint>, Number)

/** … x 3 x height x width. */
function planes({ dims, data }: Floats): Plane[] {
  const [height = 0, width = 0] = dims.slice(-2)
  const area = width * height
  return Array.from({ length: data.length / (3 * area) }, (_, tile) => {
    const values = new Float32Array(3 * area)
    for (let channel = 0; channel < 3; channel++)
      for (let at = 0; at < area; at++)
        values[3 * at + channel] = data[(3 * tile + channel) * area + at] as number
    return { width, height, values }
  })
}

/**
 * A plane of square patches.
 * @param placeInFile a patch, in patches; null where it is empty
 * @param at where a channel of a pixel of a patch is in `data`
 */
function patchwork(
  data: Float32Array,
  [columns, rows]: readonly [number, number],
  side: number,
  count: number,
  patchPlace: (patch: number) => readonly [column: number, row: number] | null,
  at: (patch: number, channel: number, x: number, y: number) => number,
): Plane {
  const [width, height] = [columns * side, rows * side]
  const values = new Float32Array(3 * width * height)
  for (let patch = 0; patch < count; patch++) {
    const place = patchPlace(patch)
    if (!place) continue
    const [left, top] = [place[0] * side, place[1] * side]
    for (let y = 0; y < side; y++)
      for (let x = 0; x < side; x++)
        for (let channel = 0; channel < 3; channel++)
          values[3 * ((top + y) * width + left + x) + channel] = data[at(patch, channel, x, y)] as number
  }
  return { width, height, values }
}

/** Patches of which `merge` x `merge` are one token, each as channel, frame, row and column. */
function mergedPatches({ dims, data }: Floats, grid: TensorData, configs: ModelConfigs): Plane {
  const { patch, merge, time } = readPatching(configs)
  const [, rows = 0, columns = 0] = wholes(grid)
  const [count = 0, size = 0] = dims
  return patchwork(
    data,
    [columns, rows],
    patch,
    count,
    n => {
      const [block, inner] = [Math.floor(n / merge ** 2), n % merge ** 2]
      const row = Math.floor(block / (columns / merge)) * merge + Math.floor(inner / merge)
      return [(block % (columns / merge)) * merge + (inner % merge), row]
    },
    (n, channel, x, y) => n * size + channel * time * patch ** 2 + y * patch + x,
  )
}

/** Where a number of a patch is that has rows, columns and channels. */
const byPixel =
  (side: number) =>
  (patch: number, channel: number, x: number, y: number): number =>
    3 * (patch * side ** 2 + y * side + x) + channel

/** Tiles of patches, row by row, each as row, column and channel. */
function tiledPatches({ dims, data }: Floats, shapes: TensorData): Plane[] {
  const [tiles = 0, room = 0, size = 0] = dims
  const sides = wholes(shapes)
  const side = Math.sqrt(size / 3)
  return Array.from({ length: tiles }, (_, tile) => {
    const [rows = 0, columns = 0] = sides.slice(2 * tile)
    const tileData = data.subarray(tile * room * size)
    const patchPlace = (n: number) => [n % columns, Math.floor(n / columns)] as const
    return patchwork(tileData, [columns, rows], side, rows * columns, patchPlace, byPixel(side))
  })
}

/** Patches at named places, each as row, column and channel; a place of -1 is empty. */
function placedPatches({ dims, data }: Floats, ids: TensorData): Plane {
  const [, most = 0, size = 0] = dims
  const places = wholes(ids)
  const side = Math.sqrt(size / 3)
  const count = (axis: number): number =>
    1 + places.reduce((most, place, at) => (at % 2 === axis ? Math.max(most, place) : most), -1)
  const patchPlace = (n: number) => {
    const [column = -1, row = -1] = places.slice(2 * n, 2 * n + 2)
    return column < 0 || row < 0 ? null : ([column, row] as const)
  }
  return patchwork(data, [count(0), count(1)], side, most, patchPlace, byPixel(side))
}
