import { expect, test } from 'vitest'
import { imagesRecur, plan } from '../../../../src/engine/protocol/plan.ts'
import type { Sample } from '../../../../src/engine/protocol/sample.ts'

const samples = (...lists: readonly (readonly string[])[]): readonly Sample[] =>
  lists.map(([image = null, ...furtherImages], index) => ({
    index,
    fields: {},
    image,
    ...(furtherImages.length > 0 && { furtherImages }),
    file: 'set/test.json',
  }))

test('samples on the same image are asked together, at any place; text-only ones alone', () => {
  const asked = plan(samples(['a'], [], ['b'], ['a'], []), new Set([2, 3]))
  expect(asked).toEqual([
    { images: ['a'], samples: [0, 3], open: [0] },
    { images: [], samples: [1], open: [1] },
    { images: [], samples: [4], open: [4] },
  ])
})

test('samples of several images are together if the list is the same, in the same order', () => {
  const asked = plan(samples(['a', 'b'], ['b', 'a'], ['a'], ['a', 'b']), new Set())
  expect(asked.map(({ images, samples }) => [images, samples])).toEqual([
    [
      ['a', 'b'],
      [0, 3],
    ],
    [['b', 'a'], [1]],
    [['a'], [2]],
  ])
})

test('it is known whether an image returns in another group', () => {
  const recurs = (...lists: readonly (readonly string[])[]) => imagesRecur(plan(samples(...lists), new Set()))
  expect(recurs(['a'], ['b'], ['a'])).toBe(false)
  expect(recurs(['a', 'a'], ['b', 'c'])).toBe(false)
  expect(recurs(['a', 'b'], ['b', 'c'])).toBe(true)
  expect(recurs(['a', 'b'], ['a'])).toBe(true)
})
