import {
  activated,
  linear,
  normed,
  type PixtralShape,
  pixtralTower,
  reshaped,
  type Value,
} from '@voxelwise/checkpoint'
import { flagField, isFields, positiveField, wholeField } from '../../../../engine/base/config-fields.ts'
import { activationField } from '../activation.ts'
import type { CheckpointFamily } from '../checkpoint-family.ts'
import { checkDivides } from '../consistency.ts'
import { languageShape } from '../language.ts'
import { unknownSetting } from '../refusals.ts'
import { imageFeatures, inGraphType, projectorActivation } from './features.ts'

type Fields = Readonly<Record<string, unknown>>

const file = 'config.json: vision_config'
const textFile = 'config.json: text_config'

const textConfig = (config: Fields): Fields => ({
  model_type: 'mistral',
  ...(isFields(config.text_config) ? config.text_config : {}),
})

function pixtralShape(config: Fields): PixtralShape {
  const given = isFields(config.vision_config) ? config.vision_config : {}
  const rope = isFields(given.rope_parameters) ? given.rope_parameters : given
  const width = wholeField(given, 'hidden_size', file, 65_536, 1024)
  const heads = wholeField(given, 'num_attention_heads', file, 1024, 16)
  checkDivides(file, 'num_attention_heads', heads, width)
  return {
    layers: wholeField(given, 'num_hidden_layers', file, 512, 24),
    width,
    heads,
    inner: wholeField(given, 'intermediate_size', file, 1_048_576, 4096),
    channels: wholeField(given, 'num_channels', file, 64, 3),
    patch: wholeField(given, 'patch_size', file, 256, 16),
    activation: activationField(given, 'hidden_act', file, 'gelu'),
    theta: positiveField(rope, 'rope_theta', file, 10_000),
  }
}

/** Mistral 3. Follows `Mistral3Model` of Python's transformers 5.24. */
export const mistral3Checkpoint: CheckpointFamily = {
  modelTypes: ['mistral3'],
  language: (config, tensors) => languageShape(textConfig(config), textFile, tensors),
  vision(draft, config, { width, norm }) {
    if ((config.vision_feature_layer ?? -1) !== -1)
      throw unknownSetting('config.json', 'vision_feature_layer', config.vision_feature_layer, [-1])
    const { graph } = draft
    const shape = pixtralShape(config)
    const merge = wholeField(config, 'spatial_merge_size', 'config.json', 64, 2)
    const pixels = inGraphType(
      draft,
      graph.input('pixel_values', 'float', [1, shape.channels, 'height', 'width']),
    )
    const { rows, down, across } = pixtralTower(draft, shape, pixels)
    const even = normed(draft, rows, 'projector.norm', shape.width, norm)
    const inOne = (count: Value): Value =>
      graph.node('Unsqueeze', [graph.node('Div', [count, graph.integers(merge)]), graph.integers([0])])
    const sides = graph.node(
      'Concat',
      [inOne(down), graph.integers([merge]), inOne(across), graph.integers([merge, shape.width])],
      { axis: 0 },
    )
    const squares = graph.node('Transpose', [graph.node('Reshape', [even, sides])], { perm: [0, 2, 4, 1, 3] })
    const inputs = shape.width * merge ** 2
    const merged = linear(
      draft,
      reshaped(draft, squares, [-1, inputs]),
      'projector.patch_merger.merging_layer',
      {
        inputs,
        outputs: shape.width,
        bias: false,
      },
    )
    const bias = flagField(config, 'multimodal_projector_bias', 'config.json', false)
    const first = linear(draft, merged, 'projector.linear_1', { inputs: shape.width, outputs: width, bias })
    const active = activated(draft, first, projectorActivation(config))
    imageFeatures(
      draft,
      linear(draft, active, 'projector.linear_2', { inputs: width, outputs: width, bias }),
      width,
    )
  },
}
