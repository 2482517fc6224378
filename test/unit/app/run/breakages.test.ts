/** What becomes of a run whose worker broke. */
import { expect, test } from 'vitest'
import { afterAnswer, broke, noBreakages, withAttempts } from '../../../../src/app/run/breakages.ts'
import type { ErrorCode, ErrorInfo } from '../../../../src/engine/base/errors.ts'

const error = (message: string, code: ErrorCode = 'inference-failed'): ErrorInfo => ({
  code,
  subject: 'sample',
  message,
  remedy: '',
})

/** What one copy goes through. */
class Breakages {
  #known = noBreakages

  get any(): boolean {
    return this.#known.errors.size > 0
  }

  answered(): void {
    this.#known = afterAnswer(this.#known)
  }

  broke(index: number | null, info: ErrorInfo, hasAnswered: boolean) {
    const { verdict, breakages } = broke(this.#known, index, info, hasAnswered)
    this.#known = breakages
    return verdict
  }
}

test('a sample that breaks two workers is given up', () => {
  const breakages = new Breakages()
  expect(breakages.any).toBe(false)
  expect(breakages.broke(7, error('trap'), true)).toBe('ask again')
  expect(breakages.any).toBe(true)
  expect(breakages.broke(7, error('trap'), true)).toBe('give the sample up')
})

test('after three failures in a row the samples are not the cause, unless an answer came between', () => {
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

test('a fault of the model, the device or the disk ends the run immediately, and so does a fault without a sample', () => {
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

test('the two errors of a sample that was given up are stored', () => {
  const { detail, message } = withAttempts(
    { ...error('trap'), detail: 'at decoder' },
    error('too long', 'inference-timeout'),
    1,
  )
  expect(message).toBe('too long')
  expect(detail).toBe(
    'Attempt 1, copy 2 of the model: inference-failed: trap\nat decoder\n\nAttempt 2, copy 2 of the model: inference-timeout: too long',
  )
})
