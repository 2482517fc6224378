/**
 * Every family with real inference in a real Chromium, against what PyTorch computed (tools/families).
 * @module-tag wide
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { families } from '../../src/engine/families/registry.ts'
import { compareFamilies } from '../../src/features/fidelity/cli/agreement.ts'
import { goldenFamilies, readGoldens } from '../../src/features/fidelity/cli/goldens.ts'
import { openSuite, type Suite } from '../../src/features/fidelity/cli/suite.ts'

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
