import { floatWeight, normed, reshaped, towerTokens } from '@voxelwise/checkpoint'
import { isFields, wholeField } from '../../../../engine/base/config-fields.ts'
import type { CheckpointFamily } from '../checkpoint-family.ts'
import { languageOfText } from '../language.ts'
import { unknownSetting } from '../refusals.ts'
import { towerShape } from '../vision-shapes.ts'
import { imageFeatures, towerRows } from './features.ts'

/** Gemma 3. Follows `Gemma3Model` of Python's transformers 5.24: an image's tokens see each other. */
export const gemma3Checkpoint: CheckpointFamily = {
  modelTypes: ['gemma3'],
  language(config, tensors) {
    const text = isFields(config.text_config) ? config.text_config : {}
    if (text.use_bidirectional_attention === true)
      throw unknownSetting('config.json: text_config', 'use_bidirectional_attention', true, [false])
    return { ...languageOfText(config, 'gemma3_text', tensors), bothWays: 'image' }
  },
  vision(draft, config, { width }) {
    const { graph, tensors } = draft
    const shape = towerShape(config, 'siglip_vision_model')
    const rows = towerRows(draft, shape, [shape.layers])
    const side = shape.image[0] / shape.patch[0]
    const pooledSide = Math.round(
      Math.sqrt(wholeField(config, 'mm_tokens_per_image', 'config.json', 65_536, 256)),
    )
    const pool = Math.floor(side / pooledSide)
    const byImage = reshaped(draft, rows, [-1, towerTokens(shape), shape.width])
    const planes = reshaped(draft, graph.node('Transpose', [byImage], { perm: [0, 2, 1] }), [
      -1,
      shape.width,
      side,
      side,
    ])
    const pooled = graph.node('AveragePool', [planes], { kernel_shape: [pool, pool], strides: [pool, pool] })
    const flat = reshaped(draft, pooled, [-1, shape.width, pooledSide ** 2])
    const tokens = reshaped(draft, graph.node('Transpose', [flat], { perm: [0, 2, 1] }), [-1, shape.width])
    const even = normed(draft, tokens, 'projector.mm_soft_emb_norm', shape.width, {
      kind: 'rms',
      epsilon: shape.norm.epsilon,
      plusOne: true,
    })
    // Stored as it is multiplied: in x out.
    const matrix = floatWeight(
      draft,
      tensors.take('projector.mm_input_projection_weight', [shape.width, width]),
    )
    imageFeatures(draft, graph.node('MatMul', [even, matrix]), width)
  },
}
