/** Vision towers over patches of an image of any size, with rotary positions in rows and columns: Qwen2-VL to 3, VideoLLaMA 3. */
import type { Value } from '@voxelwise/onnx'
import {
  type Activation,
  activated,
  type Draft,
  linear,
  multiplied,
  type Norm,
  normed,
  reshaped,
  vector,
} from './draft.ts'
import { anglesOfGrid, type PatchGrid } from './patch-grid.ts'
import { type Angles, plainFrequencies, turned } from './rotary.ts'
import { attentionWindows, type Windows } from './windows.ts'

/** Names of a tower's modules, below `vision.`. */
interface PatchTowerNames {
  readonly patches: string
  /** The module of a layer, by its number. */
  readonly layer: (i: number) => string
  readonly attention: string
  /** One matrix of queries, keys and values, or one each. */
  readonly projections: readonly [all: string] | readonly [q: string, k: string, v: string]
  readonly output: string
  readonly norms: readonly [before: string, after: string]
}

/** As Python's transformers names Qwen-VL's modules. */
export const qwenTowerNames: PatchTowerNames = {
  patches: 'patch_embed.proj',
  layer: i => `blocks.${i}`,
  attention: 'attn',
  projections: ['qkv'],
  output: 'proj',
  norms: ['norm1', 'norm2'],
}

/** As SigLIP's, whose modules VideoLLaMA 3 has. */
export const siglipPatchNames: PatchTowerNames = {
  patches: 'embeddings.patch_embedding',
  layer: i => `encoder.layers.${i}`,
  attention: 'self_attn',
  projections: ['q_proj', 'k_proj', 'v_proj'],
  output: 'out_proj',
  norms: ['layer_norm1', 'layer_norm2'],
}

export interface PatchTowerShape {
  readonly names: PatchTowerNames
  readonly layers: number
  readonly width: number
  readonly heads: number
  readonly inner: number
  /** Numbers of one patch: channels x time x height x width. */
  readonly patch: readonly [channels: number, time: number, height: number, width: number]
  readonly patchBias: boolean
  /** Patches that become one token, along a side. */
  readonly merge: number
  readonly norm: Norm
  readonly activation: Activation
  /** The MLP: `fc1` and `fc2`, or gated by a third matrix. */
  readonly mlp: { readonly first: string; readonly second: string; readonly gate: string | null }
  readonly theta: number
  /** Patches of a window's side, and the layers that see the whole image; null where all do. */
  readonly windows: { readonly side: number; readonly whole: ReadonlySet<number> } | null
}

const root = 'vision'

/**
 * What the tower makes of an image's patches: patches x width, as they leave each of `depths` layers.
 * @param pixels patches x (channels * time * height * width)
 * @param places added to the embedded patches; null for none
 */
export function patchTower(
  draft: Draft,
  shape: PatchTowerShape,
  pixels: Value,
  grid: PatchGrid,
  depths: readonly number[],
  places: Value | null = null,
): readonly Value[] {
  const { graph, tensors } = draft
  const { names, width, heads, patch, norm } = shape
  const kernel = tensors.take(`${root}.${names.patches}.weight`, [width, ...patch])
  const flat = { ...kernel, shape: [width, patch.reduce((count, side) => count * side, 1)] }
  const bias = shape.patchBias ? vector(draft, `${root}.${names.patches}.bias`, width) : null
  const patches = multiplied(draft, pixels, flat, bias, 'float')
  let x = places ? graph.node('Add', [patches, places]) : patches
  const frequencies = plainFrequencies(shape.theta, width / heads / 2)
  const angles = anglesOfGrid(draft, grid, frequencies, frequencies)
  const windows = shape.windows ? attentionWindows(draft, grid, { ...shape, side: shape.windows.side }) : null
  const left = new Map<number, Value>()
  for (let i = 0; i < shape.layers; i++) {
    const name = `${root}.${names.layer(i)}`
    const seesAll = shape.windows === null || shape.windows.whole.has(i)
    const before = normed(draft, x, `${name}.${names.norms[0]}`, width, norm)
    const middle = graph.node('Add', [
      x,
      attention(draft, shape, before, `${name}.${names.attention}`, angles, seesAll ? null : windows),
    ])
    const after = normed(draft, middle, `${name}.${names.norms[1]}`, width, norm)
    x = graph.node('Add', [middle, mlp(draft, shape, after, `${name}.mlp`)])
    left.set(i + 1, x)
  }
  return depths.map(depth => left.get(depth) as Value)
}

/** Queries, keys and values: patches x width each. */
function projected(
  draft: Draft,
  { names, width }: PatchTowerShape,
  x: Value,
  name: string,
): readonly [q: Value, k: Value, v: Value] {
  const { graph } = draft
  const made = names.projections.map(module =>
    linear(draft, x, `${name}.${module}`, {
      inputs: width,
      outputs: (3 / names.projections.length) * width,
      bias: true,
    }),
  )
  const [all] = made
  const thirds = graph.integers([width, width, width])
  const apart = made.length === 1 ? graph.nodes('Split', [all as Value, thirds], 3, { axis: 1 }) : made
  return apart as [Value, Value, Value]
}

function attention(
  draft: Draft,
  shape: PatchTowerShape,
  x: Value,
  name: string,
  angles: Angles,
  windows: Windows | null,
): Value {
  const { graph } = draft
  const { names, width, heads } = shape
  const [q, k, v] = projected(draft, shape, x, name)
  const sizes = { count: heads, size: width / heads }
  const turnedOnes = [q, k].map(rows => turned(draft, reshaped(draft, rows, [1, -1, width]), angles, sizes))
  const all = windows
    ? [...turnedOnes, v].map(windows.apart)
    : [...turnedOnes, reshaped(draft, v, [1, -1, width])]
  const given = graph.node('MultiHeadAttention', windows ? [...all, null, null, windows.mask] : all, {
    num_heads: heads,
  })
  const rows = windows ? windows.together(given) : reshaped(draft, given, [-1, width])
  return linear(draft, rows, `${name}.${names.output}`, {
    inputs: width,
    outputs: width,
    bias: true,
  })
}

function mlp(
  draft: Draft,
  { width, inner, activation, mlp: names }: PatchTowerShape,
  x: Value,
  name: string,
): Value {
  const up = (module: string): Value =>
    linear(draft, x, `${name}.${module}`, { inputs: width, outputs: inner, bias: true })
  const first = names.gate
    ? draft.graph.node('Mul', [activated(draft, up(names.gate), activation), up(names.first)])
    : activated(draft, up(names.first), activation)
  return linear(draft, first, `${name}.${names.second}`, { inputs: inner, outputs: width, bias: true })
}
