import {
  activated,
  type Draft,
  linear,
  type Norm,
  normed,
  type PatchTowerShape,
  patchGrid,
  patchTower,
  qwenTowerNames,
  resampledPlaces,
  reshaped,
  type Value,
} from '@voxelwise/checkpoint'
import { isFields, positiveField, wholeField } from '../../../../engine/base/config-fields.ts'
import { activationField } from '../activation.ts'
import type { CheckpointFamily } from '../checkpoint-family.ts'
import { checkDivides } from '../consistency.ts'
import { languageShape } from '../language.ts'
import { imageFeatures, inGraphType } from './features.ts'

type Fields = Readonly<Record<string, unknown>>

const file = 'config.json: vision_config'

const visionConfig = (config: Fields): Fields => (isFields(config.vision_config) ? config.vision_config : {})

/** The first published files keep the settings of the text beside those of the whole model. */
function textConfig(config: Fields, modelType: string): Fields {
  const text = isFields(config.text_config) ? config.text_config : config
  return { ...text, model_type: modelType }
}

const side = (given: Fields, field: string, fallback: number): number =>
  wholeField(given, field, file, 65_536, fallback)

/** What the towers of all generations share. @param width the tower's own */
function sharedTower(
  given: Fields,
  width: number,
): Omit<PatchTowerShape, 'inner' | 'norm' | 'mlp' | 'windows'> {
  const patch = side(given, 'patch_size', 14)
  const rope = isFields(given.rope_parameters) ? given.rope_parameters : {}
  const heads = side(given, 'num_heads', 16)
  checkDivides(file, 'num_heads', heads, width)
  return {
    names: qwenTowerNames,
    layers: side(given, 'depth', 32),
    width,
    heads,
    patch: [
      side({ in_channels: given.in_channels ?? given.in_chans }, 'in_channels', 3),
      side(given, 'temporal_patch_size', 2),
      patch,
      patch,
    ],
    patchBias: false,
    merge: side(given, 'spatial_merge_size', 2),
    activation: activationField(given, 'hidden_act', file),
    theta: positiveField(rope, 'rope_theta', file, 10_000),
  }
}

/** The graph's two inputs: patches of one image, and its grid. @param grid name of the second */
function graphInputs(draft: Draft, { patch, merge }: PatchTowerShape, grid: string) {
  const { graph } = draft
  const numbers = patch.reduce((count, one) => count * one, 1)
  const pixels = inGraphType(draft, graph.input('pixel_values', 'float', ['patches', numbers]))
  return { pixels, grid: patchGrid(draft, graph.input(grid, 'int64', [1, 3]), merge) }
}

/** Patches of a token beside each other, through two linear maps. */
function merged(
  draft: Draft,
  x: Value,
  { width, merge }: PatchTowerShape,
  names: { readonly norm: string; readonly first: string; readonly second: string },
  norm: Norm,
  outputs: number,
): Value {
  const inner = width * merge ** 2
  const rows = reshaped(draft, normed(draft, x, names.norm, width, norm), [-1, inner])
  const first = linear(draft, rows, names.first, { inputs: inner, outputs: inner, bias: true })
  return linear(draft, activated(draft, first, 'gelu'), names.second, { inputs: inner, outputs, bias: true })
}

const mergerNames = {
  norm: 'vision.merger.ln_q',
  first: 'vision.merger.mlp.0',
  second: 'vision.merger.mlp.2',
}

/** Follows `Qwen2VLModel` of Python's transformers 5.24. */
export const qwen2VlCheckpoint: CheckpointFamily = {
  modelTypes: ['qwen2_vl'],
  language: (config, tensors) =>
    languageShape(textConfig(config, 'qwen2_vl_text'), 'config.json: text_config', tensors),
  vision(draft, config, { width }) {
    const given: Fields = { hidden_act: 'quick_gelu', ...visionConfig(config) }
    const towerWidth = side(given, 'embed_dim', 1280)
    const norm: Norm = { kind: 'layer', epsilon: 1e-6 }
    const shape: PatchTowerShape = {
      ...sharedTower(given, towerWidth),
      inner: towerWidth * side(given, 'mlp_ratio', 4),
      norm,
      mlp: { first: 'fc1', second: 'fc2', gate: null },
      windows: null,
    }
    const { pixels, grid } = graphInputs(draft, shape, 'grid_thw')
    const [rows] = patchTower(draft, shape, pixels, grid, [shape.layers])
    imageFeatures(draft, merged(draft, rows as Value, shape, mergerNames, norm, width), width)
  },
}

