import type { InputOutline } from '../families/family.ts'
import { GraphReader, type TensorOutline } from './graph-reader.ts'
import { ProtobufError, type ProtobufSource, type Span } from './protobuf.ts'

export interface NodeOutline {
  /** `MatMul`; operators of ONNX Runtime's own keep their domain: `com.microsoft.MatMulNBits`. */
  readonly op: string
  readonly inputs: readonly string[]
  readonly integers: Readonly<Record<string, number>>
}

/** What must be known of an ONNX file before ONNX Runtime sees it. */
export interface OnnxOutline {
  readonly inputs: readonly InputOutline[]
  readonly outputs: readonly string[]
  /** Tensors of all graphs in the file, and of Constant nodes. */
  readonly tensors: readonly TensorOutline[]
  readonly nodes: readonly NodeOutline[]
  /** External data files that it refers to; one that is missing would show only as an obscure error. */
  readonly externalData: readonly string[]
}

/** Bytes of one element by `TensorProto.DataType`; text has no fixed size. */
const elementBytes: readonly number[] = [
  0, 4, 1, 1, 2, 2, 4, 8, 0, 1, 2, 8, 4, 8, 8, 16, 2, 1, 1, 1, 1, 0.5, 0.5, 0.5, 1, 0.25, 0.25,
]

export const elements = (dims: readonly number[]): number => dims.reduce((product, dim) => product * dim, 1)

export const sizeOfType = (type: number): number => elementBytes[type] ?? 0

export const tensorBytes = ({ type, dims }: Pick<TensorOutline, 'type' | 'dims'>): number =>
  Math.ceil(elements(dims) * sizeOfType(type))

/** A graph in a node of a graph in a node …: a file that goes deeper is none that anyone exported. */
const deepest = 16

/**
 * Read from the file's protobuf; weights are passed over. Every place in which a tensor can name an external file is read, since
 * ONNX Runtime opens each of them.
 *
 * Fields (onnx.proto3): ModelProto.graph = 7, .training_info = 20, .functions = 25.
 * @throws ProtobufError where the bytes are no protobuf, or hold no graph.
 */
export async function parseOutline(source: ProtobufSource): Promise<OnnxOutline> {
  const reader = new OutlineReader(source)
  let graphs = 0
  for await (const { id, span } of reader.fields(reader.whole)) {
    if (!span) continue
    if (id === 7) {
      graphs++
      await reader.graph(span, 0)
    } else if (id === 20) await reader.training(span)
    else if (id === 25) await reader.function(span)
  }
  if (graphs === 0) throw new ProtobufError('There is no graph in it.')
  const { inputs, outputs, tensors, nodes, locations } = reader
  return { inputs, outputs, tensors, nodes, externalData: [...locations] }
}

/** Collects what the graphs of a file have. */
class OutlineReader extends GraphReader {
  readonly inputs: InputOutline[] = []
  readonly outputs: string[] = []
  readonly tensors: TensorOutline[] = []
  readonly nodes: NodeOutline[] = []

  /** GraphProto: node = 1, initializer = 5, input = 11, output = 12, sparse_initializer = 15. */
  async graph(span: Span, depth: number): Promise<void> {
    if (depth > deepest) throw new ProtobufError('Its graphs are nested too deep.')
    for await (const field of this.fields(span)) {
      if (!field.span) continue
      if (field.id === 1) await this.#node(field.span, depth)
      else if (field.id === 5) this.tensors.push(await this.tensor(field.span))
      else if (field.id === 15) this.tensors.push(...(await this.#sparseTensor(field.span)))
      else if (depth === 0 && field.id === 11) this.inputs.push(await this.value(field.span))
      else if (depth === 0 && field.id === 12) this.outputs.push((await this.value(field.span)).name)
    }
  }

  /** FunctionProto: node = 7, attribute_proto = 11. */
  async function(span: Span): Promise<void> {
    for await (const field of this.fields(span)) {
      if (!field.span) continue
      if (field.id === 7) await this.#node(field.span, 0)
      else if (field.id === 11) await this.#attribute(field.span, new Map(), '', 0)
    }
  }

  /** TrainingInfoProto: initialization = 1, algorithm = 2. They are no part of the model's own inputs and outputs. */
  async training(span: Span): Promise<void> {
    for await (const field of this.fields(span))
      if (field.span && (field.id === 1 || field.id === 2)) await this.graph(field.span, 1)
  }

  /** NodeProto: input = 1, output = 2, op_type = 4, attribute = 5, domain = 7. */
  async #node(span: Span, depth: number): Promise<void> {
    const inputs: string[] = []
    const integers = new Map<string, number>()
    let op = ''
    let domain = ''
    let output = ''
    for await (const field of this.fields(span)) {
      if (!field.span) continue
      if (field.id === 1) inputs.push(await this.text(field.span))
      else if (field.id === 2) output ||= await this.text(field.span)
      else if (field.id === 4) op = await this.text(field.span)
      else if (field.id === 7) domain = await this.text(field.span)
      else if (field.id === 5) await this.#attribute(field.span, integers, output, depth)
    }
    const known = domain === '' || domain === 'ai.onnx'
    this.nodes.push({
      op: known ? op : `${domain}.${op}`,
      inputs,
      integers: Object.fromEntries(integers),
    })
  }

  /** AttributeProto: name = 1, i = 3, t = 5, g = 6, tensors = 10, graphs = 11, sparse_tensor = 22, sparse_tensors = 23. */
  async #attribute(span: Span, integers: Map<string, number>, output: string, depth: number): Promise<void> {
    let name = ''
    for await (const field of this.fields(span)) {
      if (field.id === 3 && field.span === null) integers.set(name, field.value)
      if (!field.span) continue
      if (field.id === 1) name = await this.text(field.span)
      else if (field.id === 5 || field.id === 10)
        this.tensors.push({ ...(await this.tensor(field.span)), name: output })
      else if (field.id === 22 || field.id === 23)
        this.tensors.push(...(await this.#sparseTensor(field.span, output)))
      else if (field.id === 6 || field.id === 11) await this.graph(field.span, depth + 1)
    }
  }

  /** SparseTensorProto: values = 1, indices = 2. @param name of both, where the tensor is an attribute of a node */
  async #sparseTensor(span: Span, name?: string): Promise<readonly TensorOutline[]> {
    const tensors: TensorOutline[] = []
    for await (const field of this.fields(span)) {
      if (!field.span || (field.id !== 1 && field.id !== 2)) continue
      const tensor = await this.tensor(field.span)
      tensors.push(name === undefined ? tensor : { ...tensor, name })
    }
    return tensors
  }
}
