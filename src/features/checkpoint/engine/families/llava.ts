import { flagField, isFields } from '../../../../engine/base/config-fields.ts'
import type { CheckpointFamily } from '../checkpoint-family.ts'
import { languageShape } from '../language.ts'
import { featureLayers, towerShape } from '../vision-shapes.ts'
import {
  imageFeatures,
  projected,
  projectorActivation,
  towerRows,
  unusedLayers,
  withoutFirst,
} from './features.ts'

type Fields = Readonly<Record<string, unknown>>

const textFile = 'config.json: text_config'

/** The tower as LLaVA uses it: the norm after the last layer is left out even where that layer is taken. */
const visionTower = (config: Fields) => ({ ...towerShape(config), normsLast: false })

/** LLaVA 1.5. Follows `LlavaModel` of Python's transformers 5.24. */
export const llavaCheckpoint: CheckpointFamily = {
  modelTypes: ['llava'],
  unused: config => {
    const { layers } = visionTower(config)
    return unusedLayers(Math.max(...featureLayers(config, layers, -2)))
  },
  language: (config, tensors) =>
    languageShape(
      isFields(config.text_config) ? { model_type: 'llama', ...config.text_config } : { model_type: 'llama' },
      textFile,
      tensors,
    ),
  vision(draft, config, { width }) {
    const shape = visionTower(config)
    const depths = featureLayers(config, shape.layers, -2)
    const rows = towerRows(draft, shape, depths)
    const inputs = shape.width * depths.length
    const takesAll = config.vision_feature_select_strategy === 'full'
    const patches = takesAll ? rows : withoutFirst(draft, { ...shape, width: inputs }, rows)
    const bias = flagField(config, 'multimodal_projector_bias', 'config.json', true)
    const activation = projectorActivation(config)
    imageFeatures(draft, projected(draft, patches, { inputs, outputs: width, bias, activation }), width)
  },
}
