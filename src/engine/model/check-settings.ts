import { ownValue } from '@voxelwise/python'
import { fieldError, isFields, positiveField, wholeField } from '../base/config-fields.ts'
import { VoxelwiseError } from '../base/errors.ts'
import type { Family, ModelConfigs, PreparedImage } from '../families/family.ts'

/** Prompt and answer settings from config.json and generation_config.json. */
interface TextSettings {
  /** Maximum tokens of a prompt and its answer together; null if not given. */
  readonly contextLength: number | null
  readonly endTokens: ReadonlySet<number>
  /** Divisor for the score of a token that occurred before; 1 changes nothing. */
  readonly repetitionPenalty: number
  /** Token for each piece of an image in a prompt; null if not given. */
  readonly imageToken: number | null
  /** Number of tokens with embeddings; null if not given. */
  readonly vocabularySize: number | null
}

/** @throws VoxelwiseError model-config naming file and field */
export function textSettings({ config, generation }: ModelConfigs): TextSettings {
  const text = isFields(config.text_config) ? config.text_config : config
  const optional = (field: string): number | null => {
    const fields = { [field]: ownValue(text, field) ?? ownValue(config, field) }
    return ownValue(fields, field) == null
      ? null
      : wholeField(fields, field, 'config.json', Number.MAX_SAFE_INTEGER)
  }
  // The latter in older files, and first where transformers.js reads both.
  const imageTokens = { image_token_id: config.image_token_index ?? config.image_token_id }
  const vocabularySize = Math.max(optional('vocab_size') ?? 0, Number(config.vocab_size) || 0)
  return {
    contextLength: optional('max_position_embeddings'),
    endTokens: endTokens(generation.eos_token_id ?? config.eos_token_id ?? text.eos_token_id),
    repetitionPenalty: positiveField(generation, 'repetition_penalty', 'generation_config.json', 1),
    imageToken:
      imageTokens.image_token_id == null ? null : tokenId(imageTokens, 'image_token_id', 'config.json'),
    vocabularySize: vocabularySize || null,
  }
}

/** A token's number. The tokenizer decides whether such a token exists. */
function tokenId(fields: Readonly<Record<string, unknown>>, field: string, file: string): number {
  if (ownValue(fields, field) === 0) return 0
  return wholeField(fields, field, file, 2 ** 31)
}

function endTokens(value: unknown): ReadonlySet<number> {
  const ids: readonly unknown[] = Array.isArray(value) ? value : [value ?? []].flat()
  const isToken = (id: unknown): id is number => Number.isInteger(id) && Number(id) >= 0
  if (ids.every(isToken)) return new Set(ids)
  throw fieldError('generation_config.json', 'eos_token_id', 'the number of a token, or a list of them')
}

/** Small, not square, and not a whole number of patches. */
const testImage = { width: 70, height: 44, channels: 3, data: new Uint8Array(70 * 44 * 3) } as const

/** Errors that every sample would cause are the model's fault and end a run before its first question. */
export interface CheckedSettings extends TextSettings {
  /** A small black image as the model gets it; null where it takes none. */
  readonly image: PreparedImage | null
  /** How many tokens represent that; null if the family cannot know. */
  readonly imageTokens: number | null
}

/**
 * Reads every setting that preparation needs, by preparing a small image.
 * @throws VoxelwiseError model-config naming file and field
 */
export function checkSettings(family: Family, configs: ModelConfigs): CheckedSettings {
  const settings = textSettings(configs)
  if (family.textOnly) return { ...settings, image: null, imageTokens: null }
  const { width, height } = testImage
  try {
    const imageTokens = family.imageTokens?.(width, height, configs) ?? null
    return { ...settings, image: family.prepareImage(testImage, configs), imageTokens }
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause
    throw new VoxelwiseError({
      code: 'model-config',
      subject: 'preprocessor_config.json',
      message: `These settings cannot prepare an image of ${width} x ${height}: ${cause.message}.`,
      remedy: 'Compare the file with the one the model was published with.',
      cause,
    })
  }
}
