/** What took too long is blamed, and nothing else. */
import { expect, test } from 'vitest'
import { overdue } from '../../../../src/app/run/overdue.ts'
import type { Run } from '../../../../src/engine/protocol/run.ts'
import type { HeartbeatStage } from '../../../../src/engine/runtime/heartbeat.ts'

const run = { model: { name: 'vlm' }, settings: { timeout: 10 } } as Run
const hand = (index: number | null, stage: HeartbeatStage) => ({ index, stage })
const asked = { index: 4, image: 'set/scan.png' }

test('the model, while it has the question', () => {
  const told = overdue(run, hand(4, 'model'), hand(9, 'image'), asked)
  expect(told).toMatchObject({ code: 'inference-timeout', subject: 'sample 4' })
  expect(told.remedy).toContain('smaller precision')
})

test('the image, while it is being prepared', () => {
  for (const preparing of [hand(4, 'image'), hand(5, 'prompt'), hand(4, 'nothing')]) {
    const told = overdue(run, hand(4, 'preparation'), preparing, asked)
    expect(told).toMatchObject({ code: 'image-unreadable', subject: 'set/scan.png' })
    expect(told.message).toContain('10 seconds')
    expect(told.remedy).not.toContain('precision')
  }
})

test('the prompt, while it is being built', () => {
  for (const [preparing, sample] of [
    [hand(4, 'prompt'), asked],
    [hand(4, 'nothing'), { index: 4, image: null }],
  ] as const) {
    const told = overdue(run, hand(4, 'preparation'), preparing, sample)
    expect(told).toMatchObject({ code: 'inference-timeout', subject: 'sample 4' })
    expect(told.remedy).toContain('template')
    expect(told.remedy).not.toContain('precision')
  }
})

test('the image that is made blank, too', () => {
  const told = overdue(run, hand(4, 'preparation'), hand(4, 'image'), { index: 4, image: null })
  expect(told).toMatchObject({ code: 'image-unreadable', subject: 'image of sample 4' })
})

test('no other sample’s image', () => {
  expect(overdue(run, hand(5, 'preparation'), hand(5, 'image'), asked).subject).toBe('image of sample 5')
  expect(overdue(run, hand(null, 'nothing'), hand(null, 'nothing'), null).subject).toBe('vlm')
})

test('the verdict, once the answer has arrived: neither the model nor a server is blamed', () => {
  const told = overdue(run, hand(4, 'verdict'), hand(9, 'image'), asked)
  expect(told).toMatchObject({ code: 'inference-timeout', subject: 'sample 4' })
  expect(told.message).toMatch(/^The answer was not judged and stored/)
  expect(told.remedy).not.toMatch(/device|precision/)
})
