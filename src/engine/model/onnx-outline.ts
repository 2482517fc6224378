/** What must be known of an ONNX file before ONNX Runtime sees it. */
export interface OnnxOutline {
  readonly outputs: readonly string[]
  /** External data files that it refers to; one that is missing would show only as an obscure error. */
  readonly externalData: ReadonlySet<string>
}

/**
 * Read from the file's protobuf, without copying weights.
 *
 * Fields (onnx.proto3): ModelProto.graph = 7; GraphProto.node = 1, .initializer = 5, .output = 12;
 * ValueInfoProto.name = 1; NodeProto.attribute = 5; AttributeProto.t = 5, .g = 6, .tensors = 10, .graphs = 11;
 * TensorProto.external_data = 13 (key = 1, value = 2).
 * @throws RangeError where the bytes are no protobuf.
 */
export function outlineOf(onnx: Uint8Array): OnnxOutline {
  const outputs: string[] = []
  const externalData = new Set<string>()
  for (const [field, graph] of messages(onnx)) {
    if (field !== 7) continue
    readGraph(graph, externalData)
    for (const [part, output] of messages(graph))
      if (part === 12) for (const [at, name] of messages(output)) if (at === 1) outputs.push(decode(name))
  }
  return { outputs, externalData }
}

function readGraph(graph: Uint8Array, found: Set<string>): void {
  for (const [field, bytes] of messages(graph)) {
    if (field === 5) readTensor(bytes, found)
    else if (field === 1)
      for (const [nodeField, attribute] of messages(bytes))
        if (nodeField === 5) readAttribute(attribute, found)
  }
}

function readAttribute(attribute: Uint8Array, found: Set<string>): void {
  for (const [field, bytes] of messages(attribute)) {
    if (field === 5 || field === 10) readTensor(bytes, found)
    else if (field === 6 || field === 11) readGraph(bytes, found)
  }
}

function readTensor(tensor: Uint8Array, found: Set<string>): void {
  for (const [field, entry] of messages(tensor)) {
    if (field !== 13) continue
    let key = ''
    let value = ''
    for (const [part, text] of messages(entry)) {
      if (part === 1) key = decode(text)
      if (part === 2) value = decode(text)
    }
    if (key === 'location') found.add(value)
  }
}

const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)

/** The length-delimited fields of one message; scalars are passed over. */
function* messages(bytes: Uint8Array): Generator<readonly [field: number, bytes: Uint8Array]> {
  let at = 0
  const varint = (): number => {
    let value = 0
    for (let scale = 1; ; scale *= 128) {
      const byte = bytes[at++]
      if (byte === undefined) throw new RangeError('The file ends inside a field.')
      value += (byte & 127) * scale
      if (byte < 128) return value
    }
  }
  while (at < bytes.length) {
    const tag = varint()
    const kind = tag & 7
    if (kind === 0) varint()
    else if (kind === 1) at += 8
    else if (kind === 5) at += 4
    else if (kind === 2) {
      const length = varint()
      if (at + length > bytes.length) throw new RangeError('A field ends beyond the file.')
      yield [Math.floor(tag / 8), bytes.subarray(at, at + length)]
      at += length
    } else throw new RangeError(`Unknown wire type ${kind}.`)
  }
}
