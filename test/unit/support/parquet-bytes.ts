/** Parquet files field by field: Thrift's compact protocol, and the parts of a file that are made of it. */
import { type Bytes, joinBytes, type Part } from '../../fuzz/bytes.ts'

export const varint = (value: number): number[] => {
  const bytes = []
  let rest = value
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128)
  return [...bytes, rest]
}

type Field = readonly [id: number, type: number, value: Part]
export const i32 = (id: number, value: number): Field => [
  id,
  5,
  varint(value < 0 ? -2 * value - 1 : 2 * value),
]
export const i64 = (id: number, value: number): Field => [id, 6, varint(2 * value)]
export const text = (id: number, value: string): Field => [id, 8, joinBytes(varint(value.length), value)]
export const inner = (id: number, fields: readonly Field[]): Field => [id, 12, struct(fields)]
export const list = (id: number, type: number, items: readonly Part[], told = items.length): Field => [
  id,
  9,
  joinBytes([0xf0 + type], varint(told), ...items),
]

export function struct(fields: readonly Field[]): Bytes {
  let last = 0
  const parts = fields.flatMap(([id, type, value]) => {
    const head = [(id - last) * 16 + type]
    last = id
    return [head, value]
  })
  return joinBytes(...parts, [0])
}

/** A page of the first version, plain unless told otherwise. */
export function dataPage(
  body: Part,
  values: number,
  told: { unpacked?: number; packed?: number; encoding?: number } = {},
): Bytes {
  const { length } = joinBytes(body)
  const { unpacked = length, packed = length, encoding = 0 } = told
  const header = [
    i32(1, 0),
    i32(2, unpacked),
    i32(3, packed),
    inner(5, [i32(1, values), i32(2, encoding), i32(3, 3), i32(4, 3)]),
  ]
  return joinBytes(struct(header), body)
}

/** A column of byte strings: text where it is said to be, and required where it is not `isOptional`. */
export const schemaElement = (name: string, isText: boolean, isOptional: boolean): Bytes =>
  struct([i32(1, 6), i32(3, isOptional ? 1 : 0), text(4, name), ...(isText ? [i32(6, 0)] : [])])

export const schemaRoot = (children: number): Bytes => struct([text(4, 'root'), i32(5, children)])

/** Where the chunk of a column stands. */
export const columnChunk = (name: string, at: number, length: number, values: number, codec = 0): Bytes =>
  struct([
    i64(2, at),
    inner(3, [
      i32(1, 6),
      list(2, 5, [[0]]),
      list(3, 8, [joinBytes(varint(name.length), name)]),
      i32(4, codec),
      i64(5, values),
      i64(6, length),
      i64(7, length),
      i64(9, at),
    ]),
  ])

export const rowGroup = (chunks: readonly Bytes[], bytes: number, rows: number): Bytes =>
  struct([list(1, 12, chunks), i64(2, bytes), i64(3, rows)])

export const fileMetadata = (schema: readonly Bytes[], rows: number, groups: readonly Bytes[]): Bytes =>
  struct([i32(1, 1), list(2, 12, schema), i64(3, rows), list(4, 12, groups)])
