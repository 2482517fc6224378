/** Pixtral's vision tower: an image of any size in whole patches, rotary positions in rows and columns, gated MLPs. */
import type { Value } from '@voxelwise/onnx'
import {
  type Activation,
  activated,
  type Draft,
  floatWeight,
  linear,
  type Norm,
  normed,
  reshaped,
} from './draft.ts'
import { anglesOfGrid } from './patch-grid.ts'
import { type Angles, plainFrequencies, turned } from './rotary.ts'

export interface PixtralShape {
  readonly layers: number
  readonly width: number
  readonly heads: number
  readonly inner: number
  readonly channels: number
  readonly patch: number
  readonly activation: Activation
  readonly theta: number
}

const root = 'vision'
const norm: Norm = { kind: 'rms', epsilon: 1e-5 }

interface PixtralRows {
  readonly rows: Value
  /** Patches of the image's sides. */
  readonly down: Value
  readonly across: Value
}

/** @param pixels 1 x channels x height x width @returns patches x width, row by row */
export function pixtralTower(draft: Draft, shape: PixtralShape, pixels: Value): PixtralRows {
  const { graph, tensors } = draft
  const { width, channels, patch, heads } = shape
  const kernel = floatWeight(
    draft,
    tensors.take(`${root}.patch_conv.weight`, [width, channels, patch, patch]),
  )
  const patches = graph.node('Conv', [pixels, kernel], {
    kernel_shape: [patch, patch],
    strides: [patch, patch],
  })
  const side = (axis: number): Value =>
    graph.node('Gather', [graph.node('Shape', [patches]), graph.integers(axis)], { axis: 0 })
  const [down, across] = [side(2), side(3)]
  const flat = graph.node('Transpose', [reshaped(draft, patches, [width, -1])], { perm: [1, 0] })
  let x = normed(draft, flat, `${root}.ln_pre`, width, norm)
  const count = graph.node('Mul', [down, across])
  const place = graph.node('Range', [graph.integers(0), count, graph.integers(1)])
  const grid = {
    patches: count,
    row: graph.node('Div', [place, across]),
    column: graph.node('Mod', [place, across]),
  }
  const all = plainFrequencies(shape.theta, width / heads)
  const everySecond = (from: number): readonly number[] => all.filter((_, i) => i % 2 === from)
  const angles = anglesOfGrid(draft, grid, everySecond(0), everySecond(1))
  for (let i = 0; i < shape.layers; i++) x = layer(draft, shape, x, `${root}.transformer.layers.${i}`, angles)
  return { rows: x, down, across }
}

function layer(draft: Draft, shape: PixtralShape, x: Value, name: string, angles: Angles): Value {
  const { graph } = draft
  const { width, inner, activation } = shape
  const before = normed(draft, x, `${name}.attention_norm`, width, norm)
  const middle = graph.node('Add', [x, attention(draft, shape, before, `${name}.attention`, angles)])
  const after = normed(draft, middle, `${name}.ffn_norm`, width, norm)
  const up = (module: string): Value =>
    linear(draft, after, `${name}.feed_forward.${module}`, { inputs: width, outputs: inner, bias: false })
  const gated = graph.node('Mul', [activated(draft, up('gate_proj'), activation), up('up_proj')])
  const made = linear(draft, gated, `${name}.feed_forward.down_proj`, {
    inputs: inner,
    outputs: width,
    bias: false,
  })
  return graph.node('Add', [middle, made])
}

function attention(
  draft: Draft,
  { width, heads }: PixtralShape,
  x: Value,
  name: string,
  angles: Angles,
): Value {
  const plain = { inputs: width, outputs: width, bias: false }
  const sizes = { count: heads, size: width / heads }
  const [q, k, v] = (['q', 'k', 'v'] as const).map(letter =>
    reshaped(draft, linear(draft, x, `${name}.${letter}_proj`, plain), [1, -1, width]),
  ) as [Value, Value, Value]
  const given = draft.graph.node(
    'MultiHeadAttention',
    [turned(draft, q, angles, sizes), turned(draft, k, angles, sizes), v],
    { num_heads: heads },
  )
  return linear(draft, reshaped(draft, given, [-1, width]), `${name}.o_proj`, plain)
}
