import { expect, test } from 'vitest'
import { twoWayShare } from '../src/two-way.ts'

const answers = Array.from({ length: 60 }, (_, i) => i)
const images = answers.map(i => Math.floor(i / 3))
const texts = answers.map(i => (i * 7) % 5)

test('a share of answers that belong together in two ways, as in NumPy and SciPy', () => {
  // V_image, V_text and V_both by hand in NumPy; t, and the limits, by SciPy.
  const even = answers.map(i => Number((i * 13) % 7 < 4))
  expect(twoWayShare({ images, texts, values: even })).toEqual({
    ...{ n: 60, correct: 33, share: 0.55, images: 20, texts: 5 },
    effectiveN: expect.closeTo(20.52614926631939, 9),
    low: expect.closeTo(0.3182911999949156, 9),
    high: expect.closeTo(0.7667930969335465, 9),
  })
  // Whether an answer is right depends on the text: little is known of other texts.
  const byText = answers.map(i => Number((texts[i] ?? 0) < 3 || (images[i] ?? 0) % 4 === 0))
  expect(twoWayShare({ images, texts, values: byText })).toMatchObject({
    effectiveN: expect.closeTo(3.1007269019867754, 9),
    low: expect.closeTo(0.11446995619702587, 9),
    high: expect.closeTo(0.9940973743683468, 9),
  })
})

test('where no text repeats, or all are one, there is no such interval', () => {
  const values = answers.map(i => i % 2)
  expect(twoWayShare({ images, texts: answers, values })).toBeNull()
  expect(twoWayShare({ images, texts: answers.map(() => 0), values })).toBeNull()
  expect(twoWayShare({ images: [], texts: [], values: [] })).toBeNull()
})

test('with one verdict only, each text counts as one answer at most', () => {
  const found = twoWayShare({ images, texts, values: answers.map(() => 1) })
  expect(found).toMatchObject({ share: 1, effectiveN: 5, high: 1 })
})