/** Follows `Qwen2_5_VLModel` of Python's transformers 5.24. */
export const qwen25VlCheckpoint: CheckpointFamily = {
  modelTypes: ['qwen2_5_vl'],
  language: (config, tensors) =>
    languageShape(textConfig(config, 'qwen2_5_vl_text'), 'config.json: text_config', tensors),
  vision(draft, config, { width }) {
    const given: Fields = { hidden_act: 'silu', ...visionConfig(config) }
    const norm: Norm = { kind: 'rms', epsilon: 1e-6 }
    const tower = sharedTower(given, side(given, 'hidden_size', 1280))
    const wholeLayers = Array.isArray(given.fullatt_block_indexes)
      ? given.fullatt_block_indexes
      : [7, 15, 23, 31]
    const shape: PatchTowerShape = {
      ...tower,
      inner: side(given, 'intermediate_size', 3420),
      norm,
      mlp: { first: 'up_proj', second: 'down_proj', gate: 'gate_proj' },
      windows: {
        side: Math.floor(side(given, 'window_size', 112) / tower.patch[2]),
        whole: new Set(wholeLayers.map(Number)),
      },
    }
    const { pixels, grid } = graphInputs(draft, shape, 'image_grid_thw')
    const [rows] = patchTower(draft, shape, pixels, grid, [shape.layers])
    imageFeatures(draft, merged(draft, rows as Value, shape, mergerNames, norm, width), width)
  },
}

/** Layers of the tower whose output is added in the decoder, too. */
const stackedLayers = (given: Fields): readonly number[] =>
  Array.isArray(given.deepstack_visual_indexes) ? given.deepstack_visual_indexes.map(Number) : [8, 16, 24]

/** Follows `Qwen3VLModel` of Python's transformers 5.24. Features of earlier layers ride behind the last layer's (DeepStack). */
export const qwen3VlCheckpoint: CheckpointFamily = {
  modelTypes: ['qwen3_vl'],
  language: (config, tensors) => ({
    ...languageShape(textConfig(config, 'qwen3_vl_text'), 'config.json: text_config', tensors),
    stacked: stackedLayers(visionConfig(config)).length,
  }),
  vision(draft, config, { width, stacked }) {
    const { graph } = draft
    const given: Fields = {
      depth: 27,
      patch_size: 16,
      hidden_act: 'gelu_pytorch_tanh',
      ...visionConfig(config),
    }
    const norm: Norm = { kind: 'layer', epsilon: 1e-6 }
    const shape: PatchTowerShape = {
      ...sharedTower(given, side(given, 'hidden_size', 1152)),
      patchBias: true,
      inner: side(given, 'intermediate_size', 4304),
      norm,
      mlp: { first: 'linear_fc1', second: 'linear_fc2', gate: null },
      windows: null,
    }
    const { pixels, grid } = graphInputs(draft, shape, 'image_grid_thw')
    const places = Math.round(Math.sqrt(side(given, 'num_position_embeddings', 2304)))
    const table = resampledPlaces(
      draft,
      'vision.pos_embed.weight',
      { side: places, width: shape.width },
      grid,
    )
    const depths = [shape.layers, ...stackedLayers(given).map(layer => layer + 1)]
    const [last, ...earlier] = patchTower(draft, shape, pixels, grid, depths, table)
    const named = (name: string) => ({
      norm: `${name}.norm`,
      first: `${name}.linear_fc1`,
      second: `${name}.linear_fc2`,
    })
    const tokens = [
      merged(draft, last as Value, shape, named('vision.merger'), norm, width),
      ...earlier.map((rows, i) => {
        const joined = reshaped(draft, rows, [-1, shape.width * shape.merge ** 2])
        const wide = { ...shape, width: shape.width * shape.merge ** 2, merge: 1 }
        return merged(draft, joined, wide, named(`vision.deepstack_merger_list.${i}`), norm, width)
      }),
    ]
    imageFeatures(draft, graph.node('Concat', tokens, { axis: 1 }), width * (1 + stacked))
  },
}
