import type { Tensor } from '@huggingface/transformers'
import { expect, test } from 'vitest'
import { FeatureCache } from '../../../../src/engine/runtime/feature-cache.ts'

const features = (floats: number, location = 'cpu') =>
  ({ data: new Float32Array(floats), location }) as unknown as Tensor

test('keeps the features used last, within its bytes', () => {
  const cache = new FeatureCache(1000)
  const [a, b, c] = [features(100), features(100), features(100)]
  cache.hold('a', a)
  cache.hold('b', b)
  expect(cache.get('a')).toBe(a)
  cache.hold('c', c)
  expect(cache.get('b')).toBeNull()
  expect([cache.get('a'), cache.get('c')]).toEqual([a, c])
})

test('ignores features that are too large, or that are freed with their group', () => {
  const cache = new FeatureCache(1000)
  const small = features(10)
  cache.hold('small', small)
  cache.hold('large', features(300))
  cache.hold('on the GPU', features(10, 'gpu-buffer'))
  expect(cache.get('large')).toBeNull()
  expect(cache.get('on the GPU')).toBeNull()
  expect(cache.get('small')).toBe(small)
})
