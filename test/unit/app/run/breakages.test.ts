/** What becomes of a run whose worker broke. */
import { expect, test } from 'vitest'
import { Breakages } from '../../../../src/app/run/breakages.ts'
import type { ErrorCode, ErrorInfo } from '../../../../src/engine/base/errors.ts'

const error = (message: string, code: ErrorCode = 'inference-failed'): ErrorInfo => ({
  code,
  subject: 'sample',
  message,
  remedy: '',
})

test('a sample that breaks two workers is given up', () => {
  const breakages = new Breakages()
  expect(breakages.any).toBe(false)
  expect(breakages.broke(7, error('trap'), true)).toBe('ask again')
  expect(breakages.any).toBe(true)
  expect(breakages.broke(7, error('trap'), true)).toBe('give the sample up')
})

test('three in a row are not the samples’ fault, unless an answer came between', () => {
  const breakages = new Breakages()
  const twice = (index: number) => [0, 1].map(() => breakages.broke(index, error('trap'), true))[1]
  expect([twice(0), twice(1)]).toEqual(['give the sample up', 'give the sample up'])
  breakages.answered()
  expect([twice(2), twice(3), twice(4)]).toEqual(['give the sample up', 'give the sample up', 'end the run'])
})

test('images that cannot be prepared end no run, however many there are', () => {
  const breakages = new Breakages()
  for (let index = 0; index < 5; index++) {
    breakages.broke(index, error('hangs', 'image-unreadable'), false)
    expect(breakages.broke(index, error('hangs', 'image-unreadable'), false)).toBe('give the sample up')
  }
})

test('a model that never answered and fails twice with the same words is not tried six times', () => {
  const breakages = new Breakages()
  expect(breakages.broke(0, error('Non-zero status code'), false)).toBe('ask again')
  expect(breakages.broke(0, error('Non-zero status code'), false)).toBe('end the run')
})

test('other words, or a question that takes too long, may be the sample’s fault', () => {
  const words = new Breakages()
  words.broke(0, error('one'), false)
  expect(words.broke(0, error('another'), false)).toBe('give the sample up')
  for (const code of ['inference-timeout', 'image-unreadable'] as const) {
    const slow = new Breakages()
    slow.broke(0, error('too long', code), false)
    expect(slow.broke(0, error('too long', code), false)).toBe('give the sample up')
  }
})

test('what is wrong with the model, the device or the disk ends the run at once, and so does what no sample did', () => {
  const codes = [
    'model-config',
    'model-load',
    'model-unsupported',
    'device-unavailable',
    'storage-full',
  ] as const
  for (const code of codes) expect(new Breakages().broke(3, error('no', code), true)).toBe('end the run')
  expect(new Breakages().broke(null, error('no'), true)).toBe('end the run')
})
