/** Products in bytes, by ONNX Runtime's WebAssembly, against their definition. */
import * as ort from 'onnxruntime-web'
import { expect, test } from 'vitest'
import { GraphBuilder } from '../../../../packages/checkpoint/src/graph.ts'
import { multiplied } from '../../../../packages/checkpoint/src/parts/draft.ts'
import { signedCodes, signedScales } from '../../../../packages/checkpoint/src/quantise.ts'
import { Tensors } from '../../../../packages/checkpoint/src/tensors.ts'
import { storedValues } from '../../../../packages/checkpoint/src/values.ts'
import { bytesOfParts } from '../../../../packages/checkpoint/src/weight-data.ts'
import { Random } from '../../support/random.ts'

const random = new Random(20261129)
const numbers = (count: number, size: number) =>
  Float32Array.from({ length: count }, () => (random.next() - 0.5) * size)

test('codes are the nearest of 255, one scale an output', () => {
  const matrix = Float32Array.from([1, -2, 0.5, 0, 0, 0, 127, 0.5, 1.5])
  expect([...signedScales(matrix, 3)]).toEqual([2 / 127, 0, 1].map(Math.fround))
  // 0.5 and 1.5 of scale 1 lie between two codes: the even one is taken.
  expect([...signedCodes(matrix, 3)]).toEqual([64, -127, 32, 0, 0, 0, 127, 0, 2])
})

/** ONNX's DynamicQuantizeLinear, then whole numbers, then both scales. */
function expected(x: Float32Array, matrix: Float32Array, bias: Float32Array, inner: number): number[] {
  const [least, most] = [Math.min(0, ...x), Math.max(0, ...x)]
  const scale = Math.fround((most - least) / 255)
  const even = (value: number) => value + 1.5 * 2 ** 52 - 1.5 * 2 ** 52
  const zero = even(Math.min(255, Math.max(0, -least / scale)))
  const codes = Array.from(x, value => Math.min(255, Math.max(0, even(value / scale) + zero)) - zero)
  const [weights, scales] = [signedCodes(matrix, inner), signedScales(matrix, inner)]
  const outputs = scales.length
  return Array.from({ length: (x.length / inner) * outputs }, (_, at) => {
    const [row, output] = [Math.floor(at / outputs), at % outputs]
    let sum = 0
    for (let i = 0; i < inner; i++) sum += (codes[row * inner + i] ?? 0) * (weights[output * inner + i] ?? 0)
    return sum * scale * (scales[output] ?? 0) + (bias[output] ?? 0)
  })
}

test.each([
  [5, 16, 8],
  [3, 7, 5],
  [17, 96, 33],
])('%i rows of %i numbers give %i outputs as defined', async (rows, inner, outputs) => {
  const [matrix, bias, x] = [numbers(inner * outputs, 2), numbers(outputs, 1), numbers(rows * inner, 6)]
  const file = new Uint8Array([...new Uint8Array(matrix.buffer), ...new Uint8Array(bias.buffer)])
  const stored = (name: string, shape: number[], begin: number, end: number) =>
    ({ name, type: 'F32', shape, file: 'model.safetensors', begin, end }) as const
  const tensors = new Tensors(
    new Map([
      ['a.weight', stored('a.weight', [outputs, inner], 0, matrix.byteLength)],
      ['a.bias', stored('a.bias', [outputs], matrix.byteLength, file.length)],
    ]),
    [],
    null,
  )
  const graph = new GraphBuilder('data')
  const draft = { graph, tensors, type: 'float', bits: 'signed', target: null, buffers: 'float' } as const
  const input = graph.input('x', 'float', ['rows', inner])
  const added = graph.weight('a.bias', 'float', [outputs], () => ({
    length: bias.byteLength,
    bytes: async (_, start, end) => new Uint8Array(bias.buffer.slice(start, end)),
  }))
  const values = storedValues(stored('a.weight', [outputs, inner], 0, matrix.byteLength))
  graph.output('y', multiplied(draft, input, values, added, 'signed'), 'float', ['rows', outputs])
  const { bytes, data, dataLength } = graph.build()
  const read = async (_: string, begin: number, end: number) => file.slice(begin, end)
  ort.env.wasm.numThreads = 1
  const session = await ort.InferenceSession.create(bytes, {
    externalData: [{ path: 'data', data: await bytesOfParts(data, read, 0, dataLength) }],
  })
  const { y } = await session.run({ x: new ort.Tensor('float32', x, [rows, inner]) })
  const found = y?.data as Float32Array
  const wanted = expected(x, matrix, bias, inner)
  const apart = Math.max(...wanted.map((value, i) => Math.abs(value - (found[i] ?? Number.NaN))))
  expect(apart).toBeLessThan(1e-3)
})
