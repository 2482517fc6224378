import { activated, linear, normed } from '@voxelwise/checkpoint'
import { isFields, positiveField } from '../../../../engine/base/config-fields.ts'
import type { CheckpointFamily } from '../checkpoint-family.ts'
import { languageShape } from '../language.ts'
import { featureLayers, towerShape } from '../vision-shapes.ts'
import {
  imageFeatures,
  pixelShuffled,
  projectorActivation,
  towerRows,
  unusedLayers,
  withoutFirst,
} from './features.ts'

/** Whether the tower's own output is taken, of which a norm may be a part, and not that of a layer by its number. */
const takesLast = (config: Readonly<Record<string, unknown>>): boolean =>
  (config.vision_feature_layer ?? -1) === -1

/** InternVL 3 and 3.5 in the layout of Python's transformers. Follows `InternVLModel` of 5.24. */
export const internvlCheckpoint: CheckpointFamily = {
  modelTypes: ['internvl'],
  unused: config => {
    const shape = towerShape(config, 'internvl_vision')
    const last = Math.max(...featureLayers(config, shape.layers, -1))
    return takesLast(config) ? [] : unusedLayers(last)
  },
  language: (config, tensors) =>
    languageShape(
      isFields(config.text_config) ? config.text_config : {},
      'config.json: text_config',
      tensors,
    ),
  vision(draft, config, { width }) {
    const shape = towerShape(config, 'internvl_vision')
    const normsLast = takesLast(config) && shape.normsLast
    const rows = towerRows(draft, { ...shape, normsLast }, featureLayers(config, shape.layers, -1))
    const patches = config.vision_feature_select_strategy === 'full' ? rows : withoutFirst(draft, shape, rows)
    const merged = Math.round(1 / positiveField(config, 'downsample_ratio', 'config.json', 0.5))
    const [down, across] = [shape.image[0] / shape.patch[0], shape.image[1] / shape.patch[1]]
    const inputs = shape.width * merged ** 2
    const tokens = pixelShuffled(draft, patches, { down, across, width: shape.width, merge: merged })
    const even = normed(draft, tokens, 'projector.layer_norm', inputs, { kind: 'layer', epsilon: 1e-5 })
    const first = linear(draft, even, 'projector.linear_1', { inputs, outputs: width, bias: true })
    const active = activated(draft, first, projectorActivation(config))
    imageFeatures(
      draft,
      linear(draft, active, 'projector.linear_2', { inputs: width, outputs: width, bias: true }),
      width,
    )
  },
}
