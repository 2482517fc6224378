import { expect, test } from 'vitest'
import { cutAnswers, isMuchCut, withMoreTokens } from '../../../../src/engine/analysis/cut-answers.ts'
import { isCut, type ModelOutput } from '../../../../src/engine/protocol/record.ts'
import { answered, someRun } from '../../support/records.ts'

const row = (task: string, verdict: 'correct' | 'wrong' | 'failed', cut = false) => ({
  ...{ task, modality: 'CT', parts: 'Brain', dataset: 'A' },
  verdict,
  ...(cut && { isCut: true as const }),
})

test('cut answers are counted for the whole run and every slice, next to the right ones', () => {
  const found = cutAnswers([
    row('Disease Diagnosis', 'wrong', true),
    row('Disease Diagnosis', 'correct'),
    row('View Recognition', 'correct', true),
    row('View Recognition', 'failed'),
  ])
  expect(found).toMatchObject({ answered: 3, correct: 2, cut: 2 })
  expect(found?.slices.task).toEqual([
    { label: 'View Recognition', answered: 1, correct: 1, cut: 1 },
    { label: 'Disease Diagnosis', answered: 2, correct: 1, cut: 1 },
  ])
  expect(found?.slices.modality).toEqual([{ label: 'CT', answered: 3, correct: 2, cut: 2 }])
})

test('nothing is returned where no answer was cut', () => {
  expect(cutAnswers([row('A', 'correct'), row('A', 'failed')])).toBeNull()
})

test('a run warns above two in a hundred', () => {
  expect(isMuchCut(2, 100)).toBe(false)
  expect(isMuchCut(3, 100)).toBe(true)
  expect(isMuchCut(0, 0)).toBe(false)
})

test('an answer is cut at the limit of new tokens, and not where it ended or was read early', () => {
  const stops = ['max-new-tokens', 'end-token', 'verdict', 'choices'] as const
  expect(stops.map(stop => isCut(answered(0, {}, { score: { stop } as ModelOutput })))).toEqual([
    true,
    false,
    false,
    false,
  ])
})

test('cut answers are asked again with four times the tokens and at least 256, kind by kind', () => {
  const { settings } = someRun
  expect(withMoreTokens({ ...settings, maxNewTokens: 2 }).maxNewTokens).toBe(256)
  const more = withMoreTokens({ ...settings, maxNewTokens: 100, newTokensByKind: { text: 1024, choice: 8 } })
  expect(more).toMatchObject({ maxNewTokens: 400, newTokensByKind: { text: 4096, choice: 256 } })
})
