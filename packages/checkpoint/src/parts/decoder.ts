/** The decoder of a language model: one graph that takes embeddings and a cache, and gives the last position's logits. */
import type { Value } from '@voxelwise/onnx'
import { type AttentionRun, attention, attentionRun } from './decoder-attention.ts'
import type { DecoderShape, Reach } from './decoder-shape.ts'
import {
  activated,
  cast,
  type Draft,
  linear,
  multiplied,
  normed,
  reshaped,
  type Summands,
  scalar,
  summed,
  summedAndNormed,
} from './draft.ts'

/** The decoder's tensors are `language.…`, its own output matrix `head.weight`. */
const root = 'language'

/** @param headBits of the output matrix, where it is quantised */
export function decoder(draft: Draft, shape: DecoderShape, headBits: Draft['bits']): void {
  const { graph } = draft
  const { width, stacked } = shape
  const embeds = graph.input('inputs_embeds', 'float', [1, 'sequence_length', width * (1 + stacked)])
  const mask = graph.input('attention_mask', 'int64', [1, 'total_sequence_length'])
  const run = attentionRun(draft, shape, embeds, mask)
  const typed = draft.type === 'float' ? embeds : cast(draft, embeds, draft.type)
  const rows = draft.bits === 'float' ? reshaped(draft, typed, [-1, width * (1 + stacked)]) : typed
  const [first, ...added] = splitStacked(draft, rows, shape)
  let x: Summands = [first]
  for (const [i, reach] of shape.layers.entries()) {
    x = layer(draft, shape, x, i, reach, run)
    const more = added[i]
    if (more) x = [summed(draft, x), more]
  }
  const places = reshaped(draft, summed(draft, x), [-1, width])
  const last = graph.node('Slice', [
    places,
    graph.integers([-1]),
    graph.integers([2 ** 31]),
    graph.integers([0]),
  ])
  const logits = capped(
    draft,
    head(draft, shape, normed(draft, last, `${root}.norm`, width, shape.norm), headBits),
    shape.logitCap,
  )
  const wide = draft.type === 'float' ? logits : cast(draft, logits, 'float')
  graph.output('logits', reshaped(draft, wide, [1, 1, shape.vocabulary]), 'float', [1, 1, shape.vocabulary])
}

function head(
  draft: Draft,
  { isTied, vocabulary, width }: DecoderShape,
  x: Value,
  bits: Draft['bits'],
): Value {
  const name = isTied ? `${root}.embed_tokens.weight` : 'head.weight'
  return multiplied(draft, x, draft.tensors.take(name, [vocabulary, width]), null, bits)
}

function capped({ graph, ...draft }: Draft, x: Value, cap: number | null): Value {
  if (cap === null) return x
  const factor = scalar({ graph, ...draft }, cap)
  return graph.node('Mul', [graph.node('Tanh', [graph.node('Div', [x, factor])]), factor])
}

/** The embeddings, and what is added to the output of each of the first layers. */
function splitStacked(
  { graph }: Draft,
  rows: Value,
  { width, stacked }: DecoderShape,
): readonly [Value, ...Value[]] {
  if (stacked === 0) return [rows]
  const widths = Array.from({ length: 1 + stacked }, () => width)
  return graph.nodes('Split', [rows, graph.integers(widths)], widths.length, { axis: -1 }) as [
    Value,
    ...Value[],
  ]
}

/** @returns what attention left, and what the MLP gave */
function layer(
  draft: Draft,
  shape: DecoderShape,
  x: Summands,
  i: number,
  reach: Reach,
  run: AttentionRun,
): Summands {
  const { width, norm, normsTwice } = shape
  const name = `${root}.layers.${i}`
  const before = (parts: Summands, module: string) =>
    summedAndNormed(draft, parts, `${name}.${module}`, width, norm)
  const after = (value: Value, module: string): Value =>
    normsTwice ? normed(draft, value, `${name}.${module}`, width, norm) : value
  const all = before(x, 'input_layernorm')
  const attended = after(
    attention(draft, shape, all.norm, { name, i, reach }, run),
    'post_attention_layernorm',
  )
  const middle = before(
    [all.sum, attended],
    normsTwice ? 'pre_feedforward_layernorm' : 'post_attention_layernorm',
  )
  return [middle.sum, after(mlp(draft, shape, middle.norm, name), 'post_feedforward_layernorm')]
}

function mlp(draft: Draft, shape: DecoderShape, x: Value, layerName: string): Value {
  const { width, inner, innerBias, activation } = shape
  const up = (module: string): Value =>
    linear(draft, x, `${layerName}.mlp.${module}`, { inputs: width, outputs: inner, bias: innerBias })
  const gated = draft.graph.node('Mul', [activated(draft, up('gate_proj'), activation), up('up_proj')])
  return linear(draft, gated, `${layerName}.mlp.down_proj`, {
    inputs: inner,
    outputs: width,
    bias: innerBias,
  })
}
