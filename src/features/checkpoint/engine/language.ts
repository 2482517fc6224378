/** The shape of a language model's decoder, from config.json. Defaults are those of Python's transformers 5.24. */

import {
  type DecoderShape,
  type Frequencies,
  type Reach,
  type RopeSettings,
  rotaryFrequencies,
  type Tensors,
} from '@voxelwise/checkpoint'
import { ownValue } from '@voxelwise/python'
import {
  fieldError,
  flagField,
  isFields,
  numberField,
  positiveField,
  wholeField,
} from '../../../engine/base/config-fields.ts'
import { activationField } from './activation.ts'
import { unknownSetting } from './refusals.ts'

type Fields = Readonly<Record<string, unknown>>

/** What the code of a `model_type` says and its settings do not. */
interface Kind {
  readonly defaults: Fields
  readonly queryBias: 'always' | 'attention_bias' | 'never'
  readonly outputBias: 'attention_bias' | 'never'
  readonly normsHeads: boolean
  readonly isGemma: boolean
  readonly normsTwice: boolean
  /** Scores are kept below `attn_logit_softcapping`. Gemma 3 has the setting, and no code for it. */
  readonly boundsScores: boolean
}

const llamaDefaults: Fields = {
  vocab_size: 32_000,
  hidden_size: 4096,
  intermediate_size: 11_008,
  num_hidden_layers: 32,
  num_attention_heads: 32,
  hidden_act: 'silu',
  rms_norm_eps: 1e-6,
  rope_theta: 10_000,
}
const qwenDefaults: Fields = { ...llamaDefaults, vocab_size: 151_936, intermediate_size: 22_016 }
const plain = { normsHeads: false, isGemma: false, normsTwice: false, boundsScores: false } as const
const qwen2: Kind = { ...plain, defaults: qwenDefaults, queryBias: 'always', outputBias: 'never' }
const qwenVl: Kind = {
  ...qwen2,
  defaults: {
    ...qwenDefaults,
    vocab_size: 152_064,
    hidden_size: 8192,
    intermediate_size: 29_568,
    num_hidden_layers: 80,
    num_attention_heads: 64,
    num_key_value_heads: 8,
    max_window_layers: 80,
    rms_norm_eps: 1e-5,
    rope_theta: 1_000_000,
  },
}
const qwen3: Kind = {
  ...plain,
  defaults: { ...qwenDefaults, head_dim: 128 },
  queryBias: 'attention_bias',
  outputBias: 'attention_bias',
  normsHeads: true,
}
const llama: Kind = {
  ...plain,
  defaults: llamaDefaults,
  queryBias: 'attention_bias',
  outputBias: 'attention_bias',
}

const kinds: Readonly<Record<string, Kind>> = {
  llama,
  smollm: llama,
  mistral: {
    ...plain,
    defaults: { ...llamaDefaults, intermediate_size: 14_336, num_key_value_heads: 8, sliding_window: 4096 },
    queryBias: 'never',
    outputBias: 'never',
  },
  qwen2,
  qwen2_vl_text: qwenVl,
  qwen2_5_vl_text: qwenVl,
  qwen3,
  qwen3_vl_text: { ...qwen3, defaults: { ...qwen3.defaults, rope_theta: 500_000 } },
  gemma: {
    ...plain,
    defaults: {
      vocab_size: 256_000,
      hidden_size: 3072,
      intermediate_size: 24_576,
      num_hidden_layers: 28,
      num_attention_heads: 16,
      head_dim: 256,
      hidden_act: 'gelu_pytorch_tanh',
      rms_norm_eps: 1e-6,
      rope_theta: 10_000,
    },
    queryBias: 'attention_bias',
    outputBias: 'attention_bias',
    isGemma: true,
  },
  gemma2: {
    defaults: {
      vocab_size: 256_000,
      hidden_size: 2304,
      intermediate_size: 9216,
      num_hidden_layers: 26,
      num_attention_heads: 8,
      num_key_value_heads: 4,
      head_dim: 256,
      hidden_activation: 'gelu_pytorch_tanh',
      rms_norm_eps: 1e-6,
      rope_theta: 10_000,
      query_pre_attn_scalar: 256,
      sliding_window: 4096,
      sliding_window_pattern: 2,
      attn_logit_softcapping: 50,
      final_logit_softcapping: 30,
    },
    queryBias: 'attention_bias',
    outputBias: 'attention_bias',
    normsHeads: false,
    isGemma: true,
    normsTwice: true,
    boundsScores: true,
  },
  gemma3_text: {
    defaults: {
      vocab_size: 262_208,
      hidden_size: 2304,
      intermediate_size: 9216,
      num_hidden_layers: 26,
      num_attention_heads: 8,
      num_key_value_heads: 4,
      head_dim: 256,
      hidden_activation: 'gelu_pytorch_tanh',
      rms_norm_eps: 1e-6,
      rope_theta: 1_000_000,
      rope_local_base_freq: 10_000,
      query_pre_attn_scalar: 256,
      sliding_window: 4096,
      sliding_window_pattern: 6,
    },
    queryBias: 'attention_bias',
    outputBias: 'attention_bias',
    normsHeads: true,
    isGemma: true,
    normsTwice: true,
    boundsScores: false,
  },
}

