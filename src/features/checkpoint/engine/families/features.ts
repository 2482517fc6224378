/** What the graphs of several families begin and end with. */
import {
  type Activation,
  activated,
  type Draft,
  linear,
  reshaped,
  type TowerShape,
  tower,
  towerTokens,
  type Value,
} from '@voxelwise/checkpoint'
import { activationField } from '../activation.ts'
import type { UnusedTensors } from '../checkpoint-family.ts'

type Fields = Readonly<Record<string, unknown>>

/** The graph's input of images of one size. */
function pixelInput(draft: Draft, { channels, image }: Pick<TowerShape, 'channels' | 'image'>): Value {
  return draft.graph.input('pixel_values', 'float', ['images', channels, ...image])
}

/** A value in 32 bits, in the type in which the graph computes. */
export const inGraphType = ({ graph, type }: Draft, value: Value): Value =>
  type === 'float' ? value : graph.node('Cast', [value], { to: 10 })

/** The graph's output: rows of the text model's width, one an image token. */
export function imageFeatures({ graph, type }: Draft, rows: Value, width: number): void {
  const wide = type === 'float' ? rows : graph.node('Cast', [rows], { to: 1 })
  graph.output('image_features', wide, 'float', ['image_tokens', width])
}

/** The tower's rows without the first token of each image: images x patches x width, as rows. */
export function withoutFirst(draft: Draft, shape: TowerShape, rows: Value): Value {
  const { graph } = draft
  const byImage = reshaped(draft, rows, [-1, towerTokens(shape), shape.width])
  const rest = graph.node('Slice', [
    byImage,
    graph.integers([1]),
    graph.integers([towerTokens(shape)]),
    graph.integers([1]),
  ])
  return reshaped(draft, rest, [-1, shape.width])
}

/**
 * Rows of one layer, or of several beside each other.
 * @param depths layers in the order in which they are joined
 * @param pixels images x channels x height x width; the graph's own input unless given
 */
export function towerRows(
  draft: Draft,
  shape: TowerShape,
  depths: readonly number[],
  pixels = pixelInput(draft, shape),
): Value {
  const ascending = [...new Set(depths)].sort((a, b) => a - b)
  const made = tower(draft, shape, inGraphType(draft, pixels), ascending)
  const rows = depths.map(depth => made[ascending.indexOf(depth)] as Value)
  return rows.length === 1 ? (rows[0] as Value) : draft.graph.node('Concat', rows, { axis: 1 })
}

/**
 * Neighbours across and then down become one wider token: `pixel_shuffle`.
 * @param rows images x patches, each image of `down` x `across` patches of `width` numbers
 */
export function pixelShuffled(
  draft: Draft,
  rows: Value,
  { down, across, width, merge }: { down: number; across: number; width: number; merge: number },
): Value {
  const swapped = (x: Value): Value => draft.graph.node('Transpose', [x], { perm: [0, 2, 1, 3] })
  const wide = reshaped(draft, rows, [-1, down, across / merge, width * merge])
  const both = reshaped(draft, swapped(wide), [-1, across / merge, down / merge, width * merge ** 2])
  return reshaped(draft, swapped(both), [-1, width * merge ** 2])
}

/** LLaVA's projector: two linear maps with an activation between them. */
export function projected(
  draft: Draft,
  rows: Value,
  {
    inputs,
    outputs,
    bias,
    activation,
  }: { inputs: number; outputs: number; bias: boolean; activation: Activation },
): Value {
  const first = linear(draft, rows, 'projector.linear_1', { inputs, outputs, bias })
  return linear(draft, activated(draft, first, activation), 'projector.linear_2', {
    inputs: outputs,
    outputs,
    bias,
  })
}

/** @throws CheckpointError unsupported */
export const projectorActivation = (config: Fields): Activation =>
  activationField(config, 'projector_hidden_act', 'config.json', 'gelu')

const towerLayer = /^(?:model\.)?vision_tower\.(?:vision_model\.)?encoder\.layers?\.(\d+)\./
const towerEnd = /^(?:model\.)?vision_tower\.(?:vision_model\.)?(?:post_layernorm|layernorm|head)\./

/** Tensors of a tower after the last layer whose output is taken. @param last how many layers are taken */
export const unusedLayers = (last: number): readonly UnusedTensors[] => [
  {
    why: 'The output of an earlier layer is taken.',
    has: name => towerEnd.test(name) || Number(towerLayer.exec(name)?.[1] ?? -1) >= last,
  },
]
