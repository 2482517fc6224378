/** Attention of a decoder's layers, and what all of them have in common in one run. */
import {
  type Attended,
  type AttentionResult,
  type Cache,
  maskedAttention,
  type Side,
  type Value,
} from '@voxelwise/onnx'
import { attentionMasks } from './attention-masks.ts'
import type { DecoderShape, Reach } from './decoder-shape.ts'
import { cast, type Draft, headsNormed, linear, linearsJoined, reshaped, scalar } from './draft.ts'
import { type Angles, anglesBehind, rotaryAngles, type Tables, turned } from './rotary.ts'

/** Under a mask, which ONNX Runtime's own operators lack. */
interface MaskedRun {
  readonly kind: 'masked'
  readonly angles: Readonly<Record<Reach, Angles>>
  /** Added to the scores. */
  readonly masks: Readonly<Record<Reach, Value>>
}

/** Plain causal attention, which has an operator of its own. */
interface GroupedRun {
  readonly kind: 'grouped'
  /** Tables for the operator where it turns queries and keys; else angles. */
  readonly rotary: { readonly inside: Tables } | { readonly outside: Angles }
  /** For the operator: tokens of the past and the present, less one; and all tokens. */
  readonly lengths: readonly [last: Value, total: Value]
}

export type AttentionRun = MaskedRun | GroupedRun

/** `GroupQueryAttention` turns queries and keys itself where their size, and half of what turns, are multiples of it. */
const turnedUnit = 8

