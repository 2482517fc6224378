import { isFields } from '../base/config-fields.ts'
import { VoxelwiseError } from '../base/errors.ts'

/** The contents of tokenizer.json, checked as far as possible without running it. */

/** Tokens of a vocabulary; the largest published ones have some 260,000. */
const maxTokensKnown = 2 ** 22

type Fields = Readonly<Record<string, unknown>>

/**
 * Ids are places in a list that is traversed, so a large id costs as much as a large vocabulary.
 * @throws VoxelwiseError model-config naming the field
 */
export function checkTokenizerFile(folder: string, json: Fields): void {
  const fault = (field: string, message: string): VoxelwiseError =>
    tokenizerError(`${folder}/tokenizer.json: ${field}`, message)
  const { model, added_tokens: added = [] } = json
  if (!isFields(model)) throw fault('model', 'There is no tokenizer in this file.')
  const size = vocabularySize(model.vocab)
  if (size === 0) throw fault('model.vocab', 'The vocabulary is empty.')
  if (size > maxTokensKnown) throw fault('model.vocab', `The vocabulary has ${size} tokens.`)
  const isId = (id: unknown): boolean =>
    Number.isInteger(id) && Number(id) >= 0 && Number(id) < maxTokensKnown
  // In Unigram's list a token's id is its place.
  if (isFields(model.vocab))
    for (const [token, id] of Object.entries(model.vocab))
      if (!isId(id)) throw fault('model.vocab', `The token ${JSON.stringify(token)} has no id from 0 on.`)
  if (!Array.isArray(added)) throw fault('added_tokens', 'This field should be a list.')
  for (const token of added as readonly unknown[])
    if (!(isFields(token) && isId(token.id) && typeof token.content === 'string' && token.content !== ''))
      throw fault('added_tokens', `This is no token: ${JSON.stringify(token)?.slice(0, 200)}.`)
}

function vocabularySize(vocab: unknown): number {
  if (Array.isArray(vocab)) return vocab.length
  return isFields(vocab) ? Object.keys(vocab).length : 0
}

/** A fault of the tokenizer's files. */
export function tokenizerError(subject: string, message: string, cause?: unknown): VoxelwiseError {
  return new VoxelwiseError({
    code: 'model-config',
    subject,
    message,
    remedy: 'Download the file again from where the model was published.',
    cause,
  })
}
