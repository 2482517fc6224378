/**
 * Every family with real inference in a real Chromium, against what PyTorch computed (tools/families).
 * @module-tag wide
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { goldenFamilies, readGoldens } from '../../../../src/cli/base/family-goldens.ts'
import { families } from '../../../../src/engine/families/registry.ts'
import { mixedDtype } from '../../../../src/engine/protocol/mixed-precision.ts'
import { compareFamilies } from '../../../../src/features/fidelity/cli/agreement.ts'
import { openSuite, type Suite } from '../../../../src/features/fidelity/cli/suite.ts'
import { sharedFolder } from '../../../browser/harness/folders.ts'
import { mixedFamilies, mixedFolders, publishedMixture } from '../../../unit/support/mixed-folders.ts'

const root = 'test/golden/families'

let suite: Suite
beforeAll(async () => {
  suite = await openSuite(root, 'none')
})
afterAll(() => suite.close())

describe.each(goldenFamilies(root))('%s, fp32 on WASM', name => {
  const goldens = readGoldens(root, name)

  test('gives the numbers and the text of PyTorch', async () => {
    const deviations = await suite.measure(goldens, { device: 'wasm', dtype: 'fp32' })
    expect(deviations.map(({ name }) => name)).toEqual(goldens.cases.map(({ name }) => name))
    const family = families.find(({ modelTypes }) => modelTypes.includes(goldens.modelType))
    for (const [i, deviation] of deviations.entries()) {
      const asked = goldens.cases[i]
      const pictures = asked?.images.length ?? 0
      const { sameIds, sameText, sameLetter } = deviation
      expect([deviation.name, sameIds, sameText, sameLetter]).toEqual([deviation.name, true, true, true])
      expect(deviation.pixels).toBeLessThan(1e-5)
      expect(deviation.features).toBeLessThan(1e-3)
      expect(deviation.logits).toBeLessThan(1e-3)
      expect(deviation.letters).toBeLessThan(1e-3)
      const reuses = pictures > 0 && family?.prefixUnsupported === undefined
      // With text before an image a beginning is shared only where the template puts images first all the same.
      if (!asked?.turns) expect(deviation.reuse === null).toBe(!reuses)
      expect(deviation.reuse ?? 0).toBeLessThan(1e-3)
    }
  })
})

test('a checkpoint of an authors’ own layout agrees with PyTorch', async () => {
  const checkpoints = 'test/golden/checkpoints'
  const own = await openSuite(checkpoints, 'none')
  try {
    const all = await compareFamilies(checkpoints, own, () => {})
    expect(all.map(({ family, agrees }) => [family, agrees])).toEqual([['hulu-med', true]])
  } finally {
    await own.close()
  }
})

describe('other precisions', () => {
  // A random model is no measure of what a precision costs, only of whether it is run as it is meant.
  test.each([
    ['fp16', 0.1],
    ['q8', 2],
    ['q4', 10],
    ['q4f16', 10],
  ] as const)('%s loads and runs', async (dtype, most) => {
    const goldens = readGoldens(root, 'smolvlm')
    const [deviation] = await suite.measure(goldens, { device: 'wasm', dtype, cases: ['wide'] })
    expect(deviation).toMatchObject({ pixels: 0, sameIds: true, sameLetter: true })
    expect(deviation?.logits).toBeLessThan(most)
  })
})

describe('mixed precisions, against PyTorch with the same weights', () => {
  const mixed = mixedFolders()
  let suite: Suite
  beforeAll(async () => {
    suite = await openSuite(mixed, 'none')
  })
  afterAll(() => suite.close())

  test.each(mixedFamilies)('%s', async family => {
    const goldens = readGoldens(mixed, family)
    const deviations = await suite.measure(goldens, { device: 'wasm', dtype: publishedMixture })
    expect(deviations).toHaveLength(goldens.cases.length)
    for (const { name, logits, features, sameIds, sameText, sameLetter } of deviations) {
      expect([name, sameIds, sameText, sameLetter]).toEqual([name, true, true, true])
      expect(features).toBeLessThan(1e-3)
      expect(logits).toBeLessThan(1e-3)
    }
  })
})

describe('an image encoder in bytes', () => {
  test.each(['llava-bf16', 'qwen2_vl-bf16-shards', 'gemma3-bf16', 'internvl3-bf16'])(
    '%s changes no letter with the rest in 32 bits',
    async name => {
      const checkpoints = await openSuite(sharedFolder('checkpoints'), 'none')
      try {
        const goldens = readGoldens(sharedFolder('checkpoints'), name)
        const dtype = mixedDtype('fp32', { vision_encoder: 'int8' })
        const deviations = await checkpoints.measure(goldens, { device: 'wasm', dtype })
        for (const { name, sameIds, sameLetter, features } of deviations) {
          expect([name, sameIds, sameLetter]).toEqual([name, true, true])
          expect(features).toBeLessThan(0.5)
        }
        // It is not the encoder in 32 bits under another name.
        expect(Math.max(...deviations.map(({ features }) => features))).toBeGreaterThan(0.01)
      } finally {
        await checkpoints.close()
      }
    },
  )
})

describe('on WebGPU, in software', () => {
  test('SmolVLM gives the numbers and the text of PyTorch', async () => {
    const gpu = await openSuite(root, 'software')
    try {
      const goldens = readGoldens(root, 'smolvlm')
      const [deviation] = await gpu.measure(goldens, { device: 'webgpu', dtype: 'fp32', cases: ['wide'] })
      expect(deviation).toMatchObject({ pixels: 0, sameIds: true, sameText: true, sameLetter: true })
      expect(deviation?.logits).toBeLessThan(1e-3)
      expect(deviation?.reuse).toBeLessThan(1e-3)
    } finally {
      await gpu.close()
    }
  })
})
