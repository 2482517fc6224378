import * as v from 'valibot'
import { expect, test } from 'vitest'
import { changedTags, listTags, tagsSchema } from '../../../../src/engine/protocol/tags.ts'

test('samples are tagged once, in order, and a tag without samples is gone', () => {
  const tagged = changedTags(changedTags({}, 'marker', [7, 2], true), 'marker', [7, 3], true)
  expect(tagged).toEqual({ marker: [2, 3, 7] })
  expect(listTags(changedTags(tagged, 'blurred', [3], true), 3)).toEqual(['marker', 'blurred'])
  expect(changedTags(tagged, 'marker', [2, 3], false)).toEqual({ marker: [7] })
  expect(changedTags(tagged, 'marker', [2, 3, 7], false)).toEqual({})
})

test('any name is a tag, and a stored run with other tags is refused', () => {
  const tags = changedTags({}, '__proto__', [1], true)
  expect(v.parse(tagsSchema, JSON.parse(JSON.stringify(tags)))).toEqual(tags)
  expect(listTags(tags, 1)).toEqual(['__proto__'])
  for (const wrong of [[], { marker: 1 }, { marker: [-1] }, { marker: ['1'] }])
    expect(v.safeParse(tagsSchema, wrong).success).toBe(false)
})