const most = { layers: 512, width: 65_536, inner: 1_048_576, vocabulary: 4_194_304, heads: 1024 }

/**
 * The language model that `text_config` of config.json describes.
 * @param usual its `model_type` where none is given
 */
export const languageOfText = (config: Fields, usual: string, tensors: Pick<Tensors, 'has'>): DecoderShape =>
  languageShape(textSettings(config, usual), textFile, tensors)

const textFile = 'config.json: text_config'

const textSettings = (config: Fields, usual: string): Fields => ({
  model_type: usual,
  ...(isFields(config.text_config) ? config.text_config : {}),
})

/** The bound of logits that `text_config` describes; null for none. Of the families here only PaliGemma has code for it. */
export function logitBound(config: Fields, usual: string): number | null {
  const text = textSettings(config, usual)
  return optionalBound(
    withoutNulls({ ...ownValue(kinds, String(text.model_type))?.defaults, ...text }),
    'final_logit_softcapping',
    textFile,
  )
}

/**
 * @param text `text_config`, or config.json itself where a family keeps the settings of its text there
 * @param file where they are, for messages
 * @throws VoxelwiseError model-config naming the field
 */
export function languageShape(text: Fields, file: string, tensors: Pick<Tensors, 'has'>): DecoderShape {
  const modelType = String(text.model_type ?? '')
  const kind = ownValue(kinds, modelType)
  if (!kind) throw unknownSetting(file, 'model_type', modelType, Object.keys(kinds))
  const given: Fields = withoutNulls({ ...kind.defaults, ...text })
  const heads = wholeField(given, 'num_attention_heads', file, most.heads)
  const width = wholeField(given, 'hidden_size', file, most.width)
  const headSize = wholeField(given, 'head_dim', file, most.width, Math.floor(width / heads))
  const bias = flagField(given, 'attention_bias', file, false)
  const layers = layerReaches(given, file)
  const axes = rotaryAxes(given, headSize)
  const epsilon = positiveField(given, 'rms_norm_eps', file)
  return {
    layers,
    width,
    heads,
    keyHeads: wholeField(given, 'num_key_value_heads', file, most.heads, heads),
    headSize,
    inner: wholeField(given, 'intermediate_size', file, most.inner),
    vocabulary: wholeField(given, 'vocab_size', file, most.vocabulary),
    norm: { kind: 'rms', epsilon, ...(kind.isGemma && { plusOne: true as const }) },
    activation: activationField(
      given,
      given.hidden_activation === undefined ? 'hidden_act' : 'hidden_activation',
      file,
    ),
    queryBias: kind.queryBias === 'always' || (kind.queryBias === 'attention_bias' && bias),
    outputBias: kind.outputBias === 'attention_bias' && bias,
    innerBias: flagField(given, 'mlp_bias', file, false),
    normsHeads: kind.normsHeads,
    normsTwice: kind.normsTwice,
    wordScale: kind.isGemma ? Math.fround(Math.sqrt(width)) : null,
    scale: positiveField(given, 'query_pre_attn_scalar', file, headSize) ** -0.5,
    window: layers.includes('window') ? wholeField(given, 'sliding_window', file, 2 ** 30) : 2 ** 30,
    rotary: layerRopes(given, headSize, file),
    axes,
    bothWays: null,
    scoreCap: kind.boundsScores ? optionalBound(given, 'attn_logit_softcapping', file) : null,
    logitCap: null,
    stacked: 0,
    // A model that has both has them tied only where they are equal, whatever `tie_word_embeddings` says.
    isTied: !tensors.has('head.weight'),
  }
}

/** Python writes `null` for a setting that is absent: it replaces the default, as a Mistral without a window has none. */
const withoutNulls = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))

const optionalBound = (given: Fields, field: string, file: string): number | null =>
  ownValue(given, field) === undefined ? null : positiveField(given, field, file)

