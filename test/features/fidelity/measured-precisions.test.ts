import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  measuredChanges,
  measuredQuestions,
  measuredWords,
} from '../../../src/engine/model/measured-precisions.ts'
import { comparedRuns, realWeightsTable } from '../../../src/features/fidelity/cli/table.ts'

test('a run that was compared with PyTorch is a row, one that could not be made its reason', () => {
  const compared = {
    dataset: 'real-slices',
    dtype: 'q4',
    device: 'wasm',
    questions: 20,
    lettersChanged: 9,
    largest: 3.1,
    median: 0.8,
  }
  const lines = [
    { ...compared, widestMarginLost: 0.4 },
    { dataset: 'real-slices', dtype: 'fp16', device: 'webgpu', refused: 'refused: No shader-f16.' },
  ]
  const table = realWeightsTable(comparedRuns(`${lines.map(line => JSON.stringify(line)).join('\n')}\n`))
  expect(table.split('\n').slice(2)).toEqual([
    '| real-slices | q4 | wasm | 9 of 20 | 3.1 | 0.8 | 0.4 |',
    '| real-slices | fp16 | webgpu | refused: No shader-f16. |  |  |  |',
  ])
})

test('the page’s advice agrees with the measurements', () => {
  const slices = comparedRuns(readFileSync('tools/export/smollm2.jsonl', 'utf8')).filter(
    ({ dataset, device }) => dataset === 'real-slices' && device === 'wasm',
  )
  expect(Object.fromEntries(slices.map(({ dtype, lettersChanged }) => [dtype, lettersChanged]))).toEqual(
    measuredChanges,
  )
  expect(new Set(slices.map(({ questions }) => questions))).toEqual(new Set([measuredQuestions]))
  expect(measuredWords(['fp32', 'q4'])).toMatch(/^q4 changed \d+ of 40 answers$/)
  expect(measuredWords(['q4', 'q8', 'fp16'])).toMatch(/^fp16 changed none, q8 \d+ and q4 \d+ of 40 answers$/)
  expect(measuredWords(['fp32', 'bnb4'])).toBeNull()
})
