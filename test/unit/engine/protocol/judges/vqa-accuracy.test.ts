/** VQA v2's soft score, as the official vqaEval.py (GT-Vision-Lab/VQA c4e6a0e) gave it for the same replies and answers. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { vqaAccuracy } from '../../../../../src/engine/protocol/judges/vqa-accuracy.ts'

interface Case {
  readonly reply: string
  readonly answers: readonly string[]
  readonly said: string
  readonly score: number
}

const cases: readonly Case[] = JSON.parse(readFileSync('test/golden/vqa-accuracy.json', 'utf8'))
const judge = (response: string, accepted: readonly string[]) =>
  vqaAccuracy.judge(response, { kind: 'text', options: [], answer: accepted[0] ?? '', accepted })

test('replies and scores equal the official ones', () => {
  const ours = cases.map(({ reply, answers }) => {
    const { reading, measured } = judge(reply, answers)
    return { said: reading.status === 'read' && reading.answer, score: measured }
  })
  expect(ours.map(({ said }) => said)).toEqual(cases.map(({ said }) => said))
  for (const [i, { score }] of ours.entries()) expect(score).toBeCloseTo(cases[i]?.score ?? -1, 12)
})

test.each([
  [1, 0.3, false],
  [2, 0.6, true],
  [3, 0.9, true],
  [4, 1, true],
])('what %i of ten people said gets %f, and is right from one half on', (same, score, correct) => {
  const answers = Array.from({ length: 10 }, (_, i) => (i < same ? 'net' : `thing ${i}`))
  const judged = judge('The net.', answers)
  expect(judged.measured).toBeCloseTo(score)
  expect(judged.correct).toBe(correct)
})

test('a single answer is compared as it is', () => {
  const question = { kind: 'text', options: [], answer: 'left lung' } as const
  expect(vqaAccuracy.judge('The left lung', question)).toMatchObject({ correct: true, measured: 1 })
  expect(vqaAccuracy.judge('right lung', question)).toMatchObject({ correct: false, measured: 0 })
})
