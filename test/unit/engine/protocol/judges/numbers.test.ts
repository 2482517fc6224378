/** Answers that are numbers: which numbers of a reply count, and their relative error. */
import { describe, expect, test } from 'vitest'
import { lastNumbers, onlyNumbers } from '../../../../../src/engine/protocol/judges/numbers.ts'
import { findProtocol } from '../../../../../src/engine/protocol/protocols/registry.ts'

const question = (answer: string) => ({ kind: 'number', options: [], answer }) as const

describe('strictly', () => {
  test.each([
    ['12.5', '12.5 mm', 0],
    ['12.5', 'About 13 mm', 0.04],
    ['20, 10', '22 and 10', 0.05],
    ['-4', '-4', 0],
  ])('%s: "%s" has an error of %f', (answer, reply, error) => {
    const judged = onlyNumbers.judge(reply, question(answer))
    expect(judged).toMatchObject({ correct: true })
    expect(judged.measured).toBeCloseTo(error)
  })

  test.each(['12 to 13 mm', 'none', '', '1 of 12.5'])('"%s" is unparsed', reply => {
    expect(onlyNumbers.judge(reply, question('12.5')).reading.status).toBe('unparsed')
  })
})

test('MedVision takes the last numbers; an error of a tenth is no longer right', () => {
  const judged = (reply: string, answer: string) => lastNumbers.judge(reply, question(answer))
  expect(judged('From 3 to 8 that is 5.6', '5')).toMatchObject({ correct: false })
  expect(judged('Axis 1: 20, axis 2: 11', '20, 10')).toMatchObject({
    correct: false,
    measured: expect.closeTo(0.5 * (18 / 20 + 0.1)),
  })
  expect(judged('20.5, 10', '20, 10')).toMatchObject({ correct: true, measured: expect.closeTo(0.0125) })
  expect(judged('20', '20, 10').reading.status).toBe('unparsed')
})

test('the prompt asks for as many numbers as the answer has', () => {
  const fields = { id: '1', kind: 'number', question: 'How large?', answer: '20, 10' }
  expect(findProtocol({ id: 'medvision', version: 1 }).prompt(fields)).toContain('2 numbers only')
  expect(findProtocol({ id: 'direct', version: 2 }).prompt({ ...fields, answer: '20' })).toContain(
    'a number only',
  )
})
