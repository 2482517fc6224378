/** The word embedding as a graph of its own: rows of a table, as they are stored. */
import type { DecoderShape } from './decoder.ts'
import { cast, type Draft } from './draft.ts'
import { halfPart, floatPart, storedPart } from '../weight-data.ts'

/** @param shape of the decoder; `scale` is the factor of the rows (Gemma), null for none */
export function embedding(
  { graph, tensors, type }: Draft,
  { vocabulary, width, stacked, scale }: Pick<DecoderShape, 'vocabulary' | 'width' | 'stacked'> & { readonly scale: number | null },
): void {
  const ids = graph.input('input_ids', 'int64', [1, 'sequence_length'])
  const table = tensors.take('language.embed_tokens.weight', [vocabulary, width])
  const { name, stored } = table
  const sides = [vocabulary, width]
  const isNarrow = stored?.type === 'F16' || stored?.type === 'BF16'
  // Rows are cast after they are looked up, so the table stays as small as it is stored.
  const rows =
    type === 'float16'
      ? graph.weight(name, 'float16', sides, () => halfPart(table))
      : stored && isNarrow
        ? graph.weight(name, stored.type === 'F16' ? 'float16' : 'bfloat16', sides, () => storedPart(stored))
        : graph.weight(name, 'float', sides, () => floatPart(table))
  const found = graph.node('Gather', [rows, ids], { axis: 0 })
  const wide = isNarrow || type === 'float16' ? cast({ graph }, found, 'float') : found
  const scaled = scale === null ? wide : graph.node('Mul', [wide, graph.floats([scale])])
  // Words have nothing to add to later layers.
  const padded = stacked === 0 ? scaled : graph.node('Pad', [scaled, graph.integers([0, 0, 0, 0, 0, stacked * width])])
  graph.output('inputs_embeds', padded, 'float', [1, 'sequence_length', width * (1 + stacked)])
}
