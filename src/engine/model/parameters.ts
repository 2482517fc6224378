import { ownValue } from '@voxelwise/python'
import { getOrMake } from '../base/grouping.ts'
import type { TensorOutline } from './graph-reader.ts'
import { elements, type NodeOutline, type OnnxOutline } from './onnx-outline.ts'

export interface ParameterCount {
  readonly count: number
  /** Counted from whole matrices; otherwise derived from quantised ones, or uncertain whether a table is shared. */
  readonly exact: boolean
}

const float: ReadonlySet<number> = new Set([1, 10, 11, 16])
const whole: ReadonlySet<number> = new Set([2, 3, 17, 18, 19, 20, 21, 22, 23, 25, 26])

/** Packed matrices whose true size (N rows of length K) is in their attributes. */
const packed: ReadonlySet<string> = new Set(['com.microsoft.MatMulNBits', 'com.microsoft.MatMulBnb4'])

/** Inputs with tables of sines and cosines: computed, not learnt. */
const rotaryTables: Readonly<Record<string, readonly number[]>> = {
  'com.microsoft.RotaryEmbedding': [2, 3],
  RotaryEmbedding: [1, 2],
  'com.microsoft.GroupQueryAttention': [7, 8],
}

/** The last word of a tensor's name, with the sign before it. */
const lastWord = /(?:^|\W)\w+$/
/** What quantisers call the factors and zero points that they add: a part of the last word. */
const factor = /(?:^|[._/])(?:scales?|zero_points?|zp|absmax)(?:_\w|$)/i
/** Computed by the model's code: the frequencies or tables of a rotary embedding, and constants written by a tracer. */
const computed = /inv_freq$|(^|[._/])(cos(ines)?|sin(es)?)(_cached?)?$|(^|\/)Constant(_\d+)?_output_\d+$/

/**
 * Parameters of a model, from the outlines of its sessions in one precision: the elements of every learnt
 * tensor, each counted once. Tables of sines, lone numbers and a quantiser's own factors are none.
 *
 * An output matrix that is the word embedding turned round is stored twice, in two sessions, and counted once.
 * @param tied config.json's `tie_word_embeddings`; null where it does not say
 */
export function countParameters(outlines: readonly OnnxOutline[], tied: boolean | null): ParameterCount {
  const graphs = outlines.map(learntTensors)
  const count = graphs.flatMap(({ learnt }) => learnt).reduce((sum, { size }) => sum + size, 0)
  const copy = tied === false ? 0 : sharedTable(graphs.map(({ learnt }) => learnt))
  return { count: count - copy, exact: graphs.every(graph => graph.exact) && (copy === 0 || tied === true) }
}

interface Learnt {
  readonly size: number
  /** Its sides, the longer one first, where it is a matrix. */
  readonly sides: string | null
  /** Whether its rows are looked up, and whether it is a factor of a multiplication. */
  readonly isTable: boolean
  readonly isMatrix: boolean
}

function learntTensors({ tensors, nodes }: OnnxOutline): {
  readonly learnt: readonly Learnt[]
  readonly exact: boolean
} {
  const uses = usesByName(nodes)
  const isQuantised = tensors.some(({ type, dims }) => whole.has(type) && dims.length > 1)
  const seen = new Set<string>()
  const learnt: Learnt[] = []
  let exact = true
  for (const tensor of tensors) {
    // Both branches of an If may contain the same tensor.
    const key = `${tensor.name} ${tensor.dims.join('x')}`
    if (seen.has(key)) continue
    seen.add(key)
    if (computed.test(tensor.name) || (isQuantised && factor.test(lastWord.exec(tensor.name)?.[0] ?? '')))
      continue
    const parameter = learntTensor(tensor, uses.get(tensor.name) ?? [])
    if (!parameter) continue
    learnt.push(parameter.learnt)
    exact &&= parameter.exact
  }
  return { learnt, exact }
}

interface Use {
  readonly node: NodeOutline
  readonly at: number
}

function usesByName(nodes: readonly NodeOutline[]): ReadonlyMap<string, readonly Use[]> {
  const uses = new Map<string, Use[]>()
  for (const node of nodes)
    for (const [at, name] of node.inputs.entries()) {
      getOrMake(uses, name, () => []).push({ node, at })
    }
  return uses
}

function learntTensor(
  tensor: TensorOutline,
  uses: readonly Use[],
): { readonly learnt: Learnt; readonly exact: boolean } | null {
  const use = uses[0]
  const { K, N } = use?.node.integers ?? {}
  if (use && packed.has(use.node.op) && use.at >= 1 && use.at <= 4) {
    if (use.at !== 1 || K === undefined || N === undefined) return null
    return { learnt: matrix([N, K], uses), exact: false }
  }
  if (uses.some(({ node, at }) => ownValue(rotaryTables, node.op)?.includes(at))) return null
  const isFloat = float.has(tensor.type)
  const size = elements(tensor.dims)
  if (size <= 1) return null
  if (isFloat) {
    const isBlockScale = use?.node.op === 'com.microsoft.GatherBlockQuantized' && use.at >= 2
    return isBlockScale ? null : { learnt: matrix(tensor.dims, uses), exact: true }
  }
  if (!whole.has(tensor.type)) return null
  // Codes of a quantised matrix. Bytes that contain two codes are marked by `bits`.
  if (use?.node.op === 'com.microsoft.GatherBlockQuantized') {
    if (use.at !== 0) return null
    const share = tensor.type === 2 ? 8 / (use.node.integers.bits ?? 8) : 1
    const dims = tensor.dims.map((dim, i) => (i === tensor.dims.length - 1 ? dim * share : dim))
    return { learnt: matrix(dims, uses), exact: false }
  }
  if (tensor.dims.length < 2) return null
  return { learnt: matrix(tensor.dims, uses), exact: false }
}

function matrix(dims: readonly number[], uses: readonly Use[]): Learnt {
  const ops = uses.map(({ node }) => node.op)
  return {
    size: elements(dims),
    sides: dims.length === 2 ? [...dims].sort((a, b) => b - a).join(' x ') : null,
    isTable: ops.some(op => op.endsWith('Gather') || op.endsWith('GatherBlockQuantized')),
    isMatrix: ops.some(op => /MatMul|Gemm|Transpose|DequantizeLinear/.test(op)),
  }
}

/** Size of the word embedding that another session has a copy of: a matrix of the same two sides; or 0. */
function sharedTable(graphs: readonly (readonly Learnt[])[]): number {
  for (const [i, graph] of graphs.entries())
    for (const table of graph) {
      if (!table.isTable || table.sides === null) continue
      const others = graphs.filter((_, j) => j !== i).flat()
      if (others.some(other => other.isMatrix && other.sides === table.sides)) return table.size
    }
  return 0
}
