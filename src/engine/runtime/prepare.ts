import { VoxelwiseError } from '../errors.ts'
import type { Family, ModelConfigs, PreparedImage } from '../families/family.ts'
import type { Pixels } from '../image/pixels.ts'
import type { JsonObject } from '../json.ts'
import { buildPrompt, optionsOf } from '../prompt.ts'
import type { ImageInput, PreparedGroup, PreparedPrompt } from './prepared.ts'
import type { Prompter } from './prompter.ts'

/** A question before its prompt is tokenised. */
export type Question = Omit<PreparedPrompt, 'ids'>

/** @param fields as they are shown */
export function questionOf(index: number, fields: JsonObject): Question {
  return { index, text: buildPrompt(fields), letters: optionsOf(fields).map(({ letter }) => letter) }
}

/** The token ids of a group's questions, and what of them is computed once. */
export function prepareGroup(
  prompter: Prompter,
  image: ImageInput | null,
  questions: readonly Question[],
  shared: boolean,
): PreparedGroup {
  const tokens = image?.image.tokens ?? null
  return {
    image,
    prefix: shared && tokens !== null ? prompter.sharedPrefix(tokens) : [],
    prompts: questions.map(question => ({ ...question, ids: prompter.ids(question.text, tokens) })),
  }
}

/** @throws VoxelwiseError image-too-large where the family's own resizing would need more memory than there is */
export function prepareImage(
  family: Family,
  configs: ModelConfigs,
  pixels: Pixels,
  name: string,
): PreparedImage {
  try {
    return family.prepareImage(pixels, configs)
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause
    throw new VoxelwiseError({
      code: 'image-too-large',
      subject: name,
      message: `There is no memory to resize this image of ${pixels.width} x ${pixels.height} pixels.`,
      remedy: 'Store it smaller.',
      cause,
    })
  }
}
