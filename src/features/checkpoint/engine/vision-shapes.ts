/** The shapes of vision towers, from config.json. Defaults are those of Python's transformers 5.24. */

import { clipNames, internNames, type TowerShape } from '@voxelwise/checkpoint'
import { ownValue } from '@voxelwise/python'
import {
  fieldError,
  flagField,
  isFields,
  positiveField,
  wholeField,
} from '../../../engine/base/config-fields.ts'
import { activationField } from './activation.ts'
import { checkDivides } from './consistency.ts'
import { unknownSetting } from './refusals.ts'

type Fields = Readonly<Record<string, unknown>>

const file = 'config.json: vision_config'
const most = { layers: 512, width: 65_536, heads: 1024, side: 8192 }

const clipDefaults: Fields = {
  hidden_size: 768,
  intermediate_size: 3072,
  num_hidden_layers: 12,
  num_attention_heads: 12,
  num_channels: 3,
  image_size: 224,
  patch_size: 32,
  hidden_act: 'quick_gelu',
  layer_norm_eps: 1e-5,
}

const towers: Readonly<Record<string, { readonly defaults: Fields; readonly is: Partial<TowerShape> }>> = {
  clip_vision_model: {
    defaults: clipDefaults,
    is: { hasClassToken: true, normsFirst: true, names: clipNames },
  },
  siglip_vision_model: {
    defaults: { ...clipDefaults, patch_size: 16, hidden_act: 'gelu_pytorch_tanh', layer_norm_eps: 1e-6 },
    is: { patchBias: true, normsLast: true, names: clipNames },
  },
  idefics3_vision: {
    defaults: {
      ...clipDefaults,
      hidden_size: 1152,
      num_attention_heads: 16,
      hidden_act: 'gelu_pytorch_tanh',
      layer_norm_eps: 1e-6,
    },
    is: { patchBias: true, normsLast: true, names: clipNames },
  },
  internvl_vision: {
    defaults: {
      hidden_size: 1024,
      intermediate_size: 4096,
      num_hidden_layers: 24,
      num_attention_heads: 16,
      num_channels: 3,
      image_size: 448,
      patch_size: 14,
      hidden_act: 'gelu',
      layer_norm_eps: 1e-6,
      attention_bias: false,
    },
    is: { hasClassToken: true, patchBias: true, scales: true, names: internNames },
  },
}

/** @throws VoxelwiseError model-config naming the field, or a tower that is not known */
export function towerShape(config: Fields, modelType?: string): TowerShape {
  const vision = isFields(config.vision_config) ? config.vision_config : {}
  const named = modelType ?? String(vision.model_type ?? '')
  const known = ownValue(towers, named)
  if (!known) throw unknownSetting(file, 'model_type', named, Object.keys(towers))
  const given: Fields = { ...known.defaults, ...vision }
  if (given.use_absolute_position_embeddings === false)
    throw unknownSetting(file, 'use_absolute_position_embeddings', false, [true])
  const isRms = given.norm_type === 'rms_norm'
  const width = wholeField(given, 'hidden_size', file, most.width)
  const heads = wholeField(given, 'num_attention_heads', file, most.heads)
  checkDivides(file, 'num_attention_heads', heads, width)
  return {
    names: clipNames,
    layers: wholeField(given, 'num_hidden_layers', file, most.layers),
    width,
    heads,
    inner: wholeField(given, 'intermediate_size', file, 1_048_576),
    channels: wholeField(given, 'num_channels', file, 64),
    patch: sides(given, 'patch_size'),
    image: sides(given, 'image_size'),
    norm: { kind: isRms ? 'rms' : 'layer', epsilon: positiveField(given, 'layer_norm_eps', file) },
    activation: activationField(given, 'hidden_act', file),
    hasClassToken: false,
    patchBias: false,
    queryBias: flagField(given, 'attention_bias', file, true),
    normsFirst: false,
    normsLast: false,
    normsQueries: flagField(given, 'use_qk_norm', file, false),
    scales: false,
    ...known.is,
    ...(named === 'internvl_vision' && { normsLast: !flagField(given, 'use_mean_pooling', file, true) }),
  }
}

/** One number for both sides, or height and width. */
function sides(given: Fields, field: string): readonly [number, number] {
  const value = ownValue(given, field)
  if (!Array.isArray(value)) {
    const side = wholeField(given, field, file, most.side)
    return [side, side]
  }
  const side = (i: number): number => wholeField({ [field]: value[i] }, field, file, most.side)
  return [side(0), side(1)]
}

/**
 * `vision_feature_layer`: the numbers of the layers whose output is taken, as PyTorch's `hidden_states` count them.
 * @returns in ascending order
 */
export function featureLayers(config: Fields, layers: number, fallback: number): readonly number[] {
  const given = config.vision_feature_layer ?? fallback
  const list: readonly unknown[] = Array.isArray(given) ? given : [given]
  return list.map(one => {
    const depth = Number(one) < 0 ? layers + 1 + Number(one) : Number(one)
    if (Number.isInteger(depth) && depth >= 0 && depth <= layers) return depth
    throw fieldError('config.json', 'vision_feature_layer', `the number of one of ${layers} layers`)
  })
}
