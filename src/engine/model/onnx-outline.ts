import type { InputOutline } from '../families/family.ts'
import { type ByteSource, type Field, ProtobufError, ProtobufReader, type Span } from './protobuf.ts'

/** A weight, without its values. */
export interface TensorOutline {
  readonly name: string
  /** `TensorProto.DataType`. */
  readonly type: number
  readonly dims: readonly number[]
  /** Where its values are if not in the file itself. The length may be missing. */
  readonly external: { readonly file: string; readonly offset: number; readonly length: number | null } | null
}

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
  /** Of all graphs in the file, and of Constant nodes. */
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

interface Found {
  readonly inputs: InputOutline[]
  readonly outputs: string[]
  readonly tensors: TensorOutline[]
  readonly nodes: NodeOutline[]
}

/**
 * Read from the file's protobuf; weights are passed over.
 *
 * Fields (onnx.proto3): ModelProto.graph = 7; GraphProto.node = 1, .initializer = 5, .input = 11, .output = 12.
 * @throws ProtobufError where the bytes are no protobuf, or hold no graph.
 */
export async function outlineOf(source: ByteSource): Promise<OnnxOutline> {
  const reader = new ProtobufReader(source)
  const found: Found = { inputs: [], outputs: [], tensors: [], nodes: [] }
  let graphs = 0
  for await (const { id, span } of reader.fields(reader.whole))
    if (id === 7 && span) {
      graphs++
      await readGraph(reader, span, found, 0)
    }
  if (graphs === 0) throw new ProtobufError('There is no graph in it.')
  const files = found.tensors.flatMap(({ external }) => (external ? [external.file] : []))
  return { ...found, externalData: [...new Set(files)] }
}

async function readGraph(reader: ProtobufReader, span: Span, found: Found, depth: number): Promise<void> {
  if (depth > deepest) throw new ProtobufError('Its graphs are nested too deep.')
  for await (const field of reader.fields(span)) {
    if (!field.span) continue
    if (field.id === 1) await readNode(reader, field.span, found, depth)
    else if (field.id === 5) found.tensors.push(await readTensor(reader, field.span))
    else if (depth === 0 && field.id === 11) found.inputs.push(await readInput(reader, field.span))
    else if (depth === 0 && field.id === 12) found.outputs.push((await readInput(reader, field.span)).name)
  }
}

/** NodeProto: input = 1, output = 2, op_type = 4, attribute = 5, domain = 7. */
async function readNode(reader: ProtobufReader, span: Span, found: Found, depth: number): Promise<void> {
  const inputs: string[] = []
  const integers: Record<string, number> = {}
  let op = ''
  let domain = ''
  let output = ''
  for await (const field of reader.fields(span)) {
    if (!field.span) continue
    if (field.id === 1) inputs.push(await reader.text(field.span))
    else if (field.id === 2) output ||= await reader.text(field.span)
    else if (field.id === 4) op = await reader.text(field.span)
    else if (field.id === 7) domain = await reader.text(field.span)
    else if (field.id === 5) await readAttribute(reader, field.span, found, integers, output, depth)
  }
  const known = domain === '' || domain === 'ai.onnx'
  found.nodes.push({ op: known ? op : `${domain}.${op}`, inputs, integers })
}

/** AttributeProto: name = 1, i = 3, t = 5, g = 6, tensors = 10, graphs = 11. */
async function readAttribute(
  reader: ProtobufReader,
  span: Span,
  found: Found,
  integers: Record<string, number>,
  output: string,
  depth: number,
): Promise<void> {
  let name = ''
  for await (const field of reader.fields(span)) {
    if (field.id === 3 && field.span === null) integers[name] = field.value
    if (!field.span) continue
    if (field.id === 1) name = await reader.text(field.span)
    else if (field.id === 5 || field.id === 10)
      found.tensors.push({ ...(await readTensor(reader, field.span)), name: output })
    else if (field.id === 6 || field.id === 11) await readGraph(reader, field.span, found, depth + 1)
  }
}

/** TensorProto: dims = 1, data_type = 2, name = 8, external_data = 13, data_location = 14 (1: external). */
async function readTensor(reader: ProtobufReader, span: Span): Promise<TensorOutline> {
  const dims: number[] = []
  const entries = new Map<string, string>()
  let name = ''
  let type = 0
  for await (const field of reader.fields(span)) {
    if (field.id === 1) dims.push(...(await reader.integers(field)))
    else if (field.id === 2 && field.span === null) type = field.value
    else if (field.id === 8 && field.span) name = await reader.text(field.span)
    else if (field.id === 13 && field.span) entries.set(...(await readEntry(reader, field.span)))
  }
  const file = entries.get('location')
  const length = entries.get('length')
  const external =
    file === undefined
      ? null
      : {
          file: file.replace(/^\.\//, ''),
          offset: Number(entries.get('offset')) || 0,
          length: length === undefined ? null : Number(length) || 0,
        }
  return { name, type, dims, external }
}

/** StringStringEntryProto: key = 1, value = 2. */
async function readEntry(reader: ProtobufReader, span: Span): Promise<[key: string, value: string]> {
  let key = ''
  let value = ''
  for await (const field of reader.fields(span)) {
    if (field.id === 1 && field.span) key = await reader.text(field.span)
    if (field.id === 2 && field.span) value = await reader.text(field.span)
  }
  return [key, value]
}

/**
 * ValueInfoProto: name = 1, type = 2; TypeProto.tensor_type = 1; its elem_type = 1, shape = 2;
 * TensorShapeProto.dim = 1; its dim_value = 1.
 */
async function readInput(reader: ProtobufReader, span: Span): Promise<InputOutline> {
  let name = ''
  let type = 0
  const dims: (number | null)[] = []
  const inside = async (outer: Span, id: number, read: (field: Field) => Promise<void> | void) => {
    for await (const field of reader.fields(outer)) if (field.id === id) await read(field)
  }
  for await (const field of reader.fields(span)) {
    if (!field.span) continue
    if (field.id === 1) name = await reader.text(field.span)
    else if (field.id === 2)
      await inside(field.span, 1, async ({ span: tensor }) => {
        if (!tensor) return
        for await (const part of reader.fields(tensor)) {
          if (part.id === 1 && part.span === null) type = part.value
          else if (part.id === 2 && part.span)
            await inside(part.span, 1, async ({ span: dim }) => {
              let size: number | null = null
              if (dim)
                await inside(dim, 1, ({ value }) => {
                  size = value
                })
              dims.push(size)
            })
        }
      })
  }
  return { name, type, dims }
}
