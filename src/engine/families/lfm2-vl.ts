import { crop, halfToEven, type Pixels, resampleAsTorch } from '@voxelwise/pixels'
import { fieldError, flagField, positiveField, wholeField } from '../base/config-fields.ts'
import {
  checkedTokens,
  checkSize,
  maxMerged,
  maxPatch,
  maxSide,
  maxTiles,
  maxTokens,
  maxValues,
} from './bounds.ts'
import { offeredTiles } from './detail.ts'
import { type Family, floats, integers } from './family.ts'
import {
  fusedTables,
  plainColours,
  readFilter,
  readNormalization,
  type Settings,
  settingsFile,
} from './processing.ts'

type Size = readonly [width: number, height: number]

/** The image processor's fields, with its own defaults. */
function readSettings(settings: Settings) {
  const count = (field: string, most: number, fallback: number): number =>
    wholeField(settings, field, settingsFile, most, fallback)
  const splits = flagField(settings, 'do_image_splitting', settingsFile, true)
  const patch = count('encoder_patch_size', maxPatch, 16)
  const factor = count('downsample_factor', maxMerged, 2)
  const tile = count('tile_size', maxSide, 512)
  const tokensOfWhole = count('max_image_tokens', maxTokens, 256)
  // Every tile is padded to as many patches.
  const maxPatches = Math.max(tokensOfWhole * factor ** 2, splits ? Math.floor(tile / patch) ** 2 : 0)
  const read = {
    patch,
    factor,
    tile,
    maxTokens: tokensOfWhole,
    minTokens: count('min_image_tokens', tokensOfWhole, 64),
    minTiles: splits ? count('min_tiles', maxTiles, 2) : 1,
    maxTiles: splits ? count('max_tiles', maxTiles, 10) : 1,
    tolerance: positiveField(settings, 'max_pixels_tolerance', settingsFile, 2),
    thumbnail: flagField(settings, 'use_thumbnail', settingsFile, true),
    maxPatches,
  }
  const values = 3 * (read.maxTiles + 1) * maxPatches * patch ** 2
  if (values > maxValues)
    throw fieldError(
      settingsFile,
      'max_image_tokens',
      `less: with these tiles an image could become ${values} numbers`,
    )
  if (splits && tile % patch !== 0) throw fieldError(settingsFile, 'tile_size', `a multiple of ${patch}`)
  return read
}

type Read = ReturnType<typeof readSettings>

/** `smart_resize`: sides of whole tokens, as many tokens as allowed. */
function wholeSize(width: number, height: number, { patch, factor, minTokens, maxTokens }: Read): Size {
  const side = patch * factor
  const w = Math.max(side, halfToEven(width / side) * side)
  const h = Math.max(side, halfToEven(height / side) * side)
  const [least, most] = [minTokens * side * side, maxTokens * side * side]
  if (w * h > most) {
    const beta = Math.sqrt((height * width) / most)
    const floored = (length: number): number => Math.max(side, Math.floor(length / beta / side) * side)
    return [floored(width), floored(height)]
  }
  if (w * h < least) {
    const beta = Math.sqrt(least / (height * width))
    return [Math.ceil((width * beta) / side) * side, Math.ceil((height * beta) / side) * side]
  }
  return [w, h]
}

/** Columns and rows of tiles, or null for an image that is small enough for one. */
function chooseGrid(width: number, height: number, read: Read): Size | null {
  const side = read.patch * read.factor
  const w = Math.max(read.patch, halfToEven(width / side) * side)
  const h = Math.max(read.patch, halfToEven(height / side) * side)
  const large = w * h > read.maxTokens * side * side * read.tolerance
  if (!large || (read.minTiles === 1 && read.maxTiles === 1)) return null
  let best: Size = [1, 1]
  let least = Number.POSITIVE_INFINITY
  for (const ratio of ratios(read.minTiles, read.maxTiles)) {
    const difference = Math.abs(width / height - ratio[0] / ratio[1])
    const large = width * height > 0.5 * read.tile * read.tile * ratio[0] * ratio[1]
    if (difference < least || (difference === least && large)) best = ratio
    least = Math.min(least, difference)
  }
  return best
}

function ratios(least: number, most: number): readonly Size[] {
  const grids: Size[] = []
  for (let count = least; count <= most; count++)
    for (let w = 1; w <= count; w++) if (count % w === 0) grids.push([w, count / w])
  return grids
}

