import { crop, type Pixels, padToSquare } from '@voxelwise/pixels'
import { ownValue } from '@voxelwise/python'
import { fieldError, objectField, wholeField } from '../base/config-fields.ts'
import { checkedTokens, checkSize, checkValues, maxSide, maxTiles, maxTokens } from './bounds.ts'
import { type Family, floats, type ModelConfigs, sizes } from './family.ts'
import {
  plainColours,
  readFilter,
  readNormalization,
  resized,
  type Settings,
  settingsFile,
  stacked,
  towerPatches,
} from './processing.ts'

type Size = readonly [height: number, width: number]

function tileSize(settings: Settings): Size {
  const size = objectField(settings, 'size', settingsFile)
  const side = (field: string): number =>
    wholeField(
      { [field]: ownValue(size, field) ?? size.shortest_edge },
      field,
      `${settingsFile}: size`,
      maxSide,
    )
  return [side('height'), side('width')]
}

const grid = 'image_grid_pinpoints'

/** Possible image sizes, each of complete tiles. */
function pinpoints(settings: Settings): readonly Size[] {
  const list: unknown = settings[grid]
  const known = Array.isArray(list) ? (list as readonly unknown[]) : []
  if (known.length === 0 || known.length > maxTiles)
    throw fieldError(settingsFile, grid, `a list of 1 to ${maxTiles} sizes`)
  const [high, wide] = tileSize(settings)
  const file = `${settingsFile}: ${grid}`
  return known.map(size => {
    const [height, width] = Array.isArray(size) ? (size as readonly unknown[]) : []
    const down = wholeField({ height }, 'height', file, maxTiles * maxSide)
    const across = wholeField({ width }, 'width', file, maxTiles * maxSide)
    const tiles = Math.ceil(down / high) * Math.ceil(across / wide)
    if (down < high || across < wide || tiles > maxTiles)
      throw fieldError(settingsFile, grid, `sizes of 1 to ${maxTiles} tiles, of ${high} x ${wide} pixels`)
    return [down, across]
  })
}

/** `select_best_resolution`: the size that keeps most of the image and, of those, wastes least. */
function bestSize(height: number, width: number, known: readonly Size[]): Size {
  let best: Size = [0, 0]
  let most = 0
  let least = Number.POSITIVE_INFINITY
  for (const size of known) {
    const scale = Math.min(size[1] / width, size[0] / height)
    const effective = Math.min(Math.trunc(width * scale) * Math.trunc(height * scale), width * height)
    const wasted = size[0] * size[1] - effective
    if (effective > most || (effective === most && wasted < least)) {
      best = size
      most = effective
      least = wasted
    }
  }
  return best
}

/** The image as large as fits into `size`, in the middle of black, cut into tiles row by row. */
function cutTiles(image: Pixels, size: Size, [high, wide]: Size, settings: Settings): Pixels[] {
  const [height, width] = size
  const across = width / image.width
  const down = height / image.height
  const [w, h] =
    across < down
      ? [width, Math.min(Math.ceil(image.height * across), height)]
      : [Math.min(Math.ceil(image.width * down), width), height]
  const fitted = resized(image, w, h, readFilter(settings, 3), grid)
  const left = Math.floor((width - w) / 2)
  const top = Math.floor((height - h) / 2)
  const tiles: Pixels[] = []
  for (let y = 0; y < height; y += high)
    for (let x = 0; x < width; x += wide) tiles.push(crop(fitted, x - left, y - top, wide, high))
  return tiles
}

/** Tokens of one tile: from the processor's file, else from the vision tower. */
function tileLength(configs: ModelConfigs): number {
  const { processor } = configs
  if (processor.num_image_tokens !== undefined && processor.num_image_tokens !== null)
    return wholeField(processor, 'num_image_tokens', 'processor_config.json', maxTokens)
  return towerPatches(configs)
}

/** `_get_number_of_features`: the tiles without padding, a newline token per row, and the complete image. */
function imageLength(height: number, width: number, configs: ModelConfigs): number {
  const settings = configs.imageProcessor
  const [high, wide] = tileSize(settings)
  const [bestHeight, bestWidth] = bestSize(height, width, pinpoints(settings))
  const oneTile = tileLength(configs)
  const side = Math.floor(Math.sqrt(oneTile))
  let rows = side * Math.floor(bestHeight / high)
  let columns = side * Math.floor(bestWidth / wide)
  const truncated = (value: number): number => Math.trunc(Number(value.toFixed(7)))
  if (width / height > columns / rows)
    rows -= 2 * Math.floor((rows - truncated(height * (columns / width))) / 2)
  else columns -= 2 * Math.floor((columns - truncated(width * (rows / height))) / 2)
  const aspect = String(configs.processor.vision_aspect_ratio ?? configs.config.vision_aspect_ratio ?? '')
  const maxTiles = Number(/^anyres_max_(\d+)$/.exec(aspect)?.[1] ?? 9)
  const ratio = Math.sqrt((rows * columns) / (maxTiles * side ** 2))
  if (ratio > 1.1) [rows, columns] = [Math.floor(rows / ratio), Math.floor(columns / ratio)]
  return checkedTokens({ width, height }, rows * columns + rows + oneTile, grid)
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
  details: null,
  dependsOnCount: 'alone',
  encoderInput: {
    name: 'image_sizes',
    without: 'it omits the vector that ends each row of an image, with which the model was trained',
  },
  prepareImage(image, configs, count = 1) {
    const settings = configs.imageProcessor
    const size = tileSize(settings)
    const [high, wide] = size
    const how = readNormalization(settings, plainColours)
    const square = (source: Pixels): Pixels => resized(source, wide, high, readFilter(settings, 3), 'size')
    const edge = (how.meanAndStd?.mean ?? []).map(mean => Math.trunc(mean * 255))
    const best = bestSize(image.height, image.width, pinpoints(settings))
    const longest = Math.max(image.width, image.height)
    if (count === 1) checkValues(image, 3 * (best[0] + high) * (best[1] + wide), grid)
    else checkSize(image, longest, longest, 'size')
    const tiles =
      count === 1
        ? [square(image), ...cutTiles(image, best, size, settings)]
        : [square(padToSquare(image, edge))]
    return {
      tensors: {
        pixel_values: floats([1, tiles.length, 3, high, wide], stacked(tiles, how)),
        image_sizes: sizes(image.height, image.width),
      },
      tokens: '<image>'.repeat(
        count === 1 ? imageLength(image.height, image.width, configs) : tileLength(configs) + 1,
      ),
    }
  },
  imageTokens: (width, height, configs) => imageLength(height, width, configs),
}
