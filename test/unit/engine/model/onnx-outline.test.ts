import { openAsBlob, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type OnnxOutline, parseOutline, tensorBytes } from '../../../../src/engine/model/onnx-outline.ts'
import { blobSource, ProtobufError, type ProtobufSource } from '../../../../src/engine/model/protobuf.ts'
import {
  bytes,
  graphParts,
  integer,
  message,
  onnxFile,
  onnxType,
  tensorParts,
  text,
} from '../../support/onnx-bytes.ts'
import { Random } from '../../support/random.ts'
import { rounds } from '../../support/rounds.ts'

const outline = (file: Uint8Array<ArrayBuffer>): Promise<OnnxOutline> =>
  parseOutline(blobSource(new Blob([file])))

const small = onnxFile({
  nodes: [
    {
      op: 'MatMulNBits',
      domain: 'com.microsoft',
      inputs: ['x', 'w', 's'],
      integers: { K: 64, N: 300, bits: 4 },
    },
    { op: 'Constant', inputs: [], constant: { name: 'c', dims: [3, 5], type: onnxType.half } },
    { op: 'Add', domain: 'ai.onnx', inputs: ['x', 'c'] },
  ],
  tensors: [
    { name: 'w', dims: [300, 2, 16], type: onnxType.uint8, raw: new Uint8Array(9600) },
    { name: 's', dims: [600], external: { location: 'a.onnx_data', offset: 4096, length: 2400 } },
    { name: 't', dims: [2 ** 33], external: { location: './a.onnx_data_1' } },
  ],
  inputs: [{ name: 'past_key_values.0.key', type: onnxType.half, dims: ['batch', 6, 'past', 32] }],
  outputs: ['logits', 'present.0.key'],
})

test('a file is outlined without its weights', async () => {
  expect(await outline(small)).toEqual({
    inputs: [{ name: 'past_key_values.0.key', type: 10, dims: [null, 6, null, 32] }],
    outputs: ['logits', 'present.0.key'],
    tensors: [
      { name: 'c', type: 10, dims: [3, 5], external: null },
      { name: 'w', type: 2, dims: [300, 2, 16], external: null },
      { name: 's', type: 1, dims: [600], external: { file: 'a.onnx_data', offset: 4096, length: 2400 } },
      { name: 't', type: 1, dims: [2 ** 33], external: { file: 'a.onnx_data_1', offset: 0, length: null } },
    ],
    nodes: [
      { op: 'com.microsoft.MatMulNBits', inputs: ['x', 'w', 's'], integers: { K: 64, N: 300, bits: 4 } },
      { op: 'Constant', inputs: [], integers: {} },
      { op: 'Add', inputs: ['x', 'c'], integers: {} },
    ],
    externalData: ['a.onnx_data', 'a.onnx_data_1'],
  })
})

test('packed dims, as other writers store them, are the same', async () => {
  const tensor = message(5, bytes(1, Uint8Array.of(0x80, 0x01, 3)), integer(2, 1), text(8, 'w'))
  const { tensors } = await outline(new Uint8Array(message(7, tensor)))
  expect(tensors).toEqual([{ name: 'w', type: 1, dims: [128, 3], external: null }])
})

test('the graphs inside a node are read too', async () => {
  const inner = message(
    6,
    ...graphParts({ tensors: [{ name: 'w', dims: [4], external: { location: 'd' } }] }),
  )
  const branch = message(5, text(1, 'then_branch'), inner)
  const { externalData } = await outline(new Uint8Array(message(7, message(1, text(4, 'If'), branch))))
  expect(externalData).toEqual(['d'])
})

/** A weight that lies in a file of its own, as each place that can hold a tensor has it. */
const lost = tensorParts({ name: 'w', dims: [4], external: { location: 'd' } })
const inNode = (...parts: readonly Uint8Array[]) => message(1, text(4, 'Constant'), message(5, ...parts))
const sparse = (...parts: readonly Uint8Array[]) => message(15, ...parts)
const ofFunction = (...parts: readonly Uint8Array[]) => message(25, text(1, 'f'), ...parts)
const functionNode = (...parts: readonly Uint8Array[]) =>
  message(7, text(4, 'Constant'), message(5, ...parts))

