import { expect, test } from 'vitest'
import { measuredSpeed, secondsFor } from '../../../../src/engine/model/speed.ts'

/** Questions on images of three: the first of each image computes what they share. */
const copy = (questions: number, image = 900, question = 100, first = 0) => ({
  failed: 0,
  tried: Array.from({ length: questions }, (_, i) => {
    const shared = i % 3 === 0 ? image : 0
    return { shared, span: shared + question + (i === 0 ? first : 0) }
  }),
})

test('an image and a question are timed separately, whenever the time is up', () => {
  for (const questions of [4, 5, 6, 11])
    expect(measuredSpeed([copy(questions)])).toMatchObject({ perImage: 900, perQuestion: 100, copies: 1 })
})

test('the first question of each copy is left out if others followed', () => {
  expect(measuredSpeed([copy(5, 900, 100, 4000), copy(4, 900, 100, 9000)])).toEqual({
    perImage: 900,
    perQuestion: 100,
    copies: 2,
    images: 4,
    questions: 9,
  })
  expect(measuredSpeed([copy(1, 900, 100, 4000)])).toMatchObject({ perImage: 900, perQuestion: 4100 })
})

test('the only image that was begun is counted, though it was the first', () => {
  expect(measuredSpeed([copy(2)])).toMatchObject({ perImage: 900, perQuestion: 100, images: 1 })
})

test('the time between two answers belongs to the question: waiting and storing cost in a run, too', () => {
  const tried = [
    { span: 1050, shared: 900 },
    { span: 130, shared: 0 },
    { span: 1030, shared: 900 },
  ]
  expect(measuredSpeed([{ tried, failed: 0 }])?.perQuestion).toBe(130)
})

test('questions without images have no time of an image', () => {
  const tried = [1, 2, 3].map(() => ({ span: 50, shared: 0 }))
  expect(measuredSpeed([{ tried, failed: 0 }])).toMatchObject({ perImage: 0, perQuestion: 50, images: 0 })
})

test('without answers there is no speed; a copy without questions does not count', () => {
  expect(measuredSpeed([{ tried: [], failed: 3 }])).toBeNull()
  expect(measuredSpeed([copy(4), { tried: [], failed: 0 }])?.copies).toBe(1)
})

test('copies share the questions', () => {
  const speed = { perImage: 900, perQuestion: 100, copies: 2 }
  expect(secondsFor(speed, { images: 260, questions: 1560 })).toBeCloseTo((260 * 0.9 + 156) / 2)
})
