import {
  activated,
  linear,
  normed,
  type PatchTowerShape,
  patchGrid,
  patchTower,
  siglipPatchNames,
} from '@voxelwise/checkpoint'
import { isFields, positiveField, wholeField } from '../../../../engine/base/config-fields.ts'
import { activationField } from '../activation.ts'
import type { CheckpointFamily } from '../checkpoint-family.ts'
import { checkDivides } from '../consistency.ts'
import { languageOfText } from '../language.ts'
import { imageFeatures, inGraphType } from './features.ts'

type Fields = Readonly<Record<string, unknown>>

const file = 'config.json: vision_config'

/** Defaults are those of `VideoLlama3VisionConfig`. */
function videoTower(config: Fields): PatchTowerShape {
  const given = isFields(config.vision_config) ? config.vision_config : {}
  const side = (field: string, absent: number): number => wholeField(given, field, file, 65_536, absent)
  const rope = isFields(given.rope_parameters) ? given.rope_parameters : {}
  const patch = side('patch_size', 16)
  const [width, heads] = [side('hidden_size', 768), side('num_attention_heads', 12)]
  checkDivides(file, 'num_attention_heads', heads, width)
  return {
    names: siglipPatchNames,
    layers: side('num_hidden_layers', 12),
    width,
    heads,
    inner: side('intermediate_size', 3072),
    patch: [side('num_channels', 3), 1, patch, patch],
    patchBias: true,
    merge: 1,
    norm: { kind: 'layer', epsilon: positiveField(given, 'layer_norm_eps', file, 1e-6) },
    activation: activationField(given, 'hidden_act', file, 'gelu_pytorch_tanh'),
    mlp: { first: 'fc1', second: 'fc2', gate: null },
    theta: positiveField(rope, 'rope_theta', file, 10_000),
    windows: null,
  }
}

/** VideoLLaMA 3 with still images, whose patches are tokens. Follows `VideoLlama3Model` of Python's transformers 5.24. */
export const videoLlama3Checkpoint: CheckpointFamily = {
  modelTypes: ['video_llama_3'],
  names: [[/^model\.projector\./, 'projector.']],
  language: (config, tensors) => languageOfText(config, 'qwen2', tensors),
  vision(draft, config, { width }) {
    const { graph } = draft
    const shape = videoTower(config)
    const numbers = shape.patch.reduce((count, side) => count * side, 1)
    const pixels = inGraphType(draft, graph.input('pixel_values', 'float', ['patches', numbers]))
    const grid = patchGrid(draft, graph.input('image_grid_thw', 'int64', [1, 3]), shape.merge)
    const [rows] = patchTower(draft, shape, pixels, grid, [shape.layers])

    const even = normed(
      draft,
      rows as NonNullable<typeof rows>,
      'vision.post_layernorm',
      shape.width,
      shape.norm,
    )
    const first = linear(draft, even, 'projector.readout.0', {
      inputs: shape.width,
      outputs: width,
      bias: true,
    })
    const second = { inputs: width, outputs: width, bias: true }
    imageFeatures(draft, linear(draft, activated(draft, first, 'gelu'), 'projector.readout.2', second), width)
  },
}