test.each<[string, readonly Uint8Array[]]>([
  ['an initializer', [message(7, message(5, ...lost))]],
  ['the values of a sparse initializer', [message(7, sparse(message(1, ...lost)))]],
  ['the indices of a sparse initializer', [message(7, sparse(message(2, ...lost)))]],
  ['an attribute', [message(7, inNode(message(5, ...lost)))]],
  ['a list of an attribute', [message(7, inNode(message(10, ...lost)))]],
  ['a sparse attribute', [message(7, inNode(message(22, message(1, ...lost))))]],
  ['a list of sparse attributes', [message(7, inNode(message(23, message(2, ...lost))))]],
  [
    'a sparse initializer of a graph inside a node',
    [message(7, inNode(message(6, sparse(message(1, ...lost)))))],
  ],
  ['one of several graphs inside a node', [message(7, inNode(message(11, message(5, ...lost))))]],
  ['a function', [message(7), ofFunction(functionNode(message(5, ...lost)))]],
  [
    'a sparse attribute of a function',
    [message(7), ofFunction(functionNode(message(22, message(1, ...lost))))],
  ],
  ['a graph inside a function', [message(7), ofFunction(functionNode(message(6, message(5, ...lost))))]],
  ['the default of a function’s attribute', [message(7), ofFunction(message(11, message(5, ...lost)))]],
  ['a function before the graph', [ofFunction(functionNode(message(5, ...lost))), message(7)]],
  ['a second graph, which readers merge with the first', [message(7), message(7, message(5, ...lost))]],
  ['the graph of a training step', [message(7), message(20, message(2, message(5, ...lost)))]],
])('external data is found in %s', async (_, parts) => {
  expect((await outline(new Uint8Array(Buffer.concat(parts)))).externalData).toEqual(['d'])
})

test('of a tensor that names two files, both are found', async () => {
  const entry = (value: string) => message(13, text(1, 'location'), text(2, value))
  const file = message(7, message(5, text(8, 'w'), entry('./a'), entry('b')))
  expect((await outline(new Uint8Array(file))).externalData).toEqual(['a', 'b'])
})

test('weights are skipped: little of a large file is read', async () => {
  const file = onnxFile({
    tensors: Array.from({ length: 8 }, (_, i) => ({
      name: `w${i}`,
      dims: [2 ** 18],
      raw: new Uint8Array(2 ** 20),
    })),
    outputs: ['y'],
  })
  let read = 0
  const source: ProtobufSource = {
    size: file.length,
    async read(start, end) {
      read += end - start
      return file.subarray(start, end)
    },
  }
  const { tensors, outputs } = await parseOutline(source)
  expect([tensors.length, outputs]).toEqual([8, ['y']])
  expect(read).toBeLessThan(file.length / 20)
})

test('a tensor contains its size', () => {
  expect(tensorBytes({ type: onnxType.half, dims: [3, 5] })).toBe(30)
  expect(tensorBytes({ type: 21, dims: [5] })).toBe(3)
  expect(tensorBytes({ type: onnxType.float, dims: [] })).toBe(4)
})

async function verdict(file: Uint8Array<ArrayBuffer>): Promise<'outlined' | 'refused'> {
  try {
    await outline(file)
    return 'outlined'
  } catch (error) {
    expect(error).toBeInstanceOf(ProtobufError)
    return 'refused'
  }
}

test('every cut of a file is refused or ends between two fields of the graph', async () => {
  // The graph is the last field: to leave any of it out is to end inside it.
  for (let length = 0; length < small.length; length += length < 400 ? 1 : 97)
    expect(await verdict(small.slice(0, length)), `${length} bytes`).toBe('refused')
})

test('random bytes and random damage end in an outline or a typed error', async () => {
  const random = new Random(3)
  const seen = new Set<string>()
  for (let round = 0; round < rounds(3000); round++) {
    const noise = Uint8Array.from({ length: random.below(200) }, () => random.below(256))
    seen.add(await verdict(noise))
    const damaged = small.slice()
    for (let i = 0; i <= random.below(4); i++) damaged[random.below(400)] = random.below(256)
    seen.add(await verdict(damaged))
  }
  expect([...seen].sort()).toEqual(['outlined', 'refused'])
})

test('graphs nested without end are refused', async () => {
  let inner: Uint8Array = new Uint8Array(message(6))
  for (let depth = 0; depth < 40; depth++) inner = message(6, message(1, message(5, inner)))
  expect(await verdict(new Uint8Array(message(7, message(1, message(5, inner)))))).toBe('refused')
})

test('a Git LFS pointer is no model', async () => {
  const pointer = 'version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 3\n'
  expect(await verdict(new Uint8Array(Buffer.from(pointer)))).toBe('refused')
})

test('the bundled decoder is as it was exported', async () => {
  const file = await openAsBlob('public/models/phantom-vlm/onnx/decoder_model_merged.onnx')
  const { inputs, outputs, tensors, nodes, externalData } = await parseOutline(blobSource(file))
  const { text_config } = JSON.parse(readFileSync('public/models/phantom-vlm/config.json', 'utf8'))
  const { num_hidden_layers, num_key_value_heads, head_dim, hidden_size, vocab_size } = text_config
  const past = inputs.filter(({ name }) => name.startsWith('past_key_values.'))
  expect([past.length, externalData.length]).toEqual([2 * num_hidden_layers, 0])
  expect(past[0]?.dims).toEqual([null, num_key_value_heads, null, head_dim])
  expect(nodes.filter(({ op }) => op === 'com.microsoft.MultiHeadAttention')).toHaveLength(num_hidden_layers)
  expect(outputs[0]).toBe('logits')
  expect(tensors.find(({ name }) => name === 'lm_head.weight')?.dims).toEqual([hidden_size, vocab_size])
})
