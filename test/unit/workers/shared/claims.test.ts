/** Several copies of a model share out the images of a run among them. */
import { expect, test } from 'vitest'
import { Claims } from '../../../../src/workers/shared/claims.ts'

test('an image is asked about by the copy that takes it first, and by no other', () => {
  const memory = Claims.memoryFor(10)
  const [first, second] = [new Claims(memory), new Claims(memory)]
  expect([first.claim(0, 0), second.claim(0, 1)]).toEqual([true, false])
  expect([second.claim(9, 1), first.claim(9, 0)]).toEqual([true, false])
})

test('a restarted copy keeps its claims', () => {
  const memory = Claims.memoryFor(2)
  expect(new Claims(memory).claim(1, 3)).toBe(true)
  const afresh = new Claims(memory)
  expect(afresh.isOpen(1, 3)).toBe(true)
  expect(afresh.claim(1, 3)).toBe(true)
  expect(afresh.isOpen(1, 0)).toBe(false)
})

test('to ask whether it is open takes nothing', () => {
  const claims = new Claims(Claims.memoryFor(1))
  expect(claims.isOpen(0, 0)).toBe(true)
  expect(claims.claim(0, 1)).toBe(true)
})

test('one copy alone has everything', () => {
  const claims = new Claims(null)
  expect([claims.isOpen(5, 0), claims.claim(5, 0), claims.claim(5, 0)]).toEqual([true, true, true])
})

test('it is known which copies have taken something', () => {
  const { memory } = new Claims(Claims.memoryFor(4))
  new Claims(memory).claim(2, 1)
  new Claims(memory).claim(3, 1)
  expect(new Claims(memory).claimants()).toEqual([1])
  expect(new Claims(null).claimants()).toEqual([])
})
