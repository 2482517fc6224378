/** The word embedding as a graph of its own. */
import { floatPart, halfPart } from '../weight-data.ts'
import type { DecoderShape } from './decoder-shape.ts'
import { buffered, cast, type Draft } from './draft.ts'

/** Rows of a table, in 32 bits where matrices are floats, else in 16. */
export function embedding(
  { graph, tensors, type, bits, buffers }: Draft,
  { vocabulary, width, stacked, wordScale }: DecoderShape,
): void {
  const ids = graph.input('input_ids', 'int64', [1, 'sequence_length'])
  const table = tensors.take('language.embed_tokens.weight', [vocabulary, width])
  const isWide = type === 'float' && bits === 'float'
  const rows = graph.weight(table.name, isWide ? 'float' : 'float16', [vocabulary, width], () =>
    isWide ? floatPart(table) : halfPart(table),
  )
  // Rows are cast after they are looked up, so the table stays small.
  const gathered = graph.node('Gather', [rows, ids], { axis: 0 })
  const wide = isWide ? gathered : cast({ graph }, gathered, 'float')
  const scaled =
    wordScale === null ? wide : graph.node('Mul', [wide, graph.floats(buffered({ buffers }, [wordScale]))])
  // Words have nothing to add to later layers.
  const padded =
    stacked === 0 ? scaled : graph.node('Pad', [scaled, graph.integers([0, 0, 0, 0, 0, stacked * width])])
  graph.output('inputs_embeds', padded, 'float', [1, 'sequence_length', width * (1 + stacked)])
}
