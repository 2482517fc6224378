import type { PreTrainedTokenizer } from '@huggingface/transformers'
import { checkTokenizerFile, tokenizerError } from '../model/tokenizer-file.ts'

type Transformers = typeof import('@huggingface/transformers')
type Fields = Readonly<Record<string, unknown>>

/**
 * A tokenizer of the class that tokenizer_config.json names; of the base class where transformers.js has none of that
 * name, as Python would.
 * @param folder name of the model's folder
 * @throws VoxelwiseError model-config naming the file or field
 */
export function loadTokenizer(
  transformers: Transformers,
  folder: string,
  json: Fields,
  config: Fields,
): PreTrainedTokenizer {
  checkTokenizerFile(folder, json)
  const Tokenizer = tokenizerClass(transformers, folder, config.tokenizer_class)
  try {
    return new Tokenizer(json, config)
  } catch (cause) {
    const detail = cause instanceof Error ? cause.message : String(cause)
    const subject = `${folder}/tokenizer.json`
    throw tokenizerError(
      subject,
      `No tokenizer can be made of it and tokenizer_config.json: ${detail}.`,
      cause,
    )
  }
}

function tokenizerClass(
  transformers: Transformers,
  folder: string,
  named: unknown = '',
): typeof PreTrainedTokenizer {
  const base = transformers.PreTrainedTokenizer
  const classes = transformers as unknown as Fields
  const name = typeof named === 'string' ? named.replace(/Fast$/, '') : null
  const found = name === null ? null : (classes[name] ?? base)
  const isTokenizer = (one: unknown): one is typeof base =>
    one === base || (typeof one === 'function' && one.prototype instanceof base)
  if (isTokenizer(found)) return found
  const subject = `${folder}/tokenizer_config.json: tokenizer_class`
  throw tokenizerError(subject, `This is not the name of a tokenizer: ${JSON.stringify(named)}.`)
}
