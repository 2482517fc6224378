import { type Draft, floatWeight, type TowerShape, towerTokens, type Value } from '@voxelwise/checkpoint'
import { fieldError, flagField } from '../../../../engine/base/config-fields.ts'
import type { CheckpointFamily } from '../checkpoint-family.ts'
import { languageOfText } from '../language.ts'
import { featureLayers, towerShape } from '../vision-shapes.ts'
import { imageFeatures, projected, projectorActivation, towerRows, unusedLayers } from './features.ts'

type Fields = Readonly<Record<string, unknown>>

/** The tower as LLaVA uses it: the norm after the last layer is left out even where that layer is taken. */
const visionTower = (config: Fields): TowerShape => ({ ...towerShape(config), normsLast: false })

/** Whole numbers of a graph, which is what sizes are made of. */
function arithmetic({ graph }: Draft) {
  const node = (operator: string) => (a: Value, b: Value) => graph.node(operator, [a, b])
  return {
    of: (value: number) => graph.integers(value),
    add: node('Add'),
    sub: node('Sub'),
    mul: node('Mul'),
    div: node('Div'),
    mod: node('Mod'),
    least: node('Min'),
    less: node('Less'),
    float: (value: Value) => graph.node('Cast', [value], { to: 1 }),
    whole: (value: Value) => graph.node('Cast', [value], { to: 7 }),
    where: (condition: Value, yes: Value, no: Value) => graph.node('Where', [condition, yes, no]),
    count: (to: Value) => graph.node('Range', [graph.integers(0), to, graph.integers(1)]),
  }
}

/** `select_best_resolution`: of the sizes that an image may be tiled to, the one that keeps most of it and wastes least. */
function bestSize(draft: Draft, sizes: readonly (readonly number[])[], height: Value, width: Value): Value {
  const { graph } = draft
  const { mul, div, sub, less, least, where, of } = arithmetic(draft)
  const high = graph.integers(sizes.map(([side = 0]) => side))
  const wide = graph.integers(sizes.map(([, side = 0]) => side))
  const byHeight = less(mul(high, width), mul(wide, height))
  const keptByWidth = mul(wide, div(mul(height, wide), width))
  const keptByHeight = mul(high, div(mul(width, high), height))
  const keptPixels = least(where(byHeight, keptByHeight, keptByWidth), mul(height, width))
  const most = graph.node('ReduceMax', [keptPixels], { keepdims: 0 })
  const wasted = where(less(keptPixels, most), of(2 ** 40), sub(mul(high, wide), keptPixels))
  const best = graph.node('ArgMin', [wasted], { axis: 0, keepdims: 0 })
  return graph.node(
    'Gather',
    [graph.node('Concat', [column(draft, high), column(draft, wide)], { axis: 1 }), best],
    {
      axis: 0,
    },
  )
}

const column = ({ graph }: Draft, values: Value): Value =>
  graph.node('Unsqueeze', [values, graph.integers([1])])

/** Bilinear interpolation from `source` places to `size`: two neighbours, and the share of the second. */
function bilinearTaps(draft: Draft, index: Value, size: Value, source: Value) {
  const { graph } = draft
  const { add, sub, mul, div, least, float, whole, of } = arithmetic(draft)
  const half = graph.floats([0.5])
  const ratio = div(float(source), float(size))
  const at = graph.node('Max', [sub(mul(add(float(index), half), ratio), half), graph.floats([0])])
  const last = sub(source, of(1))
  const first = least(whole(graph.node('Floor', [at])), last)
  return { first, second: least(add(first, of(1)), last), share: sub(at, float(first)) }
}

function gridPinpoints(config: Fields): readonly (readonly number[])[] {
  const given = config.image_grid_pinpoints
  const isSize = (size: unknown): size is readonly number[] =>
    Array.isArray(size) && size.length === 2 && size.every(side => Number.isInteger(side) && side > 0)
  if (Array.isArray(given) && given.length > 0 && given.every(isSize)) return given
  throw fieldError('config.json', 'image_grid_pinpoints', 'a list of heights and widths')
}

/**
 * The tiles' features put together again: `pack_image_features` of Python's transformers 5.24. The padding goes, too many are
 * interpolated down, and a vector ends each row. An image that is only whole has that vector alone.
 * @param rows (1 + tiles) x patches of `width` numbers
 */
