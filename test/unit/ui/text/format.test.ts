import { expect, test } from 'vitest'
import { counted, percentFigure } from '../../../../src/engine/base/counted.ts'
import { duration } from '../../../../src/engine/base/duration.ts'
import * as format from '../../../../src/ui/text/format.ts'
import { someRun } from '../../support/records.ts'

test('numbers read the same everywhere', () => {
  expect(format.count(7626)).toBe('7,626')
  expect(counted(1, 'question')).toBe('1 question')
  expect(counted(1432, 'question')).toBe('1,432 questions')
  expect(format.percent(0.6207)).toBe('62.1%')
  expect(format.percent(1)).toBe('100.0%')
  expect(format.interval(0.5661, 0.673)).toBe('56.6–67.3%')
})

test('every share of up to 2,000 is rounded half up as the exact fraction, on the page as in LaTeX', () => {
  const different: string[] = []
  for (let n = 1; n <= 2000; n++)
    for (let k = 0; k <= n; k++) {
      // All others are far enough from a half for any rounding, so some of them will do.
      if ((2000 * k) % (2 * n) !== n && (k + n) % 50 !== 0) continue
      // The tenths of a per cent, in integers.
      const tenths = Math.floor((2000 * k + n) / (2 * n))
      const text = `${Math.floor(tenths / 10)}.${tenths % 10}`
      if (format.percent(k / n) !== `${text}%` || percentFigure(k / n) !== text) different.push(`${k}/${n}`)
    }
  expect(different).toEqual([])
  expect([23 / 80, 41 / 80, 51 / 80, 46 / 160].map(format.percent)).toEqual([
    '28.8%',
    '51.3%',
    '63.8%',
    '28.8%',
  ])
  expect(format.interval(23 / 80, 41 / 80)).toBe('28.8–51.3%')
  expect(format.points(41 / 80 - 23 / 80)).toBe('+22.5')
  expect(format.points(23 / 80 - 1)).toBe('−71.3')
})

test('sizes and times take the unit that reads best', () => {
  expect([0, 999, 999_600, 4_150_000, 31_000_000].map(format.bytes)).toEqual([
    '0 B',
    '999 B',
    '1.0 MB',
    '4.2 MB',
    '31 MB',
  ])
  expect([0.4, 45, 200, 300, 7500].map(duration)).toEqual([
    '0 s',
    '45 s',
    '3 min 20 s',
    '5 min',
    '2 h 05 min',
  ])
  expect([0, 4.25, 71.4, 1530].map(format.milliseconds)).toEqual(['0 ms', '4.3 ms', '71 ms', '1.5 s'])
  expect([7.42, 0.25].map(format.rate)).toEqual(['7.4 per second', 'one every 4.0 s'])
})

test('a reason becomes one sentence', () => {
  expect(format.sentence('the folder lacks x.onnx')).toBe('The folder lacks x.onnx.')
  expect(format.sentence('The browser found no GPU.')).toBe('The browser found no GPU.')
})

test('differences, coefficients and p-values show their sign and as many digits as they bear', () => {
  expect([0.0317, -0.0104, 0.0004, -0.0004, 1].map(format.points)).toEqual([
    '+3.2',
    '−1.0',
    '0.0',
    '0.0',
    '+100.0',
  ])
  expect(format.pointsInterval(-0.012, 0.0761)).toBe('−1.2 to +7.6')
  expect(format.decimalInterval(-0.3884, -0.0002)).toBe('−0.388 to 0.000')
  expect(format.decimalInterval(-0.0002, 0.0614)).toBe('0.000–0.061')
  expect(format.interval(-0.012, 0.0761)).toBe('−1.2 to 7.6%')
  expect(format.interval(-0.0001, 0.0761)).toBe('0.0–7.6%')
  expect([0.685, -0.078, -0.001, 1].map(r => format.coefficient(r))).toEqual([
    '0.69',
    '−0.08',
    '0.00',
    '1.00',
  ])
  expect([1, 0.2131, 0.0499, 0.00123, 0.0000123, 2.5e-13, 0].map(format.pValue)).toEqual([
    '1.00',
    '0.21',
    '0.0499',
    '0.0012',
    '< 0.001',
    '< 0.001',
    '< 0.001',
  ])
  expect([0.2131, 0.0000123].map(format.pWords)).toEqual(['p = 0.21', 'p < 0.001'])
})

test('how a processor is shared out', () => {
  const { environment } = someRun
  expect(format.processor({ ...environment, threads: 1 })).toBe('1 thread')
  expect(format.processor({ ...environment, threads: 8 })).toBe('8 threads')
  expect(format.processor({ ...environment, threads: 2, copies: 4 })).toBe(
    '4 copies of the model, 2 threads each',
  )
})

test.each([
  [['en-US', 'en'], 'en-US'],
  [['en-GB'], 'en-GB'],
  [['de-AT', 'en-US'], 'en-AT'],
  [['fr'], 'en-FR'],
  [['not a language', 'ja'], 'en-JP'],
  [[], 'en-GB'],
])('dates are English as %s has them: %s', (languages, english) => {
  expect(format.findEnglish(languages)).toBe(english)
})
