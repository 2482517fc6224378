/** Masks of attention: causal, in windows, or with tokens that see what comes after them. */
import { lowest, type Value } from '@voxelwise/onnx'
import type { DecoderShape, Reach } from './decoder-shape.ts'
import { type Draft, reshaped, scalar } from './draft.ts'

/**
 * What is added to the scores of each new token with each token: 1 x new x all.
 * @param places of the new tokens among all of them
 * @param total how many there are
 */
export function attentionMasks(
  draft: Draft,
  shape: DecoderShape,
  places: Value,
  total: Value,
): Readonly<Record<Reach, Value>> {
  const { graph } = draft
  const all = graph.node('Range', [graph.integers(0), total, graph.integers(1)])
  const queries = graph.node('Unsqueeze', [places, graph.integers([1])])
  const keys = graph.node('Unsqueeze', [all, graph.integers([0])])
  const before = graph.node('LessOrEqual', [keys, queries])
  const near = graph.node('Greater', [keys, graph.node('Sub', [queries, graph.integers(shape.window)])])
  const bothWays = seenBothWays(draft, shape, places, queries)
  const or = (seen: Value): Value => (bothWays ? graph.node('Or', [seen, bothWays]) : seen)
  const and = (seen: Value): Value => graph.node('And', [seen, near])
  const mask = (visible: Value): Value => {
    const added = graph.node('Where', [visible, scalar(draft, 0), scalar(draft, lowest[draft.type])])
    return graph.node('Unsqueeze', [added, graph.integers([0])])
  }
  // An image that is larger than a window is not seen as a whole; a prompt is.
  return {
    full: mask(or(before)),
    window: mask(shape.bothWays === 'image' ? and(or(before)) : or(and(before))),
  }
}

/** Pairs of a new token and any token that see each other whatever their order; null for none. */
function seenBothWays(draft: Draft, { bothWays }: DecoderShape, places: Value, queries: Value): Value | null {
  const { graph } = draft
  if (bothWays === null) return null
  if (bothWays === 'prompt') {
    // What comes without a past is a prompt, and sees all of itself.
    const first = graph.node('Gather', [queries, graph.integers([0])], { axis: 0 })
    return graph.node('Equal', [first, graph.integers(0)])
  }
  const types = reshaped(draft, graph.input('token_type_ids', 'int64', [1, 'total_sequence_length']), [-1])
  const isImage = graph.node('Equal', [types, graph.integers(1)])
  const whole = graph.node('Cast', [isImage], { to: 7 })
  // 1 where an image's tokens begin: the token before is of no image.
  const shifted = graph.node('Slice', [
    graph.node('Concat', [graph.integers([0]), whole], { axis: 0 }),
    graph.integers([0]),
    graph.integers([-1]),
    graph.integers([0]),
  ])
  const begins = graph.node('Mul', [whole, graph.node('Sub', [graph.integers(1), shifted])])
  const image = graph.node('Mul', [whole, graph.node('CumSum', [begins, graph.integers(0)])])
  const ofKeys = graph.node('Unsqueeze', [image, graph.integers([0])])
  const ofQueries = graph.node('Unsqueeze', [
    graph.node('Gather', [image, places], { axis: 0 }),
    graph.integers([1]),
  ])
  return graph.node('And', [
    graph.node('Equal', [ofQueries, ofKeys]),
    graph.node('Greater', [ofQueries, graph.integers(0)]),
  ])
}
