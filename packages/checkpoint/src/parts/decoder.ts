/** The decoder of a language model: one graph that takes embeddings and a cache, and gives the last position's logits. */
import type { Value } from '../graph.ts'
import type { Side } from '../onnx-bytes.ts'
import type { Attended, AttentionResult, DecoderShape, Reach } from './decoder-shape.ts'
import {
  activated,
  cast,
  type Draft,
  headsNormed,
  linear,
  multiplied,
  normed,
  reshaped,
  scalar,
} from './draft.ts'
import { attentionMasks, maskedAttention } from './masked-attention.ts'
import { type Angles, rotaryAngles, turned } from './rotary.ts'

/** The decoder's tensors are `language.…`, its own output matrix `head.weight`. */
const root = 'language'

/** Numbers that one run of the decoder has in all layers. */
interface Run {
  readonly angles: Readonly<Record<Reach, Angles>>
  /** Added to the scores; null for plain causal attention, which has an operator of its own. */
  readonly masks: Readonly<Record<Reach, Value>> | null
  /** For the operator: tokens of the past and the present, less one; and all tokens. */
  readonly lengths: readonly [last: Value, total: Value]
}

/** @param headBits of the output matrix, where it is quantised */
export function decoder(draft: Draft, shape: DecoderShape, headBits: Draft['bits']): void {
  const { graph } = draft
  const { width, stacked } = shape
  const embeds = graph.input('inputs_embeds', 'float', [1, 'sequence_length', width * (1 + stacked)])
  const mask = graph.input('attention_mask', 'int64', [1, 'total_sequence_length'])
  const run = beginRun(draft, shape, embeds, mask)
  const typed = draft.type === 'float' ? embeds : cast(draft, embeds, draft.type)
  const [rows, ...added] = splitStacked(draft, reshaped(draft, typed, [-1, width * (1 + stacked)]), shape)
  let x = rows
  for (const [i, reach] of shape.layers.entries()) {
    x = layer(draft, shape, x, i, reach, run)
    const more = added[i]
    if (more) x = graph.node('Add', [x, more])
  }
  const last = graph.node('Slice', [x, graph.integers([-1]), graph.integers([2 ** 31]), graph.integers([0])])
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
  return graph.nodes('Split', [rows, graph.integers(widths)], widths.length, { axis: 1 }) as [
    Value,
    ...Value[],
  ]
}

function beginRun(draft: Draft, shape: DecoderShape, embeds: Value, mask: Value): Run {
  const { graph } = draft
  const side = (value: Value, axis: number): Value =>
    graph.node('Gather', [graph.node('Shape', [value]), graph.integers(axis)], { axis: 0 })
  const [tokens, total] = [side(embeds, 1), side(mask, 1)]
  const [zero, one] = [graph.integers(0), graph.integers(1)]
  const rows = graph.node('Unsqueeze', [graph.node('Range', [zero, tokens, one]), graph.integers([0])])
  const places = graph.node('Range', [graph.node('Sub', [total, tokens]), total, one])
  const positions = shape.axes === null ? counted(draft, places) : threefold(draft, shape.axes)
  const angles = {
    full: rotaryAngles(draft, positions, rows, shape.rotary.full),
    window: rotaryAngles(draft, positions, rows, shape.rotary.window),
  }
  const needsMask = shape.bothWays !== null || shape.layers.includes('window')
  const int32 = (value: Value): Value => graph.node('Cast', [value], { to: 6 })
  return {
    angles,
    masks: needsMask ? attentionMasks(draft, shape, places, total) : null,
    lengths: [
      graph.node('Unsqueeze', [int32(graph.node('Sub', [total, one])), graph.integers([0])]),
      int32(total),
    ],
  }
}

/** tokens x 1 in floats. */
const counted = (draft: Draft, places: Value): Value =>
  draft.graph.node('Unsqueeze', [cast(draft, places, 'float'), draft.graph.integers([1])])

