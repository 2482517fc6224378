/** Attention as matrix products under a mask. */
import type { NodeBuilder, Value } from './node-builder.ts'

/** Keys and values of all tokens before: 1 x keyHeads x tokens x headSize. */
export type Cache = readonly [keys: Value, values: Value]

/** Queries, keys and values as 1 x tokens x (heads * size). */
export interface Attended {
  readonly q: Value
  readonly k: Value
  readonly v: Value
}

export interface AttentionResult {
  /** 1 x tokens x (heads * size), or with the heads apart. */
  readonly given: Value
  readonly present: Cache
}

interface AttentionShape {
  readonly heads: number
  readonly keyHeads: number
  readonly headSize: number
  /** Factor of the products of queries and keys. */
  readonly scale: number
  /** Scores never leave this range (`tanh`); null for no limit. */
  readonly scoreCap: number | null
}

/** Added to a score that is not seen: near the lowest number of each type. */
export const lowest = { float: -3.4e38, float16: -65504 } as const

/**
 * Softmax of the masked scores, times the values. Heads that share a key are rows of one product.
 * @param mask added to the scores: 1 x new tokens x all tokens
 * @param scalar a number in the type in which the graph computes
 */
export function maskedAttention(
  graph: NodeBuilder,
  { heads, keyHeads, headSize, scale, scoreCap }: AttentionShape,
  { q, k, v }: Attended,
  past: Cache,
  mask: Value,
  scalar: (value: number) => Value,
): AttentionResult {
  const reshaped = (x: Value, sides: readonly number[]): Value =>
    graph.node('Reshape', [x, graph.integers(sides)])
  const apart = (x: Value, count: number): Value =>
    graph.node('Transpose', [reshaped(x, [1, -1, count, headSize])], { perm: [0, 2, 1, 3] })
  const [pastKeys, pastValues] = past
  const keys = graph.node('Concat', [pastKeys, apart(k, keyHeads)], { axis: 2 })
  const values = graph.node('Concat', [pastValues, apart(v, keyHeads)], { axis: 2 })
  const groups = reshaped(apart(q, heads), [1, keyHeads, -1, headSize])
  // Where ONNX Runtime can read the keys as they lie, it makes one product of these.
  const products = graph.node('MatMul', [
    graph.node('Mul', [groups, scalar(scale)]),
    graph.node('Transpose', [keys], { perm: [0, 1, 3, 2] }),
  ])
  const capped = (x: Value): Value => {
    if (scoreCap === null) return x
    const factor = scalar(scoreCap)
    return graph.node('Mul', [graph.node('Tanh', [graph.node('Div', [x, factor])]), factor])
  }
  const total = graph.node('Gather', [graph.node('Shape', [mask]), graph.integers([2])], { axis: 0 })
  const byHead = graph.node('Concat', [graph.integers([heads, -1]), total], { axis: 0 })
  const scores = graph.node('Add', [graph.node('Reshape', [capped(products), byHead]), mask])
  const shares = graph.node('Softmax', [scores], { axis: -1 })
  const byKey = graph.node('Concat', [graph.integers([1, keyHeads, -1]), total], { axis: 0 })
  const given = graph.node('MatMul', [graph.node('Reshape', [shares, byKey]), values])
  const rows = graph.node('Transpose', [reshaped(given, [1, heads, -1, headSize])], { perm: [0, 2, 1, 3] })
  return { given: rows, present: [keys, values] }
}
