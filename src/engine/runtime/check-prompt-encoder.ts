import { fieldError } from '../base/config-fields.ts'
import { errorMessage, VoxelwiseError } from '../base/errors.ts'
import type { CheckedSettings } from '../model/check-settings.ts'
import { tokenizerError } from '../model/tokenizer-file.ts'
import { medrcubeLetters } from '../protocol/protocols/medrcube.ts'
import { plainTurn, type Turn } from '../protocol/turns.ts'
import type { PromptEncoder } from './prompt-encoder.ts'

/**
 * Every letter and sign of a keyboard many times over, on one line: regular expressions that run for ever do so where
 * something repeats and then does not end as they want it to.
 */
const runs = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i).repeat(48)).join('')

/** What the questions of a run require of a chat template. */
export interface Conversation {
  /** Most images of a question. */
  readonly images: number
  /** Whether a question comes after others that are answered. */
  readonly hasExamples: boolean
}

/**
 * Writes a harmless prompt of that many images, and one after an answered example.
 * @throws VoxelwiseError model-unsupported where the chat template leaves a part of it out
 */
export function checkConversation(
  promptEncoder: PromptEncoder,
  folder: string,
  { image }: Pick<CheckedSettings, 'image'>,
  { images, hasExamples }: Conversation,
): void {
  const refuse = (what: string, detail: string) =>
    new VoxelwiseError({
      code: 'model-unsupported',
      subject: `${folder}: chat template`,
      message: `The chat template cannot write ${what}: ${detail}`,
      remedy: 'Choose another model for this data set.',
    })
  const tokens = Array<string>(images).fill(image?.tokens ?? '')
  const attempt = (turns: readonly Turn[], what: string): string => {
    try {
      return promptEncoder.render(turns, tokens)
    } catch (error) {
      if (error instanceof VoxelwiseError) throw refuse(what, error.info.message)
      throw error
    }
  }
  if (images > 1) attempt(plainTurn('Which?', images), `${images} images in a question`)
  if (!hasExamples) return
  const [question, answer, last] = ['Which was that?', 'This was one.', 'Which is this?']
  const parts = (text: string, at: number): Turn['parts'] => [
    ...(images > at ? [{ type: 'image', image: at } as const] : []),
    { type: 'text', text },
  ]
  const what = 'examples before a question'
  const text = attempt(
    [
      { role: 'user', parts: parts(question, 0) },
      { role: 'assistant', parts: [{ type: 'text', text: answer }] },
      { role: 'user', parts: parts(last, 1) },
    ],
    what,
  )
  const places = [question, answer, last].map(part => text.indexOf(part))
  if (!places.every((place, i) => place > (places[i - 1] ?? -1)))
    throw refuse(what, 'it leaves a turn out, or puts them in another order.')
}

/**
 * Writes and tokenises a harmless prompt, without an image and, where the model takes any, with one.
 * @throws VoxelwiseError model-config naming the file at fault
 */
export function checkPrompter(promptEncoder: PromptEncoder, folder: string, settings: CheckedSettings): void {
  const question = `What is shown?\n${medrcubeLetters.map(letter => `${letter}: yes`).join('\n')}`
  const plain = asModelFault(() => promptEncoder.ids(plainTurn(question, 0), []))
  const { image } = settings
  const ids = image ? asModelFault(() => promptEncoder.ids(plainTurn(question, 1), [image.tokens])) : []
  checkIds(folder, [...plain, ...ids], ids, settings)
  try {
    promptEncoder.text(promptEncoder.tokenizer.encode(runs).filter(Number.isInteger).concat(plain))
  } catch (cause) {
    const detail = errorMessage(cause)
    throw tokenizerError(`${folder}/tokenizer.json`, `The tokenizer fails: ${detail}.`, cause)
  }
  const decoded = promptEncoder
    .text(asModelFault(() => promptEncoder.encode(medrcubeLetters.join('\n'))))
    .toUpperCase()
  const lost = medrcubeLetters.filter(letter => !decoded.includes(letter))
  if (lost.length > 0)
    throw tokenizerError(
      `${folder}/tokenizer.json`,
      `The tokenizer loses text: of the letters ${medrcubeLetters.join(', ')} it does not give back ${lost.join(', ')}.`,
    )
}

function checkIds(
  folder: string,
  all: readonly number[],
  withImage: readonly number[],
  { vocabularySize, imageToken, imageTokens }: CheckedSettings,
): void {
  const highest = all.reduce((most, id) => Math.max(most, id), 0)
  if (vocabularySize !== null && highest >= vocabularySize)
    throw tokenizerError(
      `${folder}/tokenizer.json`,
      `A prompt has token ${highest}, but config.json knows ${vocabularySize} tokens only (vocab_size).`,
    )
  if (imageToken === null || imageTokens === null) return
  const occurrences = withImage.filter(id => id === imageToken).length
  if (occurrences !== imageTokens)
    throw fieldError(
      'config.json',
      'image_token_id',
      `the token for a piece of an image: a prompt has ${occurrences} of ${imageTokens}`,
    )
}

/** What fails on a harmless prompt fails on all. */
function asModelFault<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof VoxelwiseError)) throw error
    throw new VoxelwiseError({ ...error.info, code: 'model-config', cause: error })
  }
}