export function attentionRun(draft: Draft, shape: DecoderShape, embeds: Value, mask: Value): AttentionRun {
  const { graph } = draft
  const { rotary } = shape
  const side = (value: Value, axis: number): Value =>
    graph.node('Gather', [graph.node('Shape', [value]), graph.integers(axis)], { axis: 0 })
  const [tokens, total] = [side(embeds, 1), side(mask, 1)]
  const [zero, one] = [graph.integers(0), graph.integers(1)]
  const asList = (value: Value): Value => graph.node('Unsqueeze', [value, graph.integers([0])])
  const before = graph.node('Sub', [total, tokens])
  const places = graph.node('Range', [before, total, one])
  const positions = shape.axes === null ? counted(draft, places) : threefold(draft, shape.axes)
  const rows = (): Value => asList(graph.node('Range', [zero, tokens, one]))
  if (shape.bothWays !== null || shape.layers.includes('window')) {
    const angles = (reach: Reach): Angles => rotaryAngles(draft, positions, rows(), rotary[reach])
    return {
      kind: 'masked',
      angles: { full: angles('full'), window: angles('window') },
      masks: attentionMasks(draft, shape, places, total),
    }
  }
  const int32 = (value: Value): Value => graph.node('Cast', [value], { to: 6 })
  return {
    kind: 'grouped',
    rotary: [shape.headSize, rotary.full.perPosition.length].every(count => count % turnedUnit === 0)
      ? { inside: anglesBehind(draft, positions, asList(before), rotary.full) }
      : { outside: rotaryAngles(draft, positions, rows(), rotary.full) },
    lengths: [asList(int32(graph.node('Sub', [total, one]))), int32(total)],
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

/** Where a layer is: its tensors, its number, and what it attends to. */
interface Place {
  readonly name: string
  readonly i: number
  readonly reach: Reach
}

export function attention(
  draft: Draft,
  shape: DecoderShape,
  x: Value,
  { name, i, reach }: Place,
  run: AttentionRun,
): Value {
  const { graph, type, bits } = draft
  const { width, heads, keyHeads, headSize, outputBias } = shape
  const sides = (length: Side): readonly Side[] => [1, keyHeads, length, headSize]
  const past = (['key', 'value'] as const).map(part =>
    graph.input(`past_key_values.${i}.${part}`, type, sides('past_sequence_length')),
  ) as [Value, Value]
  const module = `${name}.self_attn`
  const { given, present } =
    run.kind === 'grouped'
      ? groupedAttention(draft, shape, groupedInputs(draft, shape, x, module, run), past, run)
      : maskedAttention(
          graph,
          shape,
          turnedInputs(draft, shape, x, module, run.angles[reach]),
          past,
          run.masks[reach],
          value => scalar(draft, value),
        )
  for (const [at, part] of (['key', 'value'] as const).entries())
    graph.output(`present.${i}.${part}`, present[at] as Value, type, sides('total_sequence_length'))
  const rows =
    bits === 'float' || run.kind === 'masked'
      ? reshaped(draft, given, [...(bits === 'float' ? [] : [1]), -1, heads * headSize])
      : given
  return linear(draft, rows, `${module}.o_proj`, {
    inputs: heads * headSize,
    outputs: width,
    bias: outputBias,
  })
}

/** Queries, keys and values of one product side by side, where nothing is done to one of them alone. */
function groupedInputs(
  draft: Draft,
  shape: DecoderShape,
  x: Value,
  module: string,
  { rotary }: GroupedRun,
): Attended | { readonly packed: Value } {
  if ('outside' in rotary) return turnedInputs(draft, shape, x, module, rotary.outside)
  if (shape.normsHeads) return inputs(draft, shape, x, module)
  const { width, queryBias, heads, keyHeads, headSize } = shape
  const [ofQueries, ofKeys] = [heads * headSize, keyHeads * headSize]
  const packed = linearsJoined(
    draft,
    x,
    `${module}.qkv_proj`,
    [
      [`${module}.q_proj`, ofQueries],
      [`${module}.k_proj`, ofKeys],
      [`${module}.v_proj`, ofKeys],
    ],
    { inputs: width, bias: queryBias },
  )
  return { packed: single(draft, packed, ofQueries + 2 * ofKeys) }
}

/** Rows as 1 x tokens x width, which products in whole numbers take and give. */
const single = (draft: Draft, rows: Value, width: number): Value =>
  draft.bits === 'float' ? reshaped(draft, rows, [1, -1, width]) : rows

function inputs(draft: Draft, shape: DecoderShape, x: Value, module: string): Attended {
  const { width, heads, keyHeads, headSize, queryBias, normsHeads, norm } = shape
  const projected = (letter: 'q' | 'k' | 'v', count: number): Value => {
    const outputs = count * headSize
    // On WebGPU, ONNX Runtime norms heads inside attention, and gives it the product as it is: with three sides or not at all.
    const made = single(
      draft,
      linear(draft, x, `${module}.${letter}_proj`, { inputs: width, outputs, bias: queryBias }),
      outputs,
    )
    if (!normsHeads || letter === 'v') return made
    return headsNormed(draft, made, `${module}.${letter}_norm`, { count, size: headSize }, norm)
  }
  return { q: projected('q', heads), k: projected('k', keyHeads), v: projected('v', keyHeads) }
}

function turnedInputs(draft: Draft, shape: DecoderShape, x: Value, module: string, angles: Angles): Attended {
  const { q, k, v } = inputs(draft, shape, x, module)
  const { heads, keyHeads, headSize: size } = shape
  return {
    q: turned(draft, q, angles, { count: heads, size }),
    k: turned(draft, k, angles, { count: keyHeads, size }),
    v,
  }
}

/** Causal attention by ONNX Runtime's own operator, which can write its cache in place. */
function groupedAttention(
  draft: Draft,
  shape: DecoderShape,
  given: Attended | { readonly packed: Value },
  past: Cache,
  { rotary, lengths }: GroupedRun,
): AttentionResult {
  const cap = shape.scoreCap === null ? {} : { softcap: { float: shape.scoreCap } }
  const tables = 'inside' in rotary ? [rotary.inside.cosines, rotary.inside.sines] : []
  const rows = 'packed' in given ? [given.packed, null, null] : [given.q, given.k, given.v]
  const [attended, keys, values] = draft.graph.nodes(
    'GroupQueryAttention',
    [...rows, ...past, ...lengths, ...tables],
    3,
    {
      num_heads: shape.heads,
      kv_num_heads: shape.keyHeads,
      scale: { float: shape.scale },
      ...cap,
      ...(tables.length > 0 && { do_rotary: 1 }),
    },
  )
  return { given: attended as Value, present: [keys as Value, values as Value] }
}
