import { VoxelwiseError } from '../base/errors.ts'
import type { Family, ModelConfigs, PreparedImage } from '../families/family.ts'
import { type TextSettings, textSettings } from './text-settings.ts'

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
