/** Reads a node of a graph: what `onnx-bytes.ts` writes, whoever wrote it. */
import type { Attribute, OnnxNode } from './onnx-bytes.ts'

type Fields = Generator<readonly [field: number, value: number | Uint8Array]>

/** The fields of a message in the file's order. A number that is no whole one is given as its bytes. Ends early where the bytes do. */
function* fields(bytes: Uint8Array): Fields {
  let at = 0
  const varint = (): number => {
    let value = 0n
    for (let shift = 0n; at < bytes.length; shift += 7n) {
      const byte = bytes[at++] ?? 0
      value |= BigInt(byte & 127) << shift
      if (byte < 128) break
    }
    return Number(BigInt.asIntN(64, value))
  }
  while (at < bytes.length) {
    const tag = varint()
    const kind = tag & 7
    if (kind === 0) {
      yield [tag >> 3, varint()]
      continue
    }
    const length = kind === 1 ? 8 : kind === 5 ? 4 : varint()
    if (length < 0) return
    yield [tag >> 3, bytes.subarray(at, at + length)]
    at += length
  }
}

const text = (value: number | Uint8Array): string =>
  typeof value === 'number' ? '' : new TextDecoder().decode(value)

/** NodeProto: input = 1, output = 2, op_type = 4, attribute = 5, domain = 7. Attributes that are no number or text are NaN. */
export function readNode(bytes: Uint8Array): OnnxNode {
  const inputs: string[] = []
  const outputs: string[] = []
  const attributes = new Map<string, Attribute>()
  let [operator, domain] = ['', '']
  for (const [field, value] of fields(bytes)) {
    if (field === 1) inputs.push(text(value))
    else if (field === 2) outputs.push(text(value))
    else if (field === 4) operator = text(value)
    else if (field === 7) domain = text(value)
    else if (field === 5 && typeof value !== 'number') attributes.set(...readAttribute(value))
  }
  return { operator, domain, inputs, outputs, attributes: Object.fromEntries(attributes) }
}

/** AttributeProto: name = 1, f = 2, i = 3, s = 4, type = 20 (1: float, 2: int, 3: string). */
function readAttribute(bytes: Uint8Array): [name: string, value: Attribute] {
  let name = ''
  let type = 0
  let [float, integer, string] = [0, 0, '']
  for (const [field, value] of fields(bytes)) {
    if (field === 1) name = text(value)
    else if (field === 2 && typeof value !== 'number' && value.length === 4)
      float = new DataView(value.buffer, value.byteOffset).getFloat32(0, true)
    else if (field === 3 && typeof value === 'number') integer = value
    else if (field === 4) string = text(value)
    else if (field === 20 && typeof value === 'number') type = value
  }
  if (type === 1) return [name, { float }]
  if (type === 2) return [name, integer]
  return [name, type === 3 ? string : Number.NaN]
}
