import { type ByteSource, CheckpointError, readTensorList, readTensors } from '@voxelwise/checkpoint'
import { describe, expect, test } from 'vitest'

const source = (bytes: Uint8Array): ByteSource => ({
  size: bytes.length,
  read: async (start, end) => bytes.slice(start, end),
})

/** A file of this header, with so many bytes of data. */
function makeFile(header: unknown, dataLength: number): Uint8Array {
  const text = new TextEncoder().encode(typeof header === 'string' ? header : JSON.stringify(header))
  const bytes = new Uint8Array(8 + text.length + dataLength)
  new DataView(bytes.buffer).setBigUint64(0, BigInt(text.length), true)
  bytes.set(text, 8)
  return bytes
}

const tensor = (dtype: string, shape: readonly number[], begin: number, end: number) => ({
  dtype,
  shape,
  data_offsets: [begin, end],
})

test('tensors are listed in the order of their places, from the start of the file', async () => {
  const header = {
    b: tensor('BF16', [2, 3], 8, 20),
    __metadata__: { format: 'pt' },
    a: tensor('F32', [2], 0, 8),
  }
  const bytes = makeFile(header, 20)
  const list = await readTensorList('model.safetensors', source(bytes))
  const start = bytes.length - 20
  expect(list.map(({ name, type, shape, begin, end }) => [name, type, shape, begin, end])).toEqual([
    ['a', 'F32', [2], start, start + 8],
    ['b', 'BF16', [2, 3], start + 8, start + 20],
  ])
})

describe('a damaged file is refused, and the tensor at fault is named', () => {
  const cases: readonly (readonly [what: string, bytes: Uint8Array, message: RegExp])[] = [
    ['no header', new Uint8Array(4), /no safetensors header/],
    ['a pointer of Git LFS', new TextEncoder().encode('version https://git-lfs'), /Git LFS pointer/],
    ['a header beyond the file', makeFile('{}', 0).slice(0, 9), /should have 2 bytes/],
    ['no JSON', makeFile('{"a":', 0), /not JSON/],
    ['a list', makeFile('[]', 0), /not a JSON object/],
    ['an unknown type', makeFile({ a: tensor('Q4', [1], 0, 1) }, 1), /type "Q4"/],
    ['a type of every object', makeFile({ a: tensor('constructor', [1], 0, 1) }, 1), /type "constructor"/],
    ['a negative side', makeFile({ a: tensor('U8', [-1], 0, 1) }, 1), /shape/],
    ['offsets beyond the file', makeFile({ a: tensor('U8', [9], 0, 9) }, 1), /The file is cut/],
    ['offsets that run back', makeFile({ a: tensor('U8', [0], 1, 0) }, 1), /cut|offsets/],
    [
      'a size that is not its shape’s',
      makeFile({ a: tensor('F32', [2], 0, 4) }, 4),
      /needs 8 bytes; it has 4/,
    ],
    [
      'an overlap',
      makeFile({ a: tensor('U8', [2], 0, 2), b: tensor('U8', [2], 1, 3) }, 3),
      /lies over the tensor a/,
    ],
    [
      'a name twice',
      makeFile(
        '{"a":{"dtype":"U8","shape":[1],"data_offsets":[0,1]},"a":{"dtype":"U8","shape":[1],"data_offsets":[0,1]}}',
        1,
      ),
      /twice/,
    ],
  ]
  test.each(cases)('%s', async (_, bytes, message) => {
    const read = readTensorList('m.safetensors', source(bytes))
    await expect(read).rejects.toThrow(message)
    await expect(read).rejects.toBeInstanceOf(CheckpointError)
  })
})

describe('parts with an index', () => {
  const part = makeFile({ a: tensor('U8', [1], 0, 1) }, 1)
  const folder = (files: Readonly<Record<string, Uint8Array>>) => ({
    paths: Object.keys(files),
    open: async (path: string) => source(files[path] ?? new Uint8Array()),
  })
  const index = (map: unknown) => new TextEncoder().encode(JSON.stringify({ weight_map: map }))
  const named = 'model.safetensors.index.json'

  test('are read as one checkpoint', async () => {
    const tensors = await readTensors(
      folder({ [named]: index({ a: 'p1.safetensors' }), 'p1.safetensors': part }),
    )
    expect([...tensors.keys()]).toEqual(['a'])
  })

  test.each([
    ['a part that is not there', { a: 'p1.safetensors' }, {}, /not in the folder/],
    [
      'a tensor that is not in its part',
      { a: 'p1.safetensors', b: 'p1.safetensors' },
      { 'p1.safetensors': part },
      /places this tensor here/,
    ],
    ['a part outside the folder', { a: '../p1.safetensors' }, {}, /no file of this folder/],
    [
      'a tensor in two parts',
      { a: 'p1.safetensors', b: 'p2.safetensors' },
      { 'p1.safetensors': part, 'p2.safetensors': part },
      /is in p1/,
    ],
  ])('%s is an error', async (_, map, files, message) => {
    await expect(readTensors(folder({ [named]: index(map), ...files }))).rejects.toThrow(message)
  })
})
