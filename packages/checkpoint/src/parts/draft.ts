/** What the parts of a model need to write themselves into a graph, and the pieces that all of them use. */

import type { Value } from '@voxelwise/onnx'
import { nearestBfloat16, nearestFloat16 } from '../floats.ts'
import type { GraphBuilder } from '../graph.ts'
import { blockSize, blocksOfRow } from '../quantise.ts'
import type { Tensors } from '../tensors.ts'
import { changedValues, joinedRows, type Values } from '../values.ts'
import { floatPart, halfPart, quantisedParts, signedParts } from '../weight-data.ts'

/**
 * How a Linear's matrix is kept: in floats, or in whole numbers of so many bits, which are unpacked when it is multiplied. With
 * `signed` rows are multiplied in whole numbers of 8 bits, too: one scale for all that a call gets, one for each output.
 */
export type MatrixBits = 'float' | 4 | 8 | 'signed'

/** Types to which numbers can be rounded that follow from a model's settings and that no checkpoint stores. */
export type BufferType = 'float' | 'bfloat16' | 'float16'

export interface Draft {
  readonly graph: GraphBuilder
  readonly tensors: Tensors
  /** The type in which the graph computes. */
  readonly type: 'float' | 'float16'
  readonly bits: MatrixBits
  /**
   * Type to which rotary frequencies and the embedding's factor are rounded before 32-bit arithmetic. `from_pretrained` of
   * Python's transformers leaves them in 32 bits (`float`); `model.bfloat16()` and `model.half()` round them with the weights.
   */
  readonly buffers: BufferType
  /**
   * Whether the inputs of products with 4- and 8-bit weights are rounded to 8 bits, with one scale for 32 numbers. Native ONNX
   * Runtime computes these products many times faster so. Without it, it has no kernel for 8-bit weights.
   */
  readonly roundsInputs?: boolean
}

const roundings: Readonly<Record<BufferType, (value: number) => number>> = {
  float: value => value,
  bfloat16: nearestBfloat16,
  float16: nearestFloat16,
}

/** Numbers that follow from the settings, as the model keeps them. */
export const buffered = ({ buffers }: Pick<Draft, 'buffers'>, values: readonly number[]): readonly number[] =>
  values.map(roundings[buffers])

/** `TensorProto.DataType`, as `Cast` names it. */
const typeNumbers = { float: 1, float16: 10 } as const

export const cast = ({ graph }: Pick<Draft, 'graph'>, value: Value, to: keyof typeof typeNumbers): Value =>
  graph.node('Cast', [value], { to: typeNumbers[to] })

/** A weight in the type in which the graph computes. What is stored in that type is not read here. */
export function floatWeight(draft: Draft, values: Values): Value {
  const { graph, type } = draft
  const part = type === 'float' ? floatPart : halfPart
  return graph.weight(values.name, type, values.shape, () => part(values))
}

/** A vector by its name. */
export const vector = (draft: Draft, name: string, length: number): Value =>
  floatWeight(draft, draft.tensors.take(name, [length]))

/** One number in the type in which the graph computes. */
export function scalar(draft: Draft, value: number): Value {
  const wide = draft.graph.floats([value])
  return draft.type === 'float' ? wide : cast(draft, wide, 'float16')
}

interface LinearShape {
  readonly inputs: number
  readonly outputs: number
  readonly bias: boolean
}

/** PyTorch's `Linear` on rows of `x`. @param name of the module: its matrix is `name.weight` */
export function linear(draft: Draft, x: Value, name: string, { inputs, outputs, bias }: LinearShape): Value {
  const matrix = draft.tensors.take(`${name}.weight`, [outputs, inputs])
  const added = bias ? vector(draft, `${name}.bias`, outputs) : null
  return multiplied(draft, x, matrix, added, draft.bits)
}

/**
 * `Linear`s of the same rows as one product: their outputs side by side.
 * @param name of the one product, which no module has
 * @param modules their names, and how many outputs each has
 */
export function linearsJoined(
  draft: Draft,
  x: Value,
  name: string,
  modules: readonly (readonly [name: string, outputs: number])[],
  { inputs, bias }: Omit<LinearShape, 'outputs'>,
): Value {
  const { tensors, bits } = draft
  const joined = (part: string, ...sides: readonly number[]): Values =>
    joinedRows(
      `${name}.${part}`,
      modules.map(([module, outputs]) => tensors.take(`${module}.${part}`, [outputs, ...sides])),
    )
  const added = bias ? floatWeight(draft, joined('bias')) : null
  return multiplied(draft, x, joined('weight', inputs), added, bits)
}

/**
 * Rows of `x` times the transpose of a matrix, out x in, plus a vector.
 * @param x rows x in where the matrix is of floats; else with any sides before
 */
export function multiplied(
  draft: Draft,
  x: Value,
  matrix: Values,
  added: Value | null,
  bits: MatrixBits,
): Value {
  const { graph } = draft
  if (bits === 'float')
    return graph.node(
      'Gemm',
      added ? [x, floatWeight(draft, matrix), added] : [x, floatWeight(draft, matrix)],
      {
        transB: 1,
      },
    )
  if (bits === 'signed') return multipliedInBytes(draft, x, matrix, added)
  const [rows = 0, columns = 0] = matrix.shape
  const blocks = blocksOfRow(columns)
  const scaleBits = draft.type === 'float' ? 32 : 16
  const { codes, scales } = quantisedParts(matrix, bits, scaleBits)
  const bytes = (blockSize * bits) / 8
  const product = graph.node(
    'MatMulNBits',
    [
      x,
      graph.weight(`${matrix.name}_Q${bits}`, 'uint8', [rows, blocks, bytes], () => codes),
      graph.weight(`${matrix.name}_Q${bits}_scales`, draft.type, [rows * blocks], () => scales),
    ],
    {
      ...{ K: columns, N: rows, bits, block_size: blockSize },
      ...(draft.roundsInputs && { accuracy_level: 4 }),
    },
  )
  return added ? graph.node('Add', [product, added]) : product
}

