import { ownValue } from '@voxelwise/python'
import { isFields } from '../base/config-fields.ts'
import type { ModelConfigs } from '../families/family.ts'
import type { DeviceKind } from '../protocol/device.ts'
import { cacheShape } from './cache-shape.ts'
import { type OnnxOutline, sizeOfType, tensorBytes } from './onnx-outline.ts'

/** Bytes; an estimate, see `estimateMemory`. */
export interface MemoryEstimate {
  readonly weights: number
  readonly cache: number
  readonly activations: number
  /** The largest sum needed at any moment, on WebGPU, in WebAssembly's memory and in a native process. */
  readonly total: Readonly<Record<DeviceKind, number>>
}

export interface SessionFiles {
  readonly outline: OnnxOutline
  /** Bytes of the .onnx file. */
  readonly graph: number
  /** Bytes of its external data files. */
  readonly external: number
}

export interface Prompt {
  /** Tokens of the whole prompt and its answer. */
  readonly tokens: number
  /** Tokens of one image among these: several images are encoded one at a time. */
  readonly image: number
}

/**
 * An estimate of the memory that one question needs, from shapes alone:
 *
 * - weights: the size of the files;
 * - cache: what the decoder's `past…` inputs hold at the prompt's length (`cacheShape`), twice, as a step reads the old
 *   cache and writes a new one;
 * - activations: of one layer at a time, in 32 bits, of the encoder and the decoder together, because ONNX
 *   Runtime keeps each session's arena. A layer over n tokens of width d, with h heads and an MLP of width m:
 *   4 (4 n d + 2 n m + h n w) bytes, where w is how far a token attends: the whole prompt in the decoder, one tile
 *   in the encoder. Attention is taken to write its scores out; a fused kernel needs less. And one row of logits.
 *
 * WebAssembly: while a session is made its .onnx file is there twice (the bytes and the parsed graph), and 16-bit
 * floats are also held in 32 bits, since its processor kernels compute in those.
 * @param sessions in the order of loading
 */
export function estimateMemory(
  sessions: readonly SessionFiles[],
  configs: Pick<ModelConfigs, 'config'>,
  prompt: Prompt,
): MemoryEstimate {
  const weights = sum(sessions.map(({ graph, external }) => graph + external))
  const cache = 2 * sum(sessions.map(({ outline }) => cacheBytes(outline, configs, prompt.tokens)))
  const activations = activationBytes(configs, prompt)
  const widened =
    sum(
      sessions.flatMap(({ outline }) =>
        outline.tensors.map(tensor => (tensor.type === 10 ? tensorBytes(tensor) : 0)),
      ),
    ) * 2
  const parsing = Math.max(0, ...sessions.map(({ graph }) => graph))
  return {
    weights,
    cache,
    activations,
    total: {
      webgpu: weights + cache + activations,
      wasm: weights + widened + Math.max(parsing, cache + activations),
      native: weights + cache + activations,
    },
  }
}

function cacheBytes({ inputs }: OnnxOutline, configs: Pick<ModelConfigs, 'config'>, tokens: number): number {
  const past = inputs.filter(({ name }) => name.startsWith('past'))
  return sum(
    past.map(({ name, type, dims }) =>
      cacheShape(name, dims, configs).reduce<number>(
        (bytes, side) => bytes * (side === 'length' ? tokens : (side ?? 1)),
        sizeOfType(type),
      ),
    ),
  )
}

/** Patches of the encoder that become this many tokens of the prompt. */
export function patchesForTokens({ config }: Pick<ModelConfigs, 'config'>, tokens: number): number {
  const vision = isFields(config.vision_config) ? config.vision_config : {}
  return tokens * patchesPerToken(config, vision, patchesOfSide(vision))
}

const patchesOfSide = (vision: Fields): number =>
  Math.floor(setting(vision, 'image_size') / (setting(vision, 'patch_size') || Infinity))

function activationBytes(configs: Pick<ModelConfigs, 'config'>, prompt: Prompt): number {
  const { config } = configs
  const text = isFields(config.text_config) ? config.text_config : config
  const vision = isFields(config.vision_config) ? config.vision_config : {}
  const side = patchesOfSide(vision)
  const patches = patchesForTokens(configs, prompt.image)
  const tile = side > 0 ? Math.min(patches, side ** 2) : patches
  const logits = 4 * setting(text, 'vocab_size')
  return layerBytes(text, prompt.tokens, prompt.tokens) + layerBytes(vision, patches, tile) + logits
}

function layerBytes(settings: Fields, tokens: number, reach: number): number {
  const width = setting(settings, 'embed_dim') || setting(settings, 'hidden_size')
  const inner = setting(settings, 'intermediate_size') || width * (setting(settings, 'mlp_ratio') || 4)
  const heads = setting(settings, 'num_attention_heads') || setting(settings, 'num_heads')
  return 4 * (4 * tokens * width + 2 * tokens * inner + heads * tokens * reach)
}

/** How many of the encoder's patches become one token of the prompt. */
function patchesPerToken(config: Fields, vision: Fields, side: number): number {
  const pooled = setting(config, 'mm_tokens_per_image')
  if (pooled > 0) return side ** 2 / pooled
  const merged =
    setting(config, 'scale_factor') ||
    setting(vision, 'spatial_merge_size') ||
    setting(vision, 'pooling_kernel_size') ||
    setting(config, 'downsample_factor')
  return (merged || 1) ** 2
}

type Fields = Readonly<Record<string, unknown>>

const setting = (fields: Fields, name: string): number => {
  const value = ownValue(fields, name)
  return typeof value === 'number' && value > 0 && Number.isFinite(value) ? value : 0
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
