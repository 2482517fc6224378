import { expect, test } from 'vitest'
import { shortcutList } from '../../../../src/engine/analysis/shortcut-figures.ts'
import { row } from '../../support/judged-rows.ts'

/** Each image has one perception, right or wrong, and two diagnoses. */
const rows = Array.from({ length: 100 }, (_, image) => {
  const isMisread = image < 12
  const of = (id: string, task: string, isRight: boolean) =>
    row({ id: `${image}${id}`, image: `p/${image}.png`, task, verdict: isRight ? 'correct' : 'wrong' })
  return [
    of('a', 'Modality Recognition', !isMisread),
    of('b', 'Disease Diagnosis', true),
    of('c', 'Severity Grading', !isMisread && image < 66),
  ]
}).flat()

test('figures.json has both rates and their difference, of all diagnoses and by their labels', () => {
  const figures = shortcutList(rows, {}, null)
  const overall = figures.filter(({ slice }) => Object.keys(slice).length === 0)
  expect(overall).toMatchObject([
    {
      figure: 'shortcut',
      n: 24,
      correct: 12,
      clusters: 12,
      unit: 'image',
      method: 'korn-graubard',
      icc: 0.5,
    },
    { figure: 'after-right-perception', n: 176, correct: 142, clusters: 88, method: 'korn-graubard' },
    { figure: 'shortcut-difference', n: 200, correct: null, clusters: 100, method: 'mover' },
  ])
  const [, , gap] = overall
  expect(gap?.share).toBeCloseTo(-0.3068, 4)
  expect(Math.abs((gap?.low ?? 0) + 0.5259)).toBeLessThan(0.03)
  expect(Math.abs((gap?.high ?? 0) + 0.088)).toBeLessThan(0.03)
  const grading = figures.filter(({ slice }) => 'task' in slice && slice.task === 'Severity Grading')
  expect(grading.map(({ figure, n, correct }) => [figure, n, correct])).toEqual([
    ['shortcut', 12, 0],
    ['after-right-perception', 88, 54],
    ['shortcut-difference', 100, null],
  ])
  expect(new Set(figures.flatMap(({ slice }) => Object.keys(slice)))).toEqual(
    new Set(['task', 'modality', 'region']),
  )
})

test('the order of rows changes no figure', () => {
  const sorted = (list: ReturnType<typeof shortcutList>) => list.map(figure => JSON.stringify(figure)).sort()
  expect(sorted(shortcutList(rows.toReversed(), {}, null))).toEqual(sorted(shortcutList(rows, {}, null)))
})

test('where one of the rates has no links, there is no difference', () => {
  const misread = rows.filter(({ image }) => image !== null && Number(image.slice(2, -4)) < 12)
  expect(shortcutList(misread, {}, null).map(({ figure }) => figure)).not.toContain('shortcut-difference')
  expect(shortcutList([], {}, null)).toEqual([])
})

test('of a part, the rate over all images has the interval of its sequence, and there is no difference', () => {
  const whole = { low: 0.1, high: 0.9 }
  const figures = shortcutList(rows, {}, { shortcut: whole, luck: whole, rationality: whole, of: 900 })
  const overall = figures.filter(({ slice }) => Object.keys(slice).length === 0)
  expect(overall.map(({ figure, method, icc }) => [figure, method, icc])).toEqual([
    ['shortcut', 'sequence', null],
    ['after-right-perception', 'korn-graubard', 0.5],
  ])
  expect(overall[0]).toMatchObject(whole)
})
