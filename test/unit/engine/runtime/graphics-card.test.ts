import { expect, test } from 'vitest'
import { featuresFor, GraphicsCard } from '../../../../src/engine/runtime/graphics-card.ts'

class GPUOutOfMemoryError extends Error {}
class GPUValidationError extends Error {}

/** A device that a test can lose, and that can report errors. */
function device() {
  const events = new EventTarget()
  let lose: (info: GPUDeviceLostInfo) => void = () => {}
  const lost = new Promise<GPUDeviceLostInfo>(resolve => {
    lose = resolve
  })
  return {
    lost,
    addEventListener: events.addEventListener.bind(events) as GPUDevice['addEventListener'],
    lose: (message: string) =>
      lose({ reason: 'destroyed', message, __brand: 'GPUDeviceLostInfo' } as GPUDeviceLostInfo),
    report: (error: Error) =>
      events.dispatchEvent(Object.assign(new Event('uncapturederror', { cancelable: true }), { error })),
  }
}

const never = () => new Promise<never>(() => {})

test('calls pass through, with their own errors', async () => {
  const card = new GraphicsCard(device())
  expect(await card.guard(async () => 7)).toBe(7)
  await expect(card.guard(() => Promise.reject(new Error('bad shape')))).rejects.toThrow('bad shape')
  expect(await card.guard(async () => 8)).toBe(8)
})

test('a lost card ends the call in progress and every later one, by name', async () => {
  const own = device()
  const card = new GraphicsCard(own)
  const waiting = card.guard(never)
  const failing = card.guard(() => Promise.reject(new Error('Failed to map buffer')))
  own.lose('the driver was reset.')
  const named = { info: { code: 'device-failed', message: /graphics card: the driver was reset\.$/ } }
  for (const call of [waiting, failing, card.guard(async () => 1)])
    await expect(call).rejects.toMatchObject({
      info: { code: named.info.code, message: expect.stringMatching(named.info.message) },
    })
})

test('an error that nobody awaits makes later numbers worthless', async () => {
  for (const [error, code] of [
    [new GPUOutOfMemoryError('no room'), 'out-of-memory'],
    [new GPUValidationError('a buffer was destroyed'), 'device-failed'],
  ] as const) {
    const own = device()
    const card = new GraphicsCard(own)
    const waiting = card.guard(never)
    own.report(error)
    for (const call of [waiting, card.guard(async () => 1)])
      await expect(call).rejects.toMatchObject({ info: { code, detail: error.message } })
  }
})

test('subgroups are used where they are large enough for ONNX Runtime’s attention', () => {
  const features = new Set(['subgroups', 'subgroup-size-control', 'shader-f16', 'timestamp-query'])
  const all = ['shader-f16', 'subgroups', 'subgroup-size-control']
  expect(featuresFor({ features, info: { subgroupMinSize: 4 } })).toEqual(['shader-f16'])
  expect(featuresFor({ features, info: { subgroupMinSize: 8 } })).toEqual(all)
  expect(featuresFor({ features, info: {} })).toEqual(all)
})
