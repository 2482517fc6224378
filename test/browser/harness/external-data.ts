/** Moves the weights of an ONNX file into external data files, as exporters do beyond 2 GB. */
import { readFileSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'

interface Field {
  readonly number: number
  /** The field as it stands in the file, tag included. */
  readonly whole: Buffer
  /** What a length-delimited field holds; empty for scalars. */
  readonly body: Buffer
}

/** ModelProto.graph, GraphProto.initializer, TensorProto.raw_data, .external_data and .data_location. */
const graph = 7
const initializer = 5
const rawData = 9
const externalData = 13
const dataLocation = 14

/** Tensors this small stay where they are. */
const smallest = 1024

/**
 * Rewrites the file in place; its tensors go to `x.onnx_data`, `x.onnx_data_1` … in turns.
 * @returns how many tensors were moved
 */
export function moveWeightsOut(onnx: string, shards: number): number {
  const names = Array.from({ length: shards }, (_, i) => `${basename(onnx)}_data${i === 0 ? '' : `_${i}`}`)
  const data: Buffer[][] = names.map(() => [])
  let moved = 0

  const moveOut = (tensor: Buffer): Buffer => {
    const fields = [...readFields(tensor)]
    const raw = fields.find(({ number }) => number === rawData)?.body
    if (!raw || raw.length < smallest) return tensor
    const shard = moved++ % shards
    const offset = Buffer.concat(data[shard] ?? []).length
    data[shard]?.push(raw)
    const entries = { location: names[shard] ?? '', offset: String(offset), length: String(raw.length) }
    return Buffer.concat([
      ...fields.filter(({ number }) => number !== rawData).map(({ whole }) => whole),
      ...Object.entries(entries).map(([key, value]) =>
        field(externalData, Buffer.concat([field(1, Buffer.from(key)), field(2, Buffer.from(value))])),
      ),
      Buffer.concat([varint(dataLocation << 3), varint(1)]),
    ])
  }
  const rewritten = replaceFields(readFileSync(onnx), graph, part =>
    replaceFields(part, initializer, moveOut),
  )
  writeFileSync(onnx, rewritten)
  for (const [i, name] of names.entries())
    writeFileSync(onnx.replace(basename(onnx), name), Buffer.concat(data[i] ?? []))
  return moved
}

/** Changes the bodies of all fields of a number; whatever else there is stays as it stands. */
export function replaceFields(message: Buffer, number: number, change: (body: Buffer) => Buffer): Buffer {
  return Buffer.concat(
    [...readFields(message)].map(one =>
      one.number === number ? field(number, change(one.body)) : one.whole,
    ),
  )
}

function field(number: number, body: Buffer): Buffer {
  return Buffer.concat([varint((number << 3) | 2), varint(body.length), body])
}

function varint(value: number): Buffer {
  const bytes: number[] = []
  for (; value > 127; value = Math.floor(value / 128)) bytes.push((value % 128) | 128)
  return Buffer.from([...bytes, value])
}

function* readFields(message: Buffer): Generator<Field> {
  for (let at = 0; at < message.length; ) {
    const start = at
    const read = (): number => {
      let value = 0
      for (let scale = 1; ; scale *= 128) {
        const byte = message[at++] ?? 0
        value += (byte & 127) * scale
        if (byte < 128) return value
      }
    }
    const tag = read()
    const kind = tag & 7
    const length = kind === 2 ? read() : 0
    const from = at
    if (kind === 0) read()
    else at += kind === 1 ? 8 : kind === 5 ? 4 : length
    yield {
      number: Math.floor(tag / 8),
      whole: message.subarray(start, at),
      body: kind === 2 ? message.subarray(from, at) : Buffer.alloc(0),
    }
  }
}
