import { UniformRandom } from '@voxelwise/statistics'
import { expect, test } from 'vitest'
import { replyForm } from '../../../../src/engine/protocol/protocols/rubric.ts'
import { readRatings } from '../../../../src/engine/protocol/rubrics/read-ratings.ts'
import { rubricNamed } from '../../../../src/engine/protocol/rubrics/rubric.ts'
import { drawnToken, formedToken } from '../../../../src/engine/runtime/formed-reply.ts'

const medqRubric = rubricNamed('medq-bench')

const pieces = [
  'Hello',
  '{',
  '"',
  'completeness',
  'preciseness',
  'consistency',
  'quality_accuracy',
  '":',
  ':',
  ' ',
  ',',
  '}',
  '0',
  '1',
  '2',
  '3',
  '',
]
const ids = pieces.map((_, id) => id)
const form = replyForm(medqRubric)

function written(seed: number | null): string {
  const random = seed === null ? null : new UniformRandom(seed)
  // Rather "Hello" than anything, and rather 1 than another number.
  const logits = Float32Array.from(pieces, piece => (piece === 'Hello' ? 9 : piece === '1' ? 2 : 0))
  let text = ''
  while (!form.isWhole(text)) {
    const next = formedToken(logits, ids, form, text, id => text + pieces[id], random)
    if (next === null) throw new Error(`Nothing goes on after ${text}`)
    text += pieces[next]
  }
  return text
}

test('a reply keeps its form, whatever the model prefers', () => {
  expect(readRatings(medqRubric, written(null))).toEqual({
    status: 'read',
    ratings: { completeness: 1, preciseness: 1, consistency: 1, quality_accuracy: 1 },
  })
})

test('a drawn one does too, and is the same for the same seed', () => {
  const texts = Array.from({ length: 30 }, (_, seed) => written(seed))
  expect(new Set(texts).size).toBeGreaterThan(5)
  expect(texts.every(text => readRatings(medqRubric, text).status === 'read')).toBe(true)
  expect(written(3)).toBe(written(3))
})

test('none if no token fits, or the arithmetic overflowed', () => {
  expect(formedToken(new Float32Array(17), [0], form, '', id => pieces[id] ?? '', null)).toBeNull()
  expect(
    formedToken(new Float32Array(17).fill(Number.NaN), ids, form, '', id => pieces[id] ?? '', null),
  ).toBeNull()
  expect(drawnToken(new Float32Array(3).fill(Number.NaN), new UniformRandom(1))).toBeNull()
})

test('tokens are drawn by their probabilities', () => {
  const random = new UniformRandom(1)
  const logits = Float32Array.from([Math.log(0.7), Math.log(0.2), Math.log(0.1)])
  const counts = [0, 0, 0]
  for (let i = 0; i < 10_000; i++) {
    const id = drawnToken(logits, random) ?? 0
    counts[id] = (counts[id] ?? 0) + 1
  }
  for (const [id, share] of [0.7, 0.2, 0.1].entries())
    expect((counts[id] ?? 0) / 10_000).toBeCloseTo(share, 1)
})
