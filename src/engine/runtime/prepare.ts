import { VoxelwiseError } from '../base/errors.ts'
import type { JsonObject } from '../base/json.ts'
import type { Family, ModelConfigs, PreparedImage } from '../families/family.ts'
import type { Pixels } from '../image/pixels.ts'
import { offeredAnswers } from '../protocol/offered.ts'
import type { Protocol } from '../protocol/protocol.ts'
import type { ImageInput, PreparedGroup, PreparedPrompt } from './prepared.ts'
import type { PromptEncoder } from './prompt-encoder.ts'

/** A question before its prompt is tokenised. */
export type Question = Omit<PreparedPrompt, 'ids' | 'error'>

/** @param fields as they are shown */
export function questionOf(index: number, fields: JsonObject, protocol: Protocol): Question {
  return { index, text: protocol.prompt(fields), answers: offeredAnswers(protocol, fields) }
}

/**
 * The token ids of a group's questions, and what of them is computed once.
 * @param opening what every prompt of the protocol begins with; null where no beginning is computed apart
 */
export function prepareGroup(
  promptEncoder: PromptEncoder,
  image: ImageInput | null,
  questions: readonly Question[],
  opening: string | null,
): PreparedGroup {
  const tokens = image?.image.tokens ?? null
  return {
    image,
    prefix: opening !== null && tokens !== null ? promptEncoder.sharedPrefix(tokens, opening) : [],
    prompts: questions.map(question => promptOf(promptEncoder, question, tokens)),
  }
}

/** A prompt that cannot be written is its own question's fault, not that of others on the same image. */
function promptOf(promptEncoder: PromptEncoder, question: Question, tokens: string | null): PreparedPrompt {
  try {
    return { ...question, ids: promptEncoder.ids(question.text, tokens) }
  } catch (error) {
    if (!(error instanceof VoxelwiseError && error.info.code === 'prompt-failed')) throw error
    return { ...question, ids: [], error: error.info }
  }
}

/**
 * @throws VoxelwiseError image-too-large where the family's own resizing would need more memory than there is, or would
 * leave nothing of it; model-config where the settings are at fault
 */
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
      message: `This image of ${pixels.width} x ${pixels.height} pixels cannot be resized for the model: ${cause.message}.`,
      remedy: 'Store it smaller; of a very long and thin one, a part.',
      cause,
    })
  }
}
