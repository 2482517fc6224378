/** Tiny ONNX files, written field by field. */

type Part = Uint8Array

const join = (parts: readonly Part[]): Uint8Array => new Uint8Array(Buffer.concat(parts))

export function varint(value: number): Part {
  const bytes: number[] = []
  let rest = value
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128)
  return Uint8Array.from([...bytes, rest])
}

export const integer = (field: number, value: number): Part => join([varint(field * 8), varint(value)])

export const bytes = (field: number, value: Uint8Array): Part =>
  join([varint(field * 8 + 2), varint(value.length), value])

export const text = (field: number, value: string): Part => bytes(field, Buffer.from(value))

export const message = (field: number, ...parts: readonly Part[]): Part => bytes(field, join(parts))

export const onnxType = { float: 1, uint8: 2, int8: 3, int64: 7, half: 10 } as const

export interface Tensor {
  readonly name: string
  readonly dims: readonly number[]
  readonly type?: number
  readonly raw?: Uint8Array
  readonly external?: { readonly location: string; readonly offset?: number; readonly length?: number }
}

export function tensorParts({ name, dims, type = onnxType.float, raw, external }: Tensor): readonly Part[] {
  const entries = Object.entries(external ?? {}).map(([key, value]) =>
    message(13, text(1, key), text(2, String(value))),
  )
  return [
    ...dims.map(dim => integer(1, dim)),
    integer(2, type),
    text(8, name),
    ...(raw ? [bytes(9, raw)] : []),
    ...entries,
  ]
}

export interface Node {
  readonly op: string
  readonly inputs: readonly string[]
  readonly domain?: string
  readonly integers?: Readonly<Record<string, number>>
  readonly constant?: Tensor
}

function node({ op, inputs, domain, integers = {}, constant }: Node): Part {
  return message(
    1,
    ...inputs.map(input => text(1, input)),
    ...(constant ? [text(2, constant.name)] : []),
    text(4, op),
    ...Object.entries(integers).map(([name, value]) => message(5, text(1, name), integer(3, value))),
    ...(constant ? [message(5, text(1, 'value'), message(5, ...tensorParts(constant)))] : []),
    ...(domain ? [text(7, domain)] : []),
  )
}

export interface Graph {
  readonly tensors?: readonly Tensor[]
  readonly nodes?: readonly Node[]
  readonly inputs?: readonly {
    readonly name: string
    readonly type?: number
    readonly dims: readonly (number | string)[]
  }[]
  readonly outputs?: readonly string[]
}

export function graphParts({ tensors = [], nodes = [], inputs = [], outputs = [] }: Graph): readonly Part[] {
  return [
    ...nodes.map(node),
    ...tensors.map(tensor => message(5, ...tensorParts(tensor))),
    ...inputs.map(({ name, type = onnxType.float, dims }) => {
      const shape = dims.map(dim => message(1, typeof dim === 'number' ? integer(1, dim) : text(2, dim)))
      return message(11, text(1, name), message(2, message(1, integer(1, type), message(2, ...shape))))
    }),
    ...outputs.map(name => message(12, text(1, name))),
  ]
}

export const onnxFile = (graph: Graph): Uint8Array<ArrayBuffer> =>
  new Uint8Array(join([integer(1, 9), message(7, ...graphParts(graph))]))