function multipliedInBytes({ graph, type }: Draft, x: Value, matrix: Values, added: Value | null): Value {
  if (type !== 'float') throw new Error('Products in bytes are of 32-bit floats.')
  const [rows = 0, columns = 0] = matrix.shape
  const { codes, scales } = signedParts(matrix)
  return graph.node('DynamicQuantizeMatMul', [
    x,
    graph.weight(`${matrix.name}_signed`, 'int8', [columns, rows], () => codes),
    graph.weight(`${matrix.name}_signed_scales`, 'float', [rows], () => scales),
    null,
    ...(added ? [added] : []),
  ])
}

export type Activation = 'silu' | 'gelu' | 'gelu_tanh' | 'quick_gelu' | 'relu'

/** Names of `ACT2FN` in Python's transformers. */
const activations: Readonly<Record<string, Activation>> = {
  silu: 'silu',
  swish: 'silu',
  gelu: 'gelu',
  gelu_python: 'gelu',
  gelu_new: 'gelu_tanh',
  gelu_fast: 'gelu_tanh',
  gelu_pytorch_tanh: 'gelu_tanh',
  quick_gelu: 'quick_gelu',
  relu: 'relu',
}

/** Names of the activations that are known. */
export const activationNames: readonly string[] = Object.keys(activations)

/** @returns null where it is not known */
export const findActivation = (name: string): Activation | null =>
  Object.hasOwn(activations, name) ? (activations[name] ?? null) : null

export function activated(draft: Draft, x: Value, activation: Activation): Value {
  const { graph } = draft
  switch (activation) {
    case 'silu':
      return graph.node('Mul', [x, graph.node('Sigmoid', [x])])
    case 'quick_gelu':
      return graph.node('Mul', [x, graph.node('Sigmoid', [graph.node('Mul', [x, scalar(draft, 1.702)])])])
    case 'gelu':
      return graph.node('Gelu', [x], { approximate: 'none' })
    case 'gelu_tanh':
      return graph.node('Gelu', [x], { approximate: 'tanh' })
    case 'relu':
      return graph.node('Relu', [x])
  }
}

/** A norm over the last side: with mean and bias (`layer`), or by the mean square alone (`rms`). */
export interface Norm {
  readonly kind: 'layer' | 'rms'
  readonly epsilon: number
  /** The factor is one more than the stored number (Gemma). */
  readonly plusOne?: true
  /** `layer` without a bias. */
  readonly noBias?: true
}

function normFactor(draft: Draft, name: string, width: number, { plusOne }: Norm): Value {
  const stored = draft.tensors.take(`${name}.weight`, [width])
  return floatWeight(draft, plusOne ? changedValues(stored, value => Math.fround(1 + value)) : stored)
}

export function normed(draft: Draft, x: Value, name: string, width: number, norm: Norm): Value {
  const { graph } = draft
  const factor = normFactor(draft, name, width, norm)
  const attributes = { axis: -1, epsilon: { float: norm.epsilon } }
  if (norm.kind === 'rms') return graph.node('SimplifiedLayerNormalization', [x, factor], attributes)
  const inputs = norm.noBias ? [x, factor] : [x, factor, vector(draft, `${name}.bias`, width)]
  return graph.node('LayerNormalization', inputs, attributes)
}

/** One value, or two that are still to be added. */
export type Summands = readonly [Value] | readonly [Value, Value]

/** What is to be added, as one value. */
export const summed = ({ graph }: Draft, parts: Summands): Value =>
  parts.length === 1 ? parts[0] : graph.node('Add', parts)

/**
 * A sum and its norm: one operator for two summands and the norm by the mean square.
 * @param name of the norm
 */
export function summedAndNormed(
  draft: Draft,
  parts: Summands,
  name: string,
  width: number,
  norm: Norm,
): { readonly sum: Value; readonly norm: Value } {
  if (parts.length === 1 || norm.kind === 'layer') {
    const sum = summed(draft, parts)
    return { sum, norm: normed(draft, sum, name, width, norm) }
  }
  const [given, sum] = draft.graph.firstAndLast(
    'SkipSimplifiedLayerNormalization',
    [...parts, normFactor(draft, name, width, norm)],
    4,
    { epsilon: { float: norm.epsilon } },
  )
  return { sum, norm: given }
}

/** A copy with these sides; -1 for the one that follows, 0 for one that stays. */
export const reshaped = ({ graph }: Draft, x: Value, sides: readonly number[]): Value =>
  graph.node('Reshape', [x, graph.integers(sides)])

/** Heads of rows x (heads * size) normed one by one, as 1 x rows x (heads * size). */
export function headsNormed(
  draft: Draft,
  x: Value,
  name: string,
  heads: { readonly count: number; readonly size: number },
  norm: Norm,
): Value {
  const apart = reshaped(draft, x, [-1, heads.count, heads.size])
  return reshaped(draft, normed(draft, apart, name, heads.size, norm), [1, -1, heads.count * heads.size])
}
