import { expect, test } from 'vitest'
import { type RepeatPass, repeatedAccuracies } from '../../../src/features/diagnostics/engine/repeats.ts'

const rows = (verdicts: string): RepeatPass['rows'] =>
  [...verdicts].map((one, index) => ({
    index,
    verdict: one === '1' ? 'correct' : one === '0' ? 'wrong' : 'failed',
  }))
const draw = (draw: number, verdicts: string): RepeatPass => ({
  probe: { kind: 'repeat', draw },
  rows: rows(verdicts),
})

test('accuracy over draws is that on the questions that the run and every draw answered', () => {
  const [found, ...others] = repeatedAccuracies(rows('1101'), [draw(1, '1000'), draw(2, '11x1')])
  expect(others).toEqual([])
  expect(found).toMatchObject({ kind: 'repeat', n: 3, own: 1, repeats: 2, highest: 1 })
  expect(found?.lowest).toBeCloseTo(1 / 3, 12)
  expect(found?.deviation).toBeCloseTo(Math.SQRT2 / 3, 12)
})

test('one draw varies over nothing, and other passes are no repeats', () => {
  expect(repeatedAccuracies(rows('11'), [draw(1, '10')])).toEqual([])
  const blank: RepeatPass = { probe: { kind: 'blank-image' }, rows: rows('00') }
  expect(repeatedAccuracies(rows('11'), [blank, blank])).toEqual([])
})
