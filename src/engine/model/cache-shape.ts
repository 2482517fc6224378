import { isFields } from '../base/config-fields.ts'
import type { ModelConfigs } from '../families/family.ts'

/** One side of a cache input: fixed, as long as the past, or unknown (in neither the graph nor config.json). */
export type CacheSide = number | 'length' | null

/** Whether a decoder's `past…` input holds keys or values. */
const isPair = (name: string): boolean => /[._](key|value)s?$/.test(name)

/**
 * The sides of one of the decoder's `past…` inputs for a batch of one. Keys and values are [batch, heads, length, head size];
 * what the graph leaves open, config.json has. States of other layers (`past_conv.0`) have a fixed size.
 */
export function cacheShape(
  name: string,
  dims: readonly (number | null)[],
  { config }: Pick<ModelConfigs, 'config'>,
): readonly CacheSide[] {
  if (!isPair(name)) return dims.map((side, axis) => (axis === 0 ? 1 : side))
  if (dims.length === 3) return [1, dims[1] ?? 'length', dims[2] ?? null]
  if (dims.length !== 4) return dims.map(() => null)
  const { heads, headSize } = cacheSettings(config)
  return [1, dims[1] ?? heads, dims[2] ?? 'length', dims[3] ?? headSize]
}

/** Key-value heads and numbers per head; null if not given. */
function cacheSettings(config: ModelConfigs['config']): { heads: number | null; headSize: number | null } {
  const text = isFields(config.text_config) ? config.text_config : config
  const queries = counted(text.num_attention_heads)
  const width = counted(text.hidden_size)
  return {
    heads: counted(text.num_key_value_heads) ?? queries,
    headSize: counted(text.head_dim) ?? (width && queries && width % queries === 0 ? width / queries : null),
  }
}

const counted = (value: unknown): number | null =>
  Number.isSafeInteger(value) && Number(value) > 0 ? Number(value) : null