function layerReaches(given: Fields, file: string): readonly Reach[] {
  const count = wholeField(given, 'num_hidden_layers', file, most.layers)
  const types = given.layer_types
  if (types !== undefined) {
    if (!Array.isArray(types) || types.length !== count)
      throw fieldError(file, 'layer_types', `a list of ${count} names`)
    return types.map(type => {
      if (type === 'full_attention') return 'full'
      if (type === 'sliding_attention') return 'window'
      throw fieldError(file, 'layer_types', 'made of full_attention and sliding_attention')
    })
  }
  const all = Array.from({ length: count }, (_, i) => i)
  const pattern = given.sliding_window_pattern ?? given._sliding_window_pattern
  if (typeof pattern === 'number') return all.map(i => ((i + 1) % pattern === 0 ? 'full' : 'window'))
  if (given.use_sliding_window === true && given.sliding_window !== undefined) {
    const first = numberField(given, 'max_window_layers', file, 28)
    return all.map(i => (i >= first ? 'window' : 'full'))
  }
  const isMistral = given.model_type === 'mistral' && given.sliding_window !== undefined
  return all.map(() => (isMistral ? 'window' : 'full'))
}

type Rope = Readonly<Record<Reach, Frequencies>>

/** `rope_parameters`, one or one for each kind of layer; in older files `rope_theta`, `rope_scaling`, `rope_local_base_freq`. */
function layerRopes(given: Fields, headSize: number, file: string): Rope {
  const parameters = isFields(given.rope_parameters) ? given.rope_parameters : null
  if (parameters && isFields(parameters.full_attention)) {
    const window = isFields(parameters.sliding_attention)
      ? parameters.sliding_attention
      : parameters.full_attention
    return {
      full: rotaryFrequencies(ropeSettings(parameters.full_attention, given, headSize, file)),
      window: rotaryFrequencies(ropeSettings(window, given, headSize, file)),
    }
  }
  const scaling = isFields(given.rope_scaling) ? given.rope_scaling : {}
  const ownRope = parameters ?? { rope_theta: given.rope_theta, ...scaling }
  const full = rotaryFrequencies(ropeSettings(ownRope, given, headSize, file))
  if (given.rope_local_base_freq === undefined || parameters) return { full, window: full }
  const local = { rope_theta: given.rope_local_base_freq }
  return { full, window: rotaryFrequencies(ropeSettings(local, given, headSize, file)) }
}

function ropeSettings(rope: Fields, given: Fields, headSize: number, file: string): RopeSettings {
  const at = `${file}: rope_parameters`
  const named = String(rope.rope_type ?? rope.type ?? 'default')
  // Older files call M-RoPE a type of its own. Dynamic scaling changes nothing up to `max_position_embeddings`, and the page asks no
  // longer prompt.
  const type = named === 'mrope' || named === 'dynamic' ? 'default' : named
  if (type !== 'default' && type !== 'linear' && type !== 'llama3' && type !== 'yarn')
    throw unknownSetting(at, 'rope_type', named, ['default', 'linear', 'dynamic', 'llama3', 'yarn'])
  const share = rope.partial_rotary_factor ?? given.partial_rotary_factor ?? 1
  if (share !== 1) throw unknownSetting(at, 'partial_rotary_factor', share, [1])
  const optional = (field: string): number | null =>
    ownValue(rope, field) == null ? null : numberField(rope, field, at)
  const length = Number(given.max_position_embeddings ?? 2048)
  return {
    type,
    theta: positiveField(rope, 'rope_theta', at, Number(given.rope_theta)),
    size: headSize,
    factor: type === 'default' ? 1 : positiveField(rope, 'factor', at),
    lowFactor: positiveField(rope, 'low_freq_factor', at, 1),
    highFactor: positiveField(rope, 'high_freq_factor', at, 4),
    originalLength: positiveField(rope, 'original_max_position_embeddings', at, length),
    betaFast: positiveField(rope, 'beta_fast', at, 32),
    betaSlow: positiveField(rope, 'beta_slow', at, 1),
    attentionFactor: optional('attention_factor'),
    mscale: optional('mscale'),
    mscaleAllDim: optional('mscale_all_dim'),
    truncates: flagField(rope, 'truncate', at, true),
  }
}

/**
 * Which of time, row and column turns each pair of a head: in blocks (Qwen2-VL), or in turn as far as a section reaches
 * (`mrope_interleaved`, Qwen3-VL).
 */
function rotaryAxes(given: Fields, headSize: number): readonly number[] | null {
  const rope = [given.rope_parameters, given.rope_scaling].find(isFields) ?? {}
  const sections = rope.mrope_section
  if (!Array.isArray(sections) || !sections.every(side => Number.isInteger(side))) return null
  const isInterleaved = rope.mrope_interleaved === true || given.model_type === 'qwen3_vl_text'
  if (!isInterleaved) return sections.flatMap((length: number, axis) => Array.from({ length }, () => axis))
  return Array.from({ length: headSize / 2 }, (_, i) => {
    const axis = i % 3
    return axis > 0 && i < 3 * Number(sections[axis]) ? axis : 0
  })
}
