/** Settings that may each be right and contradict one another, or the tensors: named here, before a graph of them fails. */
import { CheckpointError, type DecoderShape, type Tensors } from '@voxelwise/checkpoint'
import { fieldError, isFields } from '../../../engine/base/config-fields.ts'

type Fields = Readonly<Record<string, unknown>>

/** @throws VoxelwiseError model-config naming the field whose number does not divide the other */
export function checkDivides(file: string, field: string, divisor: number, number: number): void {
  if (number % divisor !== 0) throw fieldError(file, field, `a divisor of ${number}; it is ${divisor}`)
}

/** @throws VoxelwiseError model-config naming the field; CheckpointError missing for an output matrix that is not there */
export function checkLanguage(
  { heads, keyHeads, headSize, axes, rotary }: DecoderShape,
  config: Fields,
  tensors: Pick<Tensors, 'has'>,
): void {
  const text = isFields(config.text_config) ? config.text_config : config
  const file = text === config ? 'config.json' : 'config.json: text_config'
  checkDivides(file, 'num_key_value_heads', keyHeads, heads)
  if (headSize % 2 !== 0) throw fieldError(file, 'head_dim', 'an even number')
  const pairs = rotary.full.perPosition.length
  if (axes && axes.length !== pairs)
    throw fieldError(file, 'mrope_section', `a list whose numbers add up to ${pairs}`)
  const said = [config.tie_word_embeddings, text.tie_word_embeddings]
  if (!tensors.has('head.weight') && said.includes(false) && !said.includes(true))
    throw new CheckpointError(
      'missing',
      'lm_head.weight',
      'The checkpoint has no output matrix, and config.json says that the word embedding is not used as one (tie_word_embeddings).',
      'Download every part of the weights, or compare config.json with the published one.',
    )
}
