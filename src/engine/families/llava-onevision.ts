import { crop, padToSquare } from '../image/crop.ts'
import type { Pixels } from '../image/pixels.ts'
import { resample } from '../image/resample.ts'
import { fieldError, object, positive } from '../model/fields.ts'
import type { Family, ModelConfigs } from './family.ts'
import {
  filterOf,
  normalizationOf,
  plainColours,
  type Settings,
  settingsFile,
  stacked,
} from './processing.ts'

type Size = readonly [height: number, width: number]

function tileSize(settings: Settings): Size {
  const size = object(settings, 'size', settingsFile)
  const side = (field: string): number =>
    positive({ [field]: size[field] ?? size.shortest_edge }, field, settingsFile)
  return [side('height'), side('width')]
}

function pinpoints(settings: Settings): readonly Size[] {
  const list: unknown = settings.image_grid_pinpoints
  const sizes = Array.isArray(list) ? (list as readonly unknown[]) : []
  if (sizes.length === 0) throw fieldError(settingsFile, 'image_grid_pinpoints', 'a list of sizes')
  return sizes.map(size => {
    const [height, width] = Array.isArray(size) ? (size as readonly unknown[]) : []
    return [positive({ height }, 'height', settingsFile), positive({ width }, 'width', settingsFile)]
  })
}

/** `select_best_resolution`: the size that keeps most of the image and, of those, wastes least. */
function bestSize(height: number, width: number, sizes: readonly Size[]): Size {
  let best: Size = [0, 0]
  let most = 0
  let least = Number.POSITIVE_INFINITY
  for (const size of sizes) {
    const scale = Math.min(size[1] / width, size[0] / height)
    const kept = Math.min(Math.trunc(width * scale) * Math.trunc(height * scale), width * height)
    const wasted = size[0] * size[1] - kept
    if (kept > most || (kept === most && wasted < least)) {
      best = size
      most = kept
      least = wasted
    }
  }
  return best
}

/** The image as large as fits into `size`, in the middle of black, cut into tiles row by row. */
function tilesOf(image: Pixels, size: Size, [high, wide]: Size, settings: Settings): Pixels[] {
  const [height, width] = size
  const across = width / image.width
  const down = height / image.height
  const [w, h] =
    across < down
      ? [width, Math.min(Math.ceil(image.height * across), height)]
      : [Math.min(Math.ceil(image.width * down), width), height]
  const fitted = resample(image, w, h, filterOf(settings, 3))
  const left = Math.floor((width - w) / 2)
  const top = Math.floor((height - h) / 2)
  const tiles: Pixels[] = []
  for (let y = 0; y < height; y += high)
    for (let x = 0; x < width; x += wide) tiles.push(crop(fitted, x - left, y - top, wide, high))
  return tiles
}

/** Tokens of one tile: said by the processor's file, else what the vision tower makes. */
function tileLength({ config, processor }: ModelConfigs): number {
  if (processor.num_image_tokens !== undefined && processor.num_image_tokens !== null)
    return positive(processor, 'num_image_tokens', 'processor_config.json')
  const file = 'config.json: vision_config'
  const vision = object(config, 'vision_config', 'config.json')
  return Math.floor(positive(vision, 'image_size', file) / positive(vision, 'patch_size', file)) ** 2
}

/** `_get_number_of_features`: what is left of the tiles without padding, a new line a row, and the whole image. */
function imageLength(height: number, width: number, configs: ModelConfigs): number {
  const settings = configs.imageProcessor
  const [high, wide] = tileSize(settings)
  const [bestHeight, bestWidth] = bestSize(height, width, pinpoints(settings))
  const whole = tileLength(configs)
  const side = Math.floor(Math.sqrt(whole))
  let rows = side * Math.floor(bestHeight / high)
  let columns = side * Math.floor(bestWidth / wide)
  const truncated = (value: number): number => Math.trunc(Number(value.toFixed(7)))
  if (width / height > columns / rows)
    rows -= 2 * Math.floor((rows - truncated(height * (columns / width))) / 2)
  else columns -= 2 * Math.floor((columns - truncated(width * (rows / height))) / 2)
  const aspect = String(configs.processor.vision_aspect_ratio ?? configs.config.vision_aspect_ratio ?? '')
  const mostTiles = Number(/^anyres_max_(\d+)$/.exec(aspect)?.[1] ?? 9)
  const ratio = Math.sqrt((rows * columns) / (mostTiles * side ** 2))
  if (ratio > 1.1) [rows, columns] = [Math.floor(rows / ratio), Math.floor(columns / ratio)]
  return rows * columns + rows + whole
}

/**
 * LLaVA-OneVision. Follows `LlavaOnevisionImageProcessorPil` and `LlavaOnevisionProcessor` of Python's
 * transformers 5.23: an image that is alone in its prompt is tiled, others are squares. Its encoder must take
 * `image_sizes` and give an image's features in order, with the vector at the end of each row.
 */
export const llavaOnevision: Family = {
  modelTypes: ['llava_onevision'],
  modelClass: 'LlavaOnevisionForConditionalGeneration',
  sessions: ['vision_encoder', 'embed_tokens', 'decoder_model_merged'],
  placeholder: () => '<image>',
  encoderInput: {
    name: 'image_sizes',
    without:
      'it leaves out the vector that ends each row of an image, and with it what the model was trained on',
  },
  prepareImage(image, configs, count = 1) {
    const settings = configs.imageProcessor
    const size = tileSize(settings)
    const [high, wide] = size
    const how = normalizationOf(settings, plainColours)
    const resized = (source: Pixels): Pixels => resample(source, wide, high, filterOf(settings, 3))
    const edge = (how.meanAndStd?.mean ?? []).map(mean => Math.trunc(mean * 255))
    const best = bestSize(image.height, image.width, pinpoints(settings))
    const tiles =
      count === 1
        ? [resized(image), ...tilesOf(image, best, size, settings)]
        : [resized(padToSquare(image, edge))]
    return {
      tensors: {
        pixel_values: {
          type: 'float32',
          dims: [1, tiles.length, 3, high, wide],
          data: stacked(tiles, how),
        },
        image_sizes: {
          type: 'int64',
          dims: [1, 2],
          data: BigInt64Array.of(BigInt(image.height), BigInt(image.width)),
        },
      },
      tokens: '<image>'.repeat(
        count === 1 ? imageLength(image.height, image.width, configs) : tileLength(configs) + 1,
      ),
    }
  },
  imageTokens: (width, height, configs) => imageLength(height, width, configs),
}
