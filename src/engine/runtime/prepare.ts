import type { Pixels } from '@voxelwise/pixels'
import type { JsonObject } from '@voxelwise/python'
import { VoxelwiseError } from '../base/errors.ts'
import type { Family, ModelConfigs, PreparedImage } from '../families/family.ts'
import { offeredAnswers, type Protocol } from '../protocol/protocol.ts'
import { imagesShown, type Turn, writeTurns } from '../protocol/turns.ts'
import type { ImageInput, PreparedGroup, PreparedPrompt } from './prepared.ts'
import type { PromptEncoder } from './prompt-encoder.ts'

export interface Question extends Pick<PreparedPrompt, 'index' | 'text' | 'answers'> {
  readonly turns: readonly Turn[]
}

/**
 * @param fields as they are shown
 * @param images how many it has
 */
export function writeQuestion(
  index: number,
  fields: JsonObject,
  images: number,
  protocol: Protocol,
): Question {
  const turns = writeTurns(fields, images, protocol)
  return { index, text: protocol.prompt(fields), turns, answers: offeredAnswers(protocol, fields) }
}

/**
 * The token ids of a group's questions, and what of them is computed once.
 * @param images in the sample's order; none for a text-only question
 * @param opening what every prompt of the protocol begins with; null where no beginning is computed apart
 */
export function prepareGroup(
  promptEncoder: PromptEncoder,
  images: readonly ImageInput[],
  questions: readonly Question[],
  opening: string | null,
): PreparedGroup {
  const tokens = images.map(({ image }) => image.tokens)
  const prompts = questions.map(question => writePrompt(promptEncoder, question, tokens))
  const prefix = opening !== null && images.length > 0 ? promptEncoder.sharedPrefix(tokens, opening) : []
  const isUsed = prompts.some(prompt => reuses(prompt, prefix, images.length))
  return { images, prefix: isUsed ? prefix : [], prompts }
}

/** A prompt that cannot be written is its own question's fault, not that of others on the same images. */
function writePrompt(
  promptEncoder: PromptEncoder,
  { turns, ...question }: Question,
  tokens: readonly string[],
): PreparedPrompt {
  const images = imagesShown(turns)
  try {
    return { ...question, images, ids: promptEncoder.ids(turns, tokens) }
  } catch (error) {
    if (!(error instanceof VoxelwiseError && error.info.code === 'prompt-failed')) throw error
    return { ...question, images, ids: [], error: error.info }
  }
}

/**
 * Whether a prompt begins with what its group shares: all images once, in order, and then the protocol's opening. Images of
 * one size have the same tokens, so that the tokens alone do not tell.
 * @param count images of the group
 */
export function reuses(
  { ids, images }: Pick<PreparedPrompt, 'ids' | 'images'>,
  prefix: readonly number[],
  count: number,
): boolean {
  return (
    images.length === count &&
    images.every((image, i) => image === i) &&
    ids.length > prefix.length &&
    prefix.every((id, i) => ids[i] === id)
  )
}

/**
 * @param count images in the same prompt
 * @throws VoxelwiseError image-too-large where the family's own resizing would need more memory than there is, or would
 * leave nothing of it; model-config where the settings are at fault
 */
export function prepareImage(
  family: Family,
  configs: ModelConfigs,
  pixels: Pixels,
  name: string,
  count: number,
): PreparedImage {
  try {
    return family.prepareImage(pixels, configs, count)
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause
    throw new VoxelwiseError({
      code: 'image-too-large',
      subject: name,
      message: `This image of ${pixels.width} x ${pixels.height} pixels cannot be resized for the model: ${cause.message}.`,
      remedy: 'Make the image smaller, or crop it if it is very long and thin.',
      cause,
    })
  }
}