function packed(
  draft: Draft,
  rows: Value,
  tiles: Value,
  config: Fields,
  shape: TowerShape,
  width: number,
): Value {
  const { graph, tensors } = draft
  const calc = arithmetic(draft)
  const { add, sub, mul, div, mod, least, less, float, whole, where, of, count } = calc
  const side = shape.image[0] / shape.patch[0]
  const most = Number(/(?<!\d)\d+$/.exec(String(config.vision_aspect_ratio ?? 'anyres_max_9'))?.[0] ?? 9)
  const sizes = graph.node('Reshape', [graph.input('image_sizes', 'int64', [1, 2]), graph.integers([-1])])
  const picked = (values: Value, at: number): Value => graph.node('Gather', [values, of(at)], { axis: 0 })
  const [height, wide] = [picked(sizes, 0), picked(sizes, 1)]
  const grid = div(bestSize(draft, gridPinpoints(config), height, wide), of(shape.image[0]))
  const gridColumns = picked(grid, 1)
  const [allRows, allColumns] = [mul(picked(grid, 0), of(side)), mul(gridColumns, of(side))]
  const isWide = less(mul(allColumns, height), mul(wide, allRows))
  const none = of(0)
  const top = where(isWide, div(sub(allRows, div(mul(height, allColumns), wide)), of(2)), none)
  const left = where(isWide, none, div(sub(allColumns, div(mul(wide, allRows), height)), of(2)))
  const keptRows = sub(allRows, mul(of(2), top))
  const keptColumns = sub(allColumns, mul(of(2), left))
  const ratio = graph.node('Sqrt', [
    div(float(mul(keptRows, keptColumns)), graph.floats([most * side * side])),
  ])
  const shrinks = graph.node('Greater', [ratio, graph.floats([1.1])])
  const shrunk = (length: Value): Value =>
    where(shrinks, whole(graph.node('Floor', [div(float(length), ratio)])), length)
  const [down, across] = [shrunk(keptRows), shrunk(keptColumns)]
  const rowLength = add(across, of(1))
  const isAlone = graph.node('Equal', [tiles, of(1)])
  const place = count(where(isAlone, of(1), mul(down, rowLength)))
  const [row, col] = [div(place, rowLength), mod(place, rowLength)]
  const y = bilinearTaps(draft, row, down, keptRows)
  const x = bilinearTaps(draft, col, across, keptColumns)
  const last = sub(mul(tiles, of(side * side)), of(1))
  const at = (oneRow: Value, oneColumn: Value): Value => {
    const [r, c] = [add(oneRow, top), add(oneColumn, left)]
    const tile = add(add(of(1), mul(div(r, of(side)), gridColumns)), div(c, of(side)))
    const inTile = add(mul(mod(r, of(side)), of(side)), mod(c, of(side)))
    return graph.node('Gather', [rows, least(add(mul(tile, of(side * side)), inTile), last)], { axis: 0 })
  }
  const typedShare = (share: Value): Value =>
    column(draft, draft.type === 'float' ? share : graph.node('Cast', [share], { to: 10 }))
  const mixed = (a: Value, b: Value, share: Value): Value => add(a, mul(sub(b, a), share))
  const [xShare, yShare] = [typedShare(x.share), typedShare(y.share)]
  const upper = mixed(at(y.first, x.first), at(y.first, x.second), xShare)
  const lower = mixed(at(y.second, x.first), at(y.second, x.second), xShare)
  const ends = graph.node('Or', [graph.node('Equal', [col, across]), isAlone])
  const newline = floatWeight(draft, tensors.take('image_newline', [width]))
  const features = where(column(draft, ends), newline, mixed(upper, lower, yShare))
  const whole0 = graph.node('Slice', [
    rows,
    graph.integers([0]),
    graph.integers([side * side]),
    graph.integers([0]),
  ])
  return graph.node('Concat', [whole0, features], { axis: 0 })
}

/** LLaVA-OneVision. Follows `LlavaOnevisionModel` of Python's transformers 5.24. */
export const llavaOnevisionCheckpoint: CheckpointFamily = {
  modelTypes: ['llava_onevision'],
  unused: config => {
    const { layers } = visionTower(config)
    return unusedLayers(Math.max(...featureLayers(config, layers, -1)))
  },
  language: (config, tensors) => languageOfText(config, 'qwen2', tensors),
  vision(draft, config, { width }) {
    const { graph } = draft
    const shape = visionTower(config)
    const depths = featureLayers(config, shape.layers, -1)
    const given = graph.input('pixel_values', 'float', [1, 'images', shape.channels, ...shape.image])
    const pixels = graph.node('Squeeze', [given, graph.integers([0])])
    const rows = towerRows(draft, shape, depths, pixels)
    const features = projected(draft, rows, {
      inputs: shape.width * depths.length,
      outputs: width,
      bias: flagField(config, 'multimodal_projector_bias', 'config.json', true),
      activation: projectorActivation(config),
    })
    const tiles = graph.node('Gather', [graph.node('Shape', [pixels]), graph.integers(0)], { axis: 0 })
    if (towerTokens(shape) !== (shape.image[0] / shape.patch[0]) ** 2)
      throw fieldError('config.json: vision_config', 'model_type', 'siglip_vision_model')
    imageFeatures(draft, packed(draft, features, tiles, config, shape, width), width)
  },
}
