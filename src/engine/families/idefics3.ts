import { crop, type Pixels } from '@voxelwise/pixels'
import { fieldError, flagField, objectField, wholeField } from '../base/config-fields.ts'
import { checkedTokens, checkSize, checkValues, maxMerged, maxSide, maxTiles, maxTokens } from './bounds.ts'
import { type Family, type FamilyDetails, floats, type ModelConfigs } from './family.ts'
import {
  settingsFile as file,
  plainColours,
  readFilter,
  readNormalization,
  resized,
  stacked,
  towerPatches,
} from './processing.ts'

/** The Python processor's own ceiling on a side, in pixels (MAX_IMAGE_SIZE). */
const ceiling = 4096

/** Height and width with the longest side at `longest`; the shorter one is made even, as Python does. */
function fitLongest(width: number, height: number, longest: number): [width: number, height: number] {
  const even = (side: number): number => Math.max(1, Math.trunc(side) + (Math.trunc(side) % 2))
  const aspect = width / height
  const [w, h] = width >= height ? [longest, even(longest / aspect)] : [even(longest * aspect), longest]
  if (w >= h && w > ceiling) return [ceiling, Math.max(1, Math.trunc(ceiling / (w / h)))]
  if (h > w && h > ceiling) return [Math.max(1, Math.trunc(ceiling * (w / h))), ceiling]
  return [w, h]
}

/** Both sides up to the next multiple of `tile`, the shorter one by way of the aspect ratio, as Python does. */
function fitTiles(width: number, height: number, tile: number): [width: number, height: number] {
  const up = (side: number): number => Math.ceil(side / tile) * tile
  const aspect = width / height
  return width >= height
    ? [up(width), up(Math.trunc(up(width) / aspect))]
    : [up(Math.trunc(up(height) * aspect)), up(height)]
}

const tileField = 'max_image_size'

const tileSide = (settings: ModelConfigs['imageProcessor']): number =>
  wholeField(objectField(settings, tileField, file), 'longest_edge', `${file}: ${tileField}`, maxSide)

const longestSide = (settings: ModelConfigs['imageProcessor']): number =>
  wholeField(objectField(settings, 'size', file), 'longest_edge', `${file}: size`, maxSide)

/** Sizes after the first resize, and of the complete grid of tiles, which is null if the image is not split. */
function resizedSides(
  width: number,
  height: number,
  settings: ModelConfigs['imageProcessor'],
  tile: number,
): { fitted: [width: number, height: number]; tiled: [width: number, height: number] | null } {
  const longest = longestSide(settings)
  const fitted: [number, number] = flagField(settings, 'do_resize', file, true)
    ? fitLongest(width, height, longest)
    : [width, height]
  if (!flagField(settings, 'do_image_splitting', file, true)) return { fitted, tiled: null }
  const tiled = fitTiles(...fitted, tile)
  checkSize({ width, height }, ...tiled, tileField)
  const tiles = (tiled[0] / tile) * (tiled[1] / tile)
  checkValues({ width, height }, 3 * (tiles + 1) * tile ** 2, tileField)
  if (tiles > maxTiles)
    throw fieldError(file, tileField, `more: an image would become ${tiles} tiles of ${maxTiles} at most`)
  return { fitted, tiled }
}

/** Tiles row by row and then the complete image, each `tile` x `tile`; without splitting, only the complete image. */
function cutTiles(
  image: Pixels,
  configs: ModelConfigs,
  tile: number,
): { tiles: Pixels[]; rows: number; columns: number } {
  const settings = configs.imageProcessor
  const filter = readFilter(settings, 1)
  const resize = (source: Pixels, [width, height]: readonly [number, number]): Pixels =>
    resized(source, width, height, filter, 'size')

  const sides = resizedSides(image.width, image.height, settings, tile)
  const fitted = flagField(settings, 'do_resize', file, true) ? resize(image, sides.fitted) : image
  if (sides.tiled === null) return { tiles: [resize(fitted, [tile, tile])], rows: 0, columns: 0 }

  const tiled = resize(fitted, sides.tiled)
  if (tiled.width <= tile && tiled.height <= tile) return { tiles: [tiled], rows: 0, columns: 0 }
  const rows = tiled.height / tile
  const columns = tiled.width / tile
  const tiles: Pixels[] = []
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++)
      tiles.push(crop(tiled, column * tile, row * tile, tile, tile))
  tiles.push(resize(tiled, [tile, tile]))
  return { tiles, rows, columns }
}