/** Tiles row by row and then the complete image, or only the complete image. */
function cutTiles(image: Pixels, settings: Settings, read: Read): { tiles: Pixels[]; grid: Size } {
  const filter = readFilter(settings, 2)
  if (filter === 'nearest') throw fieldError(settingsFile, 'resample', 'a filter that weighs pixels (1 to 5)')
  const resize = ([width, height]: Size): Pixels => {
    checkSize(image, width, height, 'max_tiles')
    return resampleAsTorch(image, width, height, filter)
  }
  const whole = resize(wholeSize(image.width, image.height, read))
  const grid = chooseGrid(image.width, image.height, read)
  if (!grid) return { tiles: [whole], grid: [1, 1] }
  const [columns, rows] = grid
  const { tile } = read
  const large = resize([columns * tile, rows * tile])
  const tiles: Pixels[] = []
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++)
      tiles.push(crop(large, column * tile, row * tile, tile, tile))
  return { tiles: read.thumbnail && columns * rows > 1 ? [...tiles, whole] : tiles, grid }
}

/** Patches row by row, each as rows of pixels with their three colours together. */
function writePatches(pixels: Pixels, patch: number, tables: readonly Float32Array[], values: Float32Array) {
  const { width, height, data } = pixels
  let to = 0
  for (let top = 0; top < height; top += patch)
    for (let left = 0; left < width; left += patch)
      for (let y = top; y < top + patch; y++)
        for (let at = (y * width + left) * 3; at < (y * width + left + patch) * 3; at += 3)
          for (let c = 0; c < 3; c++) values[to++] = tables[c]?.[data[at + c] as number] as number
}

function promptTokens([columns, rows]: Size, perTile: number, whole: number, thumbnail: boolean): string {
  const image = (length: number): string => '<image>'.repeat(length)
  if (columns * rows === 1) return `<|image_start|>${image(whole)}<|image_end|>`
  let text = '<|image_start|>'
  for (let row = 1; row <= rows; row++)
    for (let column = 1; column <= columns; column++)
      text += `<|img_row_${row}_col_${column}|>${image(perTile)}`
  return `${text}${thumbnail ? `<|img_thumbnail|>${image(whole)}` : ''}<|image_end|>`
}

function lengths(width: number, height: number, read: Read) {
  const { patch, factor, tile } = read
  const tokens = (side: number): number => Math.ceil(Math.floor(side / patch) / factor)
  const [w, h] = wholeSize(width, height, read)
  return { perTile: tokens(tile) ** 2, whole: tokens(w) * tokens(h) }
}

/**
 * LFM2-VL. Follows `Lfm2VlImageProcessor` (torchvision's is its only backend) and `Lfm2VlProcessor` of Python's
 * transformers 5.23: large images in tiles with a thumbnail, others undivided, in patches padded to one number.
 */
export const lfm2Vl: Family = {
  modelTypes: ['lfm2_vl'],
  modelClass: 'Lfm2VlForConditionalGeneration',
  sessions: ['vision_encoder', 'embed_tokens', 'decoder_model_merged'],
  placeholder: () => '<image>',
  details: {
    settings({ measure, most }, { imageProcessor: settings }) {
      if (measure !== 'tiles') return null
      if (most === 1) return { do_image_splitting: false }
      const least = wholeField(settings, 'min_tiles', settingsFile, maxTiles, 2)
      return { do_image_splitting: true, min_tiles: Math.min(least, most), max_tiles: most }
    },
    offered({ imageProcessor: settings }) {
      const { maxTiles } = readSettings(settings)
      return offeredTiles.filter(most => most < maxTiles).map(most => ({ measure: 'tiles', most }))
    },
  },
  prepareImage(image, { imageProcessor: settings }) {
    const read = readSettings(settings)
    const { tiles, grid } = cutTiles(image, settings, read)
    const { perTile, whole } = lengths(image.width, image.height, read)
    checkedTokens(image, tiles.length * Math.max(perTile, whole), 'max_tiles')
    const tables = fusedTables(readNormalization(settings, plainColours))
    const size = 3 * read.patch ** 2
    const room = read.maxPatches
    const values = new Float32Array(tiles.length * room * size)
    const mask = new BigInt64Array(tiles.length * room)
    const shapes = new BigInt64Array(tiles.length * 2)
    tiles.forEach((tile, i) => {
      const [rows, columns] = [tile.height / read.patch, tile.width / read.patch]
      writePatches(tile, read.patch, tables, values.subarray(i * room * size, (i + 1) * room * size))
      mask.fill(1n, i * room, i * room + rows * columns)
      shapes.set([BigInt(rows), BigInt(columns)], i * 2)
    })
    return {
      tensors: {
        pixel_values: floats([tiles.length, room, size], values),
        pixel_attention_mask: integers([tiles.length, room], mask),
        spatial_shapes: integers([tiles.length, 2], shapes),
      },
      tokens: promptTokens(grid, perTile, whole, read.thumbnail),
    }
  },
  imageTokens(width, height, { imageProcessor: settings }) {
    const read = readSettings(settings)
    const { perTile, whole } = lengths(width, height, read)
    const [columns, rows] = chooseGrid(width, height, read) ?? [1, 1]
    const tokens = columns * rows === 1 ? whole : columns * rows * perTile + (read.thumbnail ? whole : 0)
    return checkedTokens({ width, height }, tokens, 'max_tiles')
  },
  onlyTemplate: true,
}