/** The three positions of each token (M-RoPE), one for each pair: tokens x pairs in floats. */
function threefold(draft: Draft, axes: readonly number[]): Value {
  const { graph } = draft
  const given = graph.input('position_ids', 'int64', [3, 1, 'sequence_length'])
  const flat = reshaped(draft, given, [3, -1])
  const chosen = graph.node('Gather', [flat, graph.integers(axes)], { axis: 0 })
  return cast(draft, graph.node('Transpose', [chosen], { perm: [1, 0] }), 'float')
}

function layer(draft: Draft, shape: DecoderShape, x: Value, i: number, reach: Reach, run: Run): Value {
  const { graph } = draft
  const { width, norm, normsTwice } = shape
  const name = `${root}.layers.${i}`
  const named = (value: Value, module: string): Value =>
    normed(draft, value, `${name}.${module}`, width, norm)
  const attended = attention(draft, shape, named(x, 'input_layernorm'), i, reach, run)
  if (!normsTwice) {
    const middle = graph.node('Add', [x, attended])
    return graph.node('Add', [middle, mlp(draft, shape, named(middle, 'post_attention_layernorm'), name)])
  }
  const middle = graph.node('Add', [x, named(attended, 'post_attention_layernorm')])
  const made = mlp(draft, shape, named(middle, 'pre_feedforward_layernorm'), name)
  return graph.node('Add', [middle, named(made, 'post_feedforward_layernorm')])
}

function attention(draft: Draft, shape: DecoderShape, x: Value, i: number, reach: Reach, run: Run): Value {
  const { graph, type } = draft
  const { width, heads, keyHeads, headSize, queryBias, outputBias } = shape
  const name = `${root}.layers.${i}.self_attn`
  const queries = { count: heads, size: headSize }
  const keys = { count: keyHeads, size: headSize }
  const projected = (letter: 'q' | 'k' | 'v', { count, size }: typeof keys): Value => {
    const made = linear(draft, x, `${name}.${letter}_proj`, {
      inputs: width,
      outputs: count * size,
      bias: queryBias,
    })
    if (!shape.normsHeads || letter === 'v') return made
    return headsNormed(draft, made, `${name}.${letter}_norm`, { count, size }, shape.norm)
  }
  const [q, k] = [
    turned(draft, projected('q', queries), run.angles[reach], queries),
    turned(draft, projected('k', keys), run.angles[reach], keys),
  ]
  const v = reshaped(draft, projected('v', keys), [1, -1, keyHeads * headSize])
  const sides = (length: Side): readonly Side[] => [1, keyHeads, length, headSize]
  const past = (['key', 'value'] as const).map(part =>
    graph.input(`past_key_values.${i}.${part}`, type, sides('past_sequence_length')),
  ) as [Value, Value]
  const { given, present } = run.masks
    ? maskedAttention(draft, shape, { q, k, v, past, mask: run.masks[reach] })
    : groupedAttention(draft, shape, { q, k, v, past }, run)
  for (const [at, part] of (['key', 'value'] as const).entries())
    graph.output(`present.${i}.${part}`, present[at] as Value, type, sides('total_sequence_length'))
  return linear(draft, reshaped(draft, given, [-1, heads * headSize]), `${name}.o_proj`, {
    inputs: heads * headSize,
    outputs: width,
    bias: outputBias,
  })
}

/** Causal attention by ONNX Runtime's own operator, which can write its cache in place. */
function groupedAttention(
  draft: Draft,
  shape: DecoderShape,
  { q, k, v, past }: Attended,
  run: Run,
): AttentionResult {
  const cap = shape.scoreCap === null ? {} : { softcap: { float: shape.scoreCap } }
  const [given, keys, values] = draft.graph.nodes(
    'GroupQueryAttention',
    [q, k, v, ...past, ...run.lengths],
    3,
    {
      num_heads: shape.heads,
      kv_num_heads: shape.keyHeads,
      scale: { float: shape.scale },
      ...cap,
    },
  )
  return { given: given as Value, present: [keys as Value, values as Value] }
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
