/** Writes the messages of ONNX that a graph needs, in protobuf's wire format. Field numbers are those of `onnx.proto3`. */

/** `TensorProto.DataType`. */
const onnxTypes = {
  float: 1,
  uint8: 2,
  int8: 3,
  int32: 6,
  int64: 7,
  bool: 9,
  float16: 10,
  bfloat16: 16,
} as const
export type OnnxType = keyof typeof onnxTypes

/** A side of a tensor: its length, or the name of a length that is known when the graph runs. */
export type Side = number | string

export interface TensorInfo {
  readonly name: string
  readonly type: OnnxType
  readonly sides: readonly Side[]
}

/** A weight whose bytes lie in another file. */
export interface ExternalTensor {
  readonly name: string
  readonly type: OnnxType
  readonly sides: readonly number[]
  readonly location: string
  readonly offset: number
  readonly length: number
}

/** A constant in the graph itself. */
export interface InlineTensor {
  readonly name: string
  readonly type: OnnxType
  readonly sides: readonly number[]
  readonly bytes: Uint8Array
}

export type Attribute = number | string | { readonly float: number } | readonly number[]

export interface OnnxNode {
  readonly operator: string
  readonly domain: string
  /** An empty text leaves an optional input out. */
  readonly inputs: readonly string[]
  readonly outputs: readonly string[]
  readonly attributes: Readonly<Record<string, Attribute>>
}

/** The same nodes, with other names for some of their values. */
export const renamedNodes = (
  nodes: readonly OnnxNode[],
  names: ReadonlyMap<string, string>,
): readonly OnnxNode[] => {
  const named = (name: string): string => names.get(name) ?? name
  return nodes.map(node => ({
    ...node,
    inputs: node.inputs.map(named),
    outputs: node.outputs.map(named),
  }))
}

interface OnnxModel {
  readonly producer: string
  readonly opset: number
  readonly nodes: readonly OnnxNode[]
  readonly inputs: readonly TensorInfo[]
  readonly outputs: readonly TensorInfo[]
  /** Values within the graph whose sides are stated. */
  readonly described: readonly TensorInfo[]
  readonly constants: readonly InlineTensor[]
  readonly weights: readonly ExternalTensor[]
}

type Bytes = Uint8Array<ArrayBuffer>

/** The version of ONNX's format that has every operator used here. */
const irVersion = 9

/** A `ModelProto`. */
export function onnxBytes(model: OnnxModel): Bytes {
  const graph = message(
    ...model.nodes.map(nodeField),
    text(2, model.producer),
    ...model.constants.map(constantField),
    ...model.weights.map(tensor => nested(5, externalBytes(tensor))),
    ...model.inputs.map(info => nested(11, infoBytes(info))),
    ...model.outputs.map(info => nested(12, infoBytes(info))),
    ...model.described.map(info => nested(13, infoBytes(info))),
  )
  const domains = [...new Set(['', ...model.nodes.map(({ domain }) => domain)])]
  return message(
    integer(1, irVersion),
    text(2, model.producer),
    nested(7, graph),
    ...domains.map(domain =>
      nested(8, message(text(1, domain), integer(2, domain === '' ? model.opset : 1))),
    ),
  )
}

/** A node as a field of a graph. */
export const nodeField = (node: OnnxNode): Bytes => nested(1, nodeBytes(node))

/** A constant as a field of a graph. */
export const constantField = (tensor: InlineTensor): Bytes => nested(5, inlineBytes(tensor))

/** What comes before the graph of a model, if the graph has so many bytes. */
export const graphHead = (length: number): Bytes => message(varint(8 * 7 + 2), varint(length))

const nodeBytes = ({ operator, domain, inputs, outputs, attributes }: OnnxNode): Bytes =>
  message(
    ...inputs.map(name => text(1, name)),
    ...outputs.map(name => text(2, name)),
    text(4, operator),
    ...Object.entries(attributes).map(([name, value]) => nested(5, attributeBytes(name, value))),
    text(7, domain),
  )

function attributeBytes(name: string, value: Attribute): Bytes {
  const kinds = { float: 1, int: 2, string: 3, ints: 7 }
  if (typeof value === 'number') return message(text(1, name), integer(3, value), integer(20, kinds.int))
  if (typeof value === 'string') return message(text(1, name), text(4, value), integer(20, kinds.string))
  if ('float' in value) return message(text(1, name), float(2, value.float), integer(20, kinds.float))
  return message(text(1, name), ...value.map(one => integer(8, one)), integer(20, kinds.ints))
}

const tensorHead = ({ name, type, sides }: Omit<InlineTensor, 'bytes'>): readonly Bytes[] => [
  ...sides.map(side => integer(1, side)),
  integer(2, onnxTypes[type]),
  text(8, name),
]

const inlineBytes = (tensor: InlineTensor): Bytes => message(...tensorHead(tensor), nested(9, tensor.bytes))

function externalBytes(tensor: ExternalTensor): Bytes {
  const entry = (key: string, value: string): Bytes => nested(13, message(text(1, key), text(2, value)))
  const external = 1
  return message(
    ...tensorHead(tensor),
    entry('location', tensor.location),
    entry('offset', String(tensor.offset)),
    entry('length', String(tensor.length)),
    integer(14, external),
  )
}

function infoBytes({ name, type, sides }: TensorInfo): Bytes {
  const dimension = (side: Side): Bytes =>
    nested(1, typeof side === 'number' ? integer(1, side) : text(2, side))
  const shape = message(...sides.map(dimension))
  const tensor = message(integer(1, onnxTypes[type]), nested(2, shape))
  return message(text(1, name), nested(2, nested(1, tensor)))
}

/** The fields of a message, one after the other. */
function message(...fields: readonly Uint8Array[]): Bytes {
  const bytes = new Uint8Array(fields.reduce((length, field) => length + field.length, 0))
  let at = 0
  for (const field of fields) {
    bytes.set(field, at)
    at += field.length
  }
  return bytes
}

const integer = (field: number, value: number): Bytes => message(varint(8 * field), varint(value))

const nested = (field: number, bytes: Uint8Array): Bytes =>
  message(varint(8 * field + 2), varint(bytes.length), bytes)

const text = (field: number, value: string): Bytes => nested(field, new TextEncoder().encode(value))

function float(field: number, value: number): Bytes {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setFloat32(0, value, true)
  return message(varint(8 * field + 5), bytes)
}

/** A whole number, seven bits a byte; a negative one as 64 bits. */
function varint(value: number): Bytes {
  const bytes: number[] = []
  let rest = BigInt.asUintN(64, BigInt(value))
  do {
    const low = Number(rest & 127n)
    rest >>= 7n
    bytes.push(rest > 0n ? low + 128 : low)
  } while (rest > 0n)
  return Uint8Array.from(bytes)
}
