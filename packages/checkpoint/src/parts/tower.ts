/** Vision towers over square images of one size: CLIP, SigLIP, InternViT. */
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
  vector,
} from './draft.ts'

/** Names of a tower's modules, below `vision.`. */
interface TowerNames {
  readonly patches: string
  readonly positions: string
  /** The token before the patches. */
  readonly classToken: string
  /** The module of a layer, by its number. */
  readonly layer: (i: number) => string
  readonly attention: string
  readonly output: string
  readonly firstNorm: string
  readonly secondNorm: string
  /** After the last layer. */
  readonly lastNorm: string
  readonly queryNorm: string
  readonly keyNorm: string
  /** Factors of what attention and MLP give. */
  readonly scales: readonly [attention: string, mlp: string]
}

/** As CLIP and SigLIP of Python's transformers name them. */
export const clipNames: TowerNames = {
  patches: 'embeddings.patch_embedding',
  positions: 'embeddings.position_embedding.weight',
  classToken: 'embeddings.class_embedding',
  layer: i => `encoder.layers.${i}`,
  attention: 'self_attn',
  output: 'out_proj',
  firstNorm: 'layer_norm1',
  secondNorm: 'layer_norm2',
  lastNorm: 'post_layernorm',
  queryNorm: 'q_norm',
  keyNorm: 'k_norm',
  scales: ['ls1', 'ls2'],
}

/** As InternVL's tower of Python's transformers names them. */
export const internNames: TowerNames = {
  patches: 'embeddings.patch_embeddings.projection',
  positions: 'embeddings.position_embeddings',
  classToken: 'embeddings.cls_token',
  layer: i => `encoder.layer.${i}`,
  attention: 'attention',
  output: 'projection_layer',
  firstNorm: 'layernorm_before',
  secondNorm: 'layernorm_after',
  lastNorm: 'layernorm',
  queryNorm: 'q_norm',
  keyNorm: 'k_norm',
  scales: ['lambda_1', 'lambda_2'],
}

export interface TowerShape {
  readonly names: TowerNames
  readonly layers: number
  readonly width: number
  readonly heads: number
  readonly inner: number
  readonly channels: number
  /** Pixels of a patch's sides, and of an image's: height, width. */
  readonly patch: readonly [number, number]
  readonly image: readonly [number, number]
  readonly norm: Norm
  readonly activation: Activation
  readonly hasClassToken: boolean
  readonly patchBias: boolean
  readonly queryBias: boolean
  /** A norm before the first layer (CLIP). */
  readonly normsFirst: boolean
  /** A norm after the last layer (SigLIP). */
  readonly normsLast: boolean
  /** Queries and keys are normed over all heads together. */
  readonly normsQueries: boolean
  readonly scales: boolean
  /** Which row of the table of positions each token gets; absent for one after the other. */
  readonly places?: readonly number[]
}

const root = 'vision'

/** Tokens of one image, the one before the patches included. */
export const towerTokens = ({ image, patch, hasClassToken }: TowerShape): number =>
  Math.floor(image[0] / patch[0]) * Math.floor(image[1] / patch[1]) + (hasClassToken ? 1 : 0)

/**
 * What a tower makes of images: rows of (images x tokens) x width, as they leave each of `depths` layers.
 * @param pixels images x channels x height x width
 * @param depths numbers of layers, in ascending order
 */
export function tower(
  draft: Draft,
  shape: TowerShape,
  pixels: Value,
  depths: readonly number[],
): readonly Value[] {
  const most = Math.max(...depths)
  let x = embedded(draft, shape, pixels)
  const left = new Map([[0, x]])
  for (let i = 0; i < most; i++) {
    x = layer(draft, shape, x, i)
    left.set(i + 1, x)
  }
  return depths.map(depth => {
    const rows = left.get(depth) as Value
    return depth === shape.layers && shape.normsLast
      ? normed(draft, rows, `${root}.${shape.names.lastNorm}`, shape.width, {
          kind: 'layer',
          epsilon: shape.norm.epsilon,
        })
      : rows
  })
}

