import { afterEach, expect, test, vi } from 'vitest'
import { FeatureStore } from '../../../../src/data/store/features/feature-store.ts'
import { type ImageFeatures, pack, unpackFeatures } from '../../../../src/data/store/features/packed.ts'
import { readIndex } from '../../../../src/data/store/features/segment.ts'
import { PrivateDisk } from '../../support/private-disk.ts'

const features = { type: 'float32', dims: [1, 3, 2], data: Float32Array.of(1, -2, 0.5, 4, 5, 6) } as const
const grid = { type: 'int64', dims: [1, 3], data: BigInt64Array.of(1n, 2n, 3n) } as const
const pixels = { type: 'float32', dims: [2], data: Float32Array.of(0, 1) } as const

const kept: ImageFeatures = {
  features,
  image: { tensors: { image_grid_thw: grid, pixel_values: pixels }, tokens: '<image><image>' },
}

test('features are read back from their file unchanged, without the pixels', () => {
  expect(unpackFeatures(pack(kept).buffer)).toEqual({
    features,
    image: { tensors: { image_grid_thw: grid }, tokens: '<image><image>' },
  })
})

test('a file that is cut, longer, empty or changed in any byte of its features counts as missing', () => {
  const whole = pack(kept)
  const start = whole.length - (features.data.byteLength + grid.data.byteLength)
  for (let length = 0; length < whole.length; length++)
    expect(unpackFeatures(whole.slice(0, length).buffer), `${length} bytes`).toBeNull()
  expect(unpackFeatures(Uint8Array.from([...whole, 0, 0, 0, 0, 0, 0, 0, 0]).buffer)).toBeNull()
  expect(unpackFeatures(whole.map((byte, i) => (i < start ? byte : 0)).buffer)).toBeNull()
  for (let at = start; at < whole.length; at++) {
    const changed = whole.slice()
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(unpackFeatures(changed.buffer), `byte ${at}`).toBeNull()
  }
})

test('an index that was cut loses no more than its last line', () => {
  const whole = 'a-1 0 80\nb-2 80 160\n'
  const all = { 'a-1': { at: 0, length: 80 }, 'b-2': { at: 80, length: 160 } }
  expect(Object.fromEntries(readIndex(whole))).toEqual(all)
  for (let length = 0; length < whole.length; length++)
    expect(Object.fromEntries(readIndex(whole.slice(0, length)))).toEqual(
      length < 9 ? {} : { 'a-1': all['a-1'] },
    )
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** Private files as Chromium leaves them after a full disk, or after it deleted them. */
function brokenFiles(name: string, where: 'root' | 'folder' | 'list'): void {
  const fail = async (): Promise<never> => {
    throw new DOMException('The state had changed since it was read from disk.', name)
  }
  const values = () => ({ [Symbol.asyncIterator]: () => ({ next: fail }) })
  const root = { getDirectoryHandle: where === 'folder' ? fail : async () => ({ values }) }
  vi.stubGlobal('navigator', {
    storage: {
      getDirectory: where === 'root' ? fail : async () => root,
      estimate: async () => ({ quota: 1e9 }),
    },
  })
}

test.each(['InvalidStateError', 'NotFoundError', 'NotReadableError', 'QuotaExceededError'])(
  'private files that fail with %s give no store of features, and no failed run',
  async name => {
    for (const where of ['root', 'folder', 'list'] as const) {
      brokenFiles(name, where)
      expect(await FeatureStore.open(), where).toBeNull()
    }
  },
)

test('features that come soon after each other go to the disk together, and are there when they are read', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const disk = new PrivateDisk()
  vi.stubGlobal('navigator', { storage: disk.storage })
  const store = await FeatureStore.open()
  const folder = await disk.root.getDirectoryHandle('image-features')
  const onDisk = (): readonly string[] =>
    [...folder.entries].flatMap(([name, file]) =>
      name.endsWith('.index') && 'bytes' in file
        ? [...readIndex(new TextDecoder().decode(file.bytes)).keys()]
        : [],
    )
  const names = ['a-1', 'b-2', 'c-3', 'd-4']
  const unpacked = unpackFeatures(pack(kept).buffer)
  for (const name of names) await store?.write(name, kept)
  expect(onDisk()).toEqual(['a-1'])
  expect(await store?.read('c-3')).toEqual(unpacked)
  expect(onDisk()).toEqual(names)
  await store?.write('e-5', kept)
  await store?.settle()
  expect(onDisk()).toEqual([...names, 'e-5'])
  for (const name of onDisk()) expect(await store?.read(name), name).toEqual(unpacked)
})
