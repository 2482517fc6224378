import { expect, test } from 'vitest'
import { openModelFolder, summariseModel } from '../../../../src/data/sources/model-files.ts'
import { nodeSource } from '../../../../src/data/sources/node.ts'
import { readAgreements } from '../../../../src/engine/model/agreement.ts'
import type { DtypeOverview } from '../../../../src/engine/model/dtype-overview.ts'
import { recommend, recommendedDtype } from '../../../../src/engine/model/recommend.ts'
import { isMixed } from '../../../../src/engine/protocol/mixed-precision.ts'

const card = {
  format: 1,
  questions: 100,
  reference: 'PyTorch 2.13.0',
  precisions: { fp32: { logits: 1e-5, lettersChanged: 0 }, q4: { logits: 3.2, lettersChanged: 40 } },
}
const noGpu = { webgpu: null, streams: true }
const gpu = { software: false, f16: true, maxBufferSize: 2 ** 32, maxStorageBufferBindingSize: 2 ** 31 }

test('the card that tools/export wrote is shown with each precision, and decides which is recommended', async () => {
  const folder = await openModelFolder(nodeSource('test/golden/families/smolvlm'))
  const overview = await summariseModel(folder, 'directory', noGpu, 1)
  const whole = overview.dtypes.filter(({ dtype }) => !isMixed(dtype))
  const told = whole.map(({ dtype, agreement }) => [dtype, agreement?.questions])
  expect(told).toEqual(['fp32', 'fp16', 'q8', 'q4', 'q4f16'].map(dtype => [dtype, 25]))
  expect(overview.recommended).toMatchObject({
    dtype: 'fp32',
    reason: expect.stringMatching(/^measured: 25 of 25 letters as in PyTorch/),
  })
})

function usable(dtype: DtypeOverview['dtype'], lettersChanged: number): DtypeOverview {
  const agreement = { questions: 100, lettersChanged, logits: 1, reference: 'r' }
  const none = { webgpu: [], wasm: [], native: [] }
  return { dtype, bytes: 1e9, missing: [], problems: none, warnings: none, memory: null, agreement }
}

test('q4 is recommended on WebGPU if it was measured to agree with PyTorch, and not otherwise', () => {
  const limits = { webgpu: gpu, streams: true }
  expect(recommend([usable('fp32', 0), usable('q4', 2)], limits)?.dtype).toBe('q4')
  expect(recommend([usable('fp32', 0), usable('q4', 3)], limits)?.dtype).toBe('fp32')
  // Where none does, the one that does most often.
  expect(recommend([usable('q4', 40), usable('q8', 9)], limits)?.dtype).toBe('q8')
})

test('on a device that was chosen, the first of those that answer as PyTorch does there', () => {
  const found = [usable('fp32', 0), usable('q8', 20), usable('q4', 1)]
  expect(recommendedDtype(found, 'webgpu')).toBe('q4')
  expect(recommendedDtype(found, 'wasm')).toBe('fp32')
  expect(recommendedDtype([], 'wasm')).toBeNull()
})

test('an invalid card names its field', () => {
  expect(readAgreements({})).toEqual(new Map())
  expect(readAgreements({ ...card, format: 2 })).toEqual(new Map())
  expect([...readAgreements(card).keys()]).toEqual(['fp32', 'q4'])
  const fault = (changed: unknown) => () =>
    readAgreements({ ...card, precisions: { q4: { logits: 1, lettersChanged: changed } } })
  expect(fault(101)).toThrow(/precisions\.q4: lettersChanged/)
  expect(fault('x')).toThrow(/must be a number/)
  expect(() => readAgreements({ ...card, reference: 3 })).toThrow(/voxelwise\.json: reference/)
})

test('without a card, a model as small as the one that was measured is run in full, a larger one is not', () => {
  const unmeasured = (dtype: DtypeOverview['dtype'], bytes: number) => ({
    ...usable(dtype, 0),
    bytes,
    agreement: null,
  })
  const limits = { webgpu: gpu, streams: true }
  const small = [unmeasured('fp32', 1e9), unmeasured('fp16', 5e8), unmeasured('q4', 2e8)]
  expect(recommend(small, limits)).toMatchObject({ device: 'webgpu', dtype: 'fp32' })
  // 16 bits were measured on a processor only.
  expect(recommend(small.slice(1), limits)?.dtype).toBe('q4')
  expect(recommend(small.slice(1), noGpu)).toMatchObject({
    dtype: 'fp16',
    reason: expect.stringMatching(/16 bits changed no letter of a small model/),
  })
  expect(recommend([unmeasured('fp32', 2e9), unmeasured('q4', 5e8)], limits)?.dtype).toBe('q4')
})
