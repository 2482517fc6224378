import { Tensor } from 'onnxruntime-web'
import { expect, test } from 'vitest'
import type { DeviceMemory } from '../../../../src/engine/runtime/backend.ts'
import { disposeCache } from '../../../../src/engine/runtime/cache.ts'
import { CachesInPlace } from '../../../../src/engine/runtime/caches-in-place.ts'
import type { Session } from '../../../../src/engine/runtime/sessions.ts'

const shape = [1, 2, 'past', 8]
const decoder = (writesInPlace = true, sides: readonly (number | string)[] = shape) =>
  ({
    writesInPlace,
    inputMetadata: ['past_key_values.0.key', 'past_key_values.0.value'].map(name => ({
      name,
      isTensor: true,
      type: 'float32',
      shape: sides,
    })),
  }) as unknown as Session

const pasts = new Map([
  ['present.0.key', 'past_key_values.0.key'],
  ['present.0.value', 'past_key_values.0.value'],
])

/** Memory that knows what is allocated and what was copied. */
function memory() {
  const live = new Set<Tensor>()
  const copies: string[] = []
  const made: DeviceMemory = {
    allocate(type, dims) {
      const tensor = Tensor.fromGpuBuffer({} as never, {
        dataType: type as 'float32',
        dims: [...dims],
        dispose: () => live.delete(tensor),
      })
      live.add(tensor)
      return tensor
    },
    copyStart: (from, to, length) => copies.push(`${length} of ${from.dims[2]} to ${to.dims[2]}`),
  }
  return { live, copies, made }
}

function caches(most = 8192) {
  const { live, copies, made } = memory()
  const all = CachesInPlace.of({ Tensor, memory: made }, decoder(), { config: {} }, pasts, most)
  if (!all) throw new Error('It cannot.')
  const run = (...at: Parameters<CachesInPlace['step']>) => {
    const step = all.step(...at)
    if (!step) throw new Error('It is not in place.')
    const cache = step.keep()
    step.end()
    return { step, cache }
  }
  return { live, copies, all, run }
}

test('every token goes into the same memory, which is freed with the last cache', () => {
  const { live, copies, run } = caches()
  const prefix = run(null, 0, 300)
  const [key] = Object.values(prefix.step.past)
  expect(key?.dims).toEqual([1, 2, 768, 8])
  expect(prefix.step.present['present.0.key']).toBe(key)
  const first = run(prefix.cache, 300, 364)
  const token = run(first.cache, 364, 365)
  disposeCache(first.cache)
  disposeCache(token.cache)
  const second = run(prefix.cache, 300, 350)
  expect(second.step.present).toEqual(prefix.step.present)
  expect([live.size, copies]).toEqual([2, []])
  disposeCache(prefix.cache)
  expect(live.size).toBe(2)
  disposeCache(second.cache)
  expect(live.size).toBe(0)
})

test('a cache that was written over is refused', () => {
  const { run } = caches()
  const prefix = run(null, 0, 300)
  const first = run(prefix.cache, 300, 364)
  run(prefix.cache, 300, 350)
  expect(() => run(first.cache, 364, 365)).toThrow('written over')
})

test('what is too long moves to twice the room, up to the context, and the beginning stays', () => {
  const { live, copies, all, run } = caches(1500)
  const prefix = run(null, 0, 10)
  const long = run(prefix.cache, 10, 600)
  expect(Object.values(long.step.past)[0]?.dims[2]).toBe(1280)
  const longest = run(long.cache, 600, 1400)
  expect(Object.values(longest.step.past)[0]?.dims[2]).toBe(1500)
  expect(copies).toEqual([
    '10 of 512 to 1280',
    '10 of 512 to 1280',
    '600 of 1280 to 1500',
    '600 of 1280 to 1500',
  ])
  expect(live.size).toBe(6)
  // Logits alone, with more tokens than there is room for: nothing stays.
  all.step(prefix.cache, 10, 600)?.end()
  expect(live.size).toBe(6)
  for (const { cache } of [prefix, long, longest]) disposeCache(cache)
  expect(live.size).toBe(0)
})

test('other caches, decoders, devices and shapes are left alone', () => {
  const { all } = caches()
  expect(all.step({}, 10, 11)).toBe(null)
  const { made } = memory()
  const of = (session: Session, own?: DeviceMemory) =>
    CachesInPlace.of({ Tensor, ...(own && { memory: own }) }, session, { config: {} }, pasts, 8192)
  expect(of(decoder(false), made)).toBe(null)
  expect(of(decoder())).toBe(null)
  expect(of(decoder(true, [1, 2, 8]), made)).toBe(null)
  expect(of(decoder(true, [1, 'heads', 'past', 8]), made)).toBe(null)
})