function embedded(draft: Draft, shape: TowerShape, pixels: Value): Value {
  const { graph, tensors } = draft
  const { names, width, channels, patch } = shape
  const kernel = floatWeight(
    draft,
    tensors.take(`${root}.${names.patches}.weight`, [width, channels, ...patch]),
  )
  const inputs = shape.patchBias
    ? [pixels, kernel, vector(draft, `${root}.${names.patches}.bias`, width)]
    : [pixels, kernel]
  const patches = graph.node('Conv', inputs, { kernel_shape: [...patch], strides: [...patch] })
  const flat = graph.node('Transpose', [reshaped(draft, patches, [0, width, -1])], { perm: [0, 2, 1] })
  const tokens = towerTokens(shape)
  const table = floatWeight(draft, tensors.take(`${root}.${names.positions}`, [tokens, width]))
  const places = shape.places
    ? graph.node('Gather', [table, graph.integers(shape.places)], { axis: 0 })
    : table
  const placed = graph.node('Add', [shape.hasClassToken ? withClassToken(draft, shape, flat) : flat, places])
  const rows = reshaped(draft, placed, [-1, width])
  return shape.normsFirst ? normed(draft, rows, `${root}.pre_layrnorm`, width, shape.norm) : rows
}

/** One token more before those of each image. */
function withClassToken(draft: Draft, { names, width }: TowerShape, patches: Value): Value {
  const { graph, tensors } = draft
  const token = floatWeight(draft, tensors.take(`${root}.${names.classToken}`, [1, 1, width]))
  const images = graph.node('Slice', [
    graph.node('Shape', [patches]),
    graph.integers([0]),
    graph.integers([1]),
    graph.integers([0]),
  ])
  const sides = graph.node('Concat', [images, graph.integers([1, width])], { axis: 0 })
  return graph.node('Concat', [graph.node('Expand', [token, sides]), patches], { axis: 1 })
}

function layer(draft: Draft, shape: TowerShape, x: Value, i: number): Value {
  const { graph } = draft
  const { names, width, inner, norm, activation } = shape
  const name = `${root}.${names.layer(i)}`
  const scaled = (value: Value, at: 0 | 1): Value =>
    shape.scales ? graph.node('Mul', [value, vector(draft, `${name}.${names.scales[at]}`, width)]) : value
  const before = normed(draft, x, `${name}.${names.firstNorm}`, width, norm)
  const middle = graph.node('Add', [x, scaled(attention(draft, shape, before, name), 0)])
  const after = normed(draft, middle, `${name}.${names.secondNorm}`, width, norm)
  const up = linear(draft, after, `${name}.mlp.fc1`, { inputs: width, outputs: inner, bias: true })
  const down = linear(draft, activated(draft, up, activation), `${name}.mlp.fc2`, {
    inputs: inner,
    outputs: width,
    bias: true,
  })
  return graph.node('Add', [middle, scaled(down, 1)])
}

function attention(draft: Draft, shape: TowerShape, x: Value, layerName: string): Value {
  const { names, width, heads } = shape
  const name = `${layerName}.${names.attention}`
  const projected = (letter: 'q' | 'k' | 'v'): Value =>
    linear(draft, x, `${name}.${letter}_proj`, { inputs: width, outputs: width, bias: shape.queryBias })
  const norm: Norm = { kind: 'rms', epsilon: 1e-6 }
  const normedOver = (value: Value, module: string): Value =>
    shape.normsQueries ? normed(draft, value, `${name}.${module}`, width, norm) : value
  const byImage = (value: Value): Value => reshaped(draft, value, [-1, towerTokens(shape), width])
  const given = draft.graph.node(
    'MultiHeadAttention',
    [
      byImage(normedOver(projected('q'), names.queryNorm)),
      byImage(normedOver(projected('k'), names.keyNorm)),
      byImage(projected('v')),
    ],
    { num_heads: heads },
  )
  return linear(draft, reshaped(draft, given, [-1, width]), `${name}.${names.output}`, {
    inputs: width,
    outputs: width,
    bias: true,
  })
}
