import { linear } from '@voxelwise/checkpoint'
import type { CheckpointFamily } from '../checkpoint-family.ts'
import { languageOfText, logitBound } from '../language.ts'
import { towerShape } from '../vision-shapes.ts'
import { imageFeatures, towerRows } from './features.ts'

/** PaliGemma. Follows `PaliGemmaModel` of Python's transformers 5.24: the whole prompt sees itself. */
export const paligemmaCheckpoint: CheckpointFamily = {
  modelTypes: ['paligemma'],
  language: (config, tensors) => ({
    ...languageOfText(config, 'gemma', tensors),
    bothWays: 'prompt',
    logitCap: logitBound(config, 'gemma'),
  }),
  vision(draft, config, { width }) {
    const shape = towerShape(config, 'siglip_vision_model')
    const rows = towerRows(draft, shape, [shape.layers])
    const projected = linear(draft, rows, 'projector.linear', {
      inputs: shape.width,
      outputs: width,
      bias: true,
    })
    imageFeatures(draft, projected, width)
  },
}