function promptTokens(rows: number, columns: number, length: number): string {
  const fake = '<fake_token_around_image>'
  const image = '<image>'.repeat(length)
  let text = ''
  for (let row = 1; row <= rows; row++) {
    for (let column = 1; column <= columns; column++) text += `${fake}<row_${row}_col_${column}>${image}`
    text += '\n'
  }
  return `${text}${rows > 0 ? '\n' : ''}${fake}<global-img>${image}${fake}`
}

/** Sides of an image in tiles that can be chosen. */
const offeredSides = [2, 3, 4, 6]

const details: FamilyDetails = {
  settings({ measure, most }) {
    if (measure === 'side') return { do_image_splitting: true, size: { longest_edge: most } }
    return measure === 'tiles' && most === 1 ? { do_image_splitting: false } : null
  },
  offered({ imageProcessor: settings }) {
    const tile = tileSide(settings)
    const isSplit = flagField(settings, 'do_image_splitting', file, true)
    const longest = longestSide(settings)
    const sides = offeredSides
      .map(count => count * tile)
      .filter(side => (isSplit ? side < longest : side <= longest))
    return [
      ...(isSplit ? [{ measure: 'tiles', most: 1 } as const] : []),
      ...sides.map(most => ({ measure: 'side', most }) as const),
    ]
  },
}

/**
 * Idefics3 and SmolVLM. Follows `Idefics3ImageProcessorPil` and `Idefics3Processor` of Python's transformers
 * 5.23: resize to the longest edge, then either one square or tiles and a square, each resize on 8-bit pixels.
 */
export const idefics3: Family = {
  modelTypes: ['idefics3', 'smolvlm'],
  modelClass: 'Idefics3ForConditionalGeneration',
  sessions: ['vision_encoder', 'embed_tokens', 'decoder_model_merged'],
  placeholder: () => '<image>',
  details,
  prepareImage(image, configs) {
    const settings = configs.imageProcessor
    const tile = tileSide(settings)
    checkValues(image, 3 * tile ** 2, tileField)
    const { tiles, rows, columns } = cutTiles(image, configs, tile)
    checkedTokens(image, tiles.length * imageLength(configs), tileField)
    const values = stacked(tiles, readNormalization(settings, plainColours))
    return {
      tensors: {
        pixel_values: floats([1, tiles.length, 3, tile, tile], values),
        pixel_attention_mask: {
          type: 'bool',
          dims: [1, tiles.length, tile, tile],
          data: new Uint8Array(tiles.length * tile * tile).fill(1),
        },
      },
      tokens: promptTokens(rows, columns, imageLength(configs)),
    }
  },
  imageTokens(width, height, configs) {
    const settings = configs.imageProcessor
    const tile = tileSide(settings)
    const { tiled } = resizedSides(width, height, settings, tile)
    const pieces = tiled ? (tiled[0] / tile) * (tiled[1] / tile) : 1
    const tokens = (pieces > 1 ? pieces + 1 : 1) * imageLength(configs)
    return checkedTokens({ width, height }, tokens, tileField)
  },
}

/** Tokens of one tile: from processor_config.json, else the vision tower's output after pixel shuffle. */
function imageLength(configs: ModelConfigs): number {
  const { config, processor } = configs
  if (processor.image_seq_len !== undefined)
    return wholeField(processor, 'image_seq_len', 'processor_config.json', maxTokens)
  const scale = wholeField(config, 'scale_factor', 'config.json', maxMerged, 2)
  const count = Math.trunc(towerPatches(configs) / scale ** 2)
  if (count >= 1) return count
  throw fieldError('config.json', 'scale_factor', 'what leaves an image a token')
}
