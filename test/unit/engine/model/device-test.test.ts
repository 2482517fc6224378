/** Which differences between two devices count as a fault. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  cardReference,
  compareNumbers,
  type DeviceNumbers,
  deviceFault,
  deviceLimit,
  deviceTestKey,
  numbersOfCard,
  whyUntestable,
} from '../../../../src/engine/model/device-test.ts'
import type { Dtype } from '../../../../src/engine/protocol/device.ts'
import { type DeviceTest, deviceTestWords } from '../../../../src/engine/protocol/device-test.ts'
import { testPicture } from '../../../../src/engine/runtime/device-numbers.ts'

const numbers = (options: readonly number[], next: readonly number[], feature = 2): DeviceNumbers => ({
  prompts: [{ options, next }],
  features: [Float32Array.of(0, -4, feature)],
})
const right = numbers([-0.5, -1, -3, -4], [-2, -0.5, -3, -4])
const machine = { dtype: 'fp32', adapter: 'Some GPU', others: ['q4', 'q8'] } as const

test('equal numbers pass, and the differences are the largest of all', () => {
  expect(compareNumbers('wasm', right, right)).toEqual({
    ...{ against: 'wasm', prompts: 1, images: 1, logprobs: 0, letters: 0, features: 0 },
  })
  const found = numbers([-0.51, -1, -3, -4], [-2, -0.5, -3, -4.02], 2.02)
  const compared = compareNumbers('wasm', found, right)
  expect(compared.logprobs).toBeCloseTo(0.02)
  expect(compared.features).toBeCloseTo(0.005)
  expect(deviceFault(compared, machine)).toBeNull()
  expect(deviceTestWords(compared)).toBe(
    '1 of 1 letter as in WASM; log-probabilities at most 0.02 apart, image features 0.005',
  )
})

test('a difference above the limit is a fault that names device, size and other choices', () => {
  const wrong = compareNumbers('wasm', numbers([-1.5, -1, -3, -4], [-2, -0.5, -3, -4]), right)
  expect(wrong.letters).toBe(1)
  expect(deviceFault(wrong, machine)).toEqual({
    code: 'device-wrong',
    subject: 'fp32 on WebGPU (Some GPU)',
    message:
      'The graphics card does not compute this model as WASM does: option log-probabilities differ by up to 1 (limit 0.05).',
    remedy: 'Choose WASM, or another precision (q4, q8). A newer browser or driver may correct it.',
  })
  const features = compareNumbers('wasm', numbers([-0.5, -1, -3, -4], [-2, -0.5, -3, -4], 3), right)
  expect(deviceFault(features, machine)?.message).toContain(
    'image features differ by up to 0.25 (limit 0.01)',
  )
})

test('a cache that is wrong only at the next token is found', () => {
  const found = numbers([-0.5, -1, -3, -4], [-2, -1.5, -3, -4])
  expect(compareNumbers('wasm', found, right)).toMatchObject({ logprobs: 1, letters: 0 })
})

test.each([Number.NaN, Number.POSITIVE_INFINITY])('%s overflows in any precision', value => {
  const overflown = compareNumbers('pytorch', numbers([value, -1, -3, -4], [-2, -0.5, -3, -4]), right)
  for (const dtype of ['fp32', 'fp16', 'q4f16'] as const)
    expect(deviceFault(overflown, { ...machine, dtype })?.message).toContain('log-probabilities overflow')
  const features = compareNumbers('wasm', numbers([-0.5, -1, -3, -4], [-2, -0.5, -3, -4], value), right)
  expect(deviceFault(features, machine)?.message).toContain('image features overflow')
})

test('an option without any probability on both devices is no difference', () => {
  const none = numbers([-0.5, Number.NEGATIVE_INFINITY], [-1, -2])
  expect(compareNumbers('wasm', none, none).logprobs).toBe(0)
})

test.each([
  ['fp32', 0.05, 0.01],
  ['q4', 0.05, 0.01],
  ['bnb4', 0.05, 0.01],
  ['fp16', 0.5, 0.1],
  ['q4f16', 0.5, 0.1],
  ['q8', 0.5, 0.1],
  ['int8', 0.5, 0.1],
  ['uint8', 0.5, 0.1],
] as const)(
  '%s: log-probabilities up to %d apart pass, and features up to %d',
  (dtype, logprobs, features) => {
    expect(deviceLimit(dtype)).toEqual({ logprobs, features })
    const faultAt = (apart: Partial<DeviceTest>) =>
      deviceFault(
        { against: 'wasm', prompts: 1, images: 1, letters: 1, logprobs: 0, features: 0, ...apart },
        { ...machine, dtype: dtype as Dtype },
      )?.message
    expect(faultAt({ logprobs, features })).toBeUndefined()
    expect(faultAt({ logprobs: logprobs * 1.01 })).toContain(`(limit ${logprobs})`)
    expect(faultAt({ features: features * 1.01 })).toContain(`(limit ${features})`)
    expect(faultAt({ features: null })).toBeUndefined()
  },
)

test('PyTorch’s outputs are read for precisions that are close to it', () => {
  const card = JSON.parse(readFileSync('test/golden/families/smolvlm/voxelwise.json', 'utf8'))
  const reference = cardReference(card, 'fp32')
  expect(reference?.prompts.map(({ picture }) => picture)).toEqual([0, 1, 0])
  expect(reference && numbersOfCard(reference).prompts[0]?.options).toHaveLength(4)
  expect(cardReference(card, 'q4')).toBeNull()
  expect(cardReference({ format: 1 }, 'fp32')).toBeNull()
  const spoilt = { outputs: { tokens: [1, 2], prompts: [{ text: 'Q', picture: null, options: [-1] }] } }
  expect(() => cardReference(spoilt, 'fp32')).toThrow('outputs.prompts[0]: options')
})

test('a model too large for WASM cannot be compared', () => {
  const total = { webgpu: 1, wasm: 5e9, native: 1 }
  const problems = { webgpu: [], wasm: [], native: [] }
  const model = (wasm: number) => ({
    dtypes: [
      {
        dtype: 'q4',
        problems,
        memory: { ...total, weights: 1, cache: 1, activations: 1, total: { ...total, wasm } },
      },
    ] as const,
  })
  expect(whyUntestable(model(5e9), 'q4', 8)).toContain('more than half')
  expect(whyUntestable(model(2e9), 'q4', 8)).toBeNull()
})

test('a test is repeated when weights, precision, adapter, driver, browser or versions change', () => {
  const dtype: Dtype = 'fp32'
  const machine = { adapter: 'a', driver: 'd', userAgent: 'u', kernel: '6x8', onnxruntime: 'o', app: '1' }
  const known = { fingerprint: 'f', dtype, ...machine }
  const keys = Object.keys(known).map(name => deviceTestKey({ ...known, [name]: 'q8' }))
  expect(new Set([...keys, deviceTestKey(known)]).size).toBe(9)
})

test('the drawn pictures are those that Python draws', () => {
  const { data, width, height } = testPicture(1)
  expect([width, height, ...data.subarray(0, 6)]).toEqual([120, 80, 255, 255, 255, 249, 247, 245])
  expect([...testPicture(0).data.subarray(-3)]).toEqual([6, 232, 53])
})
