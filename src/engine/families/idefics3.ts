import { filterOfPil } from '../image/filters.ts'
import { type Normalization, normalize } from '../image/normalize.ts'
import type { Pixels } from '../image/pixels.ts'
import { resample } from '../image/resample.ts'
import { flag, number, object, positive, triple } from '../model/fields.ts'
import type { Family, ModelConfigs, PreparedImage } from './family.ts'

const file = 'preprocessor_config.json'

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

function crop(image: Pixels, left: number, top: number, size: number): Pixels {
  const { channels } = image
  const data = new Uint8Array(size * size * channels)
  for (let y = 0; y < size; y++) {
    const start = ((top + y) * image.width + left) * channels
    data.set(image.data.subarray(start, start + size * channels), y * size * channels)
  }
  return { width: size, height: size, channels, data }
}

/** Tiles row by row and then the whole image, each `tile` x `tile`; without splitting, the whole alone. */
function tilesOf(
  image: Pixels,
  configs: ModelConfigs,
  tile: number,
): { tiles: Pixels[]; rows: number; columns: number } {
  const settings = configs.imageProcessor
  const filter = filterOfPil(number(settings, 'resample', file, 1))
  const resize = (source: Pixels, [width, height]: readonly [number, number]): Pixels =>
    resample(source, width, height, filter)

  const longest = positive(object(settings, 'size', file), 'longest_edge', file)
  const fitted = flag(settings, 'do_resize', file, true)
    ? resize(image, fitLongest(image.width, image.height, longest))
    : image
  if (!flag(settings, 'do_image_splitting', file, true))
    return { tiles: [resize(fitted, [tile, tile])], rows: 0, columns: 0 }

  const tiled = resize(fitted, fitTiles(fitted.width, fitted.height, tile))
  if (tiled.width <= tile && tiled.height <= tile) return { tiles: [tiled], rows: 0, columns: 0 }
  const rows = tiled.height / tile
  const columns = tiled.width / tile
  const tiles: Pixels[] = []
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) tiles.push(crop(tiled, column * tile, row * tile, tile))
  tiles.push(resize(tiled, [tile, tile]))
  return { tiles, rows, columns }
}

function normalization(settings: ModelConfigs['imageProcessor']): Normalization {
  return {
    rescaleFactor: flag(settings, 'do_rescale', file, true)
      ? positive(settings, 'rescale_factor', file, 1 / 255)
      : null,
    meanAndStd: flag(settings, 'do_normalize', file, true)
      ? { mean: triple(settings, 'image_mean', file), std: triple(settings, 'image_std', file) }
      : null,
  }
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

/**
 * Idefics3 and SmolVLM. Follows `Idefics3ImageProcessorPil` and `Idefics3Processor` of Python's transformers
 * 5.23: resize to the longest edge, then either one square or tiles and a square, each resize on 8-bit pixels.
 */
export const idefics3: Family = {
  modelTypes: ['idefics3', 'smolvlm'],
  modelClass: 'Idefics3ForConditionalGeneration',
  sessions: ['vision_encoder', 'embed_tokens', 'decoder_model_merged'],
  placeholder: () => '<image>',
  prepareImage(image: Pixels, configs: ModelConfigs): PreparedImage {
    const settings = configs.imageProcessor
    const tile = positive(object(settings, 'max_image_size', file), 'longest_edge', file)
    const { tiles, rows, columns } = tilesOf(image, configs, tile)
    const plane = 3 * tile * tile
    const values = new Float32Array(tiles.length * plane)
    tiles.forEach((pixels, i) => {
      normalize(pixels, normalization(settings), values.subarray(i * plane, (i + 1) * plane))
    })
    return {
      tensors: {
        pixel_values: { type: 'float32', dims: [1, tiles.length, 3, tile, tile], data: values },
        pixel_attention_mask: {
          type: 'bool',
          dims: [1, tiles.length, tile, tile],
          data: new Uint8Array(tiles.length * tile * tile).fill(1),
        },
      },
      tokens: promptTokens(rows, columns, imageLength(configs)),
    }
  },
}

/** Tokens of one tile: said by processor_config.json, else what the vision tower leaves after pixel shuffle. */
function imageLength({ config, processor }: ModelConfigs): number {
  if (processor.image_seq_len !== undefined)
    return positive(processor, 'image_seq_len', 'processor_config.json')
  const vision = object(config, 'vision_config', 'config.json')
  const side =
    positive(vision, 'image_size', 'config.json: vision_config') /
    positive(vision, 'patch_size', 'config.json: vision_config')
  return Math.trunc(side) ** 2 / positive(config, 'scale_factor', 'config.json', 2) ** 2
}
