import { crop, type Pixels, resampleAsTorch } from '@voxelwise/pixels'
import { fieldError, objectField, wholeField } from '../base/config-fields.ts'
import { checkedTokens, checkSize, checkValues, maxSide, maxTiles, maxTokens } from './bounds.ts'
import { offeredTiles } from './detail.ts'
import { type Family, floats, type ModelConfigs } from './family.ts'
import {
  clipColours,
  fusedTables,
  readFilter,
  readNormalization,
  type Settings,
  settingsFile,
} from './processing.ts'

interface Tile {
  readonly width: number
  readonly height: number
}

function readTile(settings: Settings): Tile {
  const size = objectField(settings, 'size', settingsFile)
  const side = (field: string): number => wholeField(size, field, `${settingsFile}: size`, maxSide)
  return { width: side('width'), height: side('height') }
}

/** Tiles of a grid: columns and rows. */
type Grid = readonly [columns: number, rows: number]

/** Every grid with an allowed number of tiles, the smaller ones first: `get_all_supported_aspect_ratios`. */
function listGrids(least: number, most: number): readonly Grid[] {
  const sides = Array.from({ length: most }, (_, i) => i + 1)
  return sides
    .flatMap(columns => sides.map((rows): Grid => [columns, rows]))
    .filter(([columns, rows]) => columns * rows >= least && columns * rows <= most)
    .sort((a, b) => a[0] * a[1] - b[0] * b[1])
}

const tileBounds = (settings: Settings) => ({
  least: wholeField(settings, 'min_patches', settingsFile, maxTiles, 1),
  most: wholeField(settings, 'max_patches', settingsFile, maxTiles, 12),
})

/**
 * The grid whose shape is nearest to the image's: `get_optimal_tiled_canvas`. Of two that are equally near the later one
 * is taken, as long as the image has more than half of its pixels.
 */
function nearestGrid({ width, height }: Tile, tile: Tile, settings: Settings): Grid {
  const { least, most } = tileBounds(settings)
  if (most <= 1) return [1, 1]
  let nearest: Grid = [1, 1]
  let distance = Number.POSITIVE_INFINITY
  for (const grid of listGrids(least, most)) {
    const [columns, rows] = grid
    const difference = Math.abs(width / height - columns / rows)
    const isLarge = width * height > 0.5 * tile.width * tile.height * columns * rows
    if (difference < distance || (difference === distance && isLarge)) nearest = grid
    distance = Math.min(distance, difference)
  }
  return nearest
}

/** Tiles row by row and then the whole image, which is alone where one tile is enough. */
function cutTiles(
  image: Pixels,
  [columns, rows]: Grid,
  { width, height }: Tile,
  settings: Settings,
): readonly Pixels[] {
  const filter = readFilter(settings, 3)
  if (filter === 'nearest') throw fieldError(settingsFile, 'resample', 'a filter that weighs pixels (1 to 5)')
  const resized = (across: number, down: number, field: string): Pixels => {
    checkSize(image, across, down, field)
    return resampleAsTorch(image, across, down, filter)
  }
  const drawn = resized(width * columns, height * rows, 'max_patches')
  if (columns * rows === 1) return [drawn]
  const tiles = Array.from({ length: columns * rows }, (_, i) =>
    crop(drawn, (i % columns) * width, Math.floor(i / columns) * height, width, height),
  )
  return [...tiles, resized(width, height, 'size')]
}

/** Tiles x colours x rows x columns. */
function stackPlanes(
  tiles: readonly Pixels[],
  { width, height }: Tile,
  settings: Settings,
): Float32Array<ArrayBuffer> {
  const tables = fusedTables(readNormalization(settings, clipColours))
  const area = width * height
  const values = new Float32Array(3 * area * tiles.length)
  for (const [i, { data }] of tiles.entries())
    for (const [channel, table] of tables.entries()) {
      const start = (3 * i + channel) * area
      for (let at = 0; at < area; at++) values[start + at] = table[data[3 * at + channel] as number] as number
    }
  return values
}

/** Tokens of one tile. */
const tokensOfTile = ({ processor, config }: ModelConfigs): number =>
  wholeField(
    { image_seq_length: processor.image_seq_length ?? config.image_seq_length },
    'image_seq_length',
    'processor_config.json',
    maxTokens,
    256,
  )

const tileCount = ([columns, rows]: Grid): number => (columns * rows === 1 ? 1 : columns * rows + 1)

const context = '<IMG_CONTEXT>'

/**
 * InternVL 3 and 3.5 as Python's transformers publishes them. Follows `GotOcr2ImageProcessor` (torchvision's, which comes first
 * there) and `InternVLProcessor` of 5.24, which divides an image into tiles whatever `crop_to_patches` says.
 */
export const internvl: Family = {
  modelTypes: ['internvl'],
  // Its merging of features is LLaVA's.
  modelClass: 'LlavaForConditionalGeneration',
  sessions: ['vision_encoder', 'embed_tokens', 'decoder_model_merged'],
  placeholder: () => context,
  details: {
    settings: ({ measure, most }, { imageProcessor }) =>
      measure === 'tiles'
        ? { min_patches: Math.min(tileBounds(imageProcessor).least, most), max_patches: most }
        : null,
    offered: ({ imageProcessor }) =>
      offeredTiles
        .filter(most => most < tileBounds(imageProcessor).most)
        .map(most => ({ measure: 'tiles', most })),
  },
  prepareImage(image, configs) {
    const settings = configs.imageProcessor
    const tile = readTile(settings)
    const grid = nearestGrid(image, tile, settings)
    checkValues(image, 3 * tile.width * tile.height * tileCount(grid), 'max_patches')
    const length = checkedTokens(image, tileCount(grid) * tokensOfTile(configs), 'max_patches')
    const tiles = cutTiles(image, grid, tile, settings)
    return {
      tensors: {
        pixel_values: floats([tiles.length, 3, tile.height, tile.width], stackPlanes(tiles, tile, settings)),
      },
      tokens: `<img>${context.repeat(length)}</img>`,
    }
  },
  imageTokens(width, height, configs) {
    const image = { width, height }
    const grid = nearestGrid(image, readTile(configs.imageProcessor), configs.imageProcessor)
    return checkedTokens(image, tileCount(grid) * tokensOfTile(configs), 'max_patches')
  },
}
