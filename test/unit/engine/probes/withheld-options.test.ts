import { expect, test } from 'vitest'
import { newPass } from '../../../../src/app/run/new-run.ts'
import { Perturbation } from '../../../../src/engine/probes/perturbation.ts'
import { planned } from '../../../../src/engine/probes/planned.ts'
import { withoutOptions } from '../../../../src/engine/probes/withheld-options.ts'
import type { MappedFields } from '../../../../src/engine/protocol/mapped-fields.ts'
import { medrcube } from '../../../../src/engine/protocol/protocols/medrcube.ts'
import { findProtocol, mappedProtocolReference } from '../../../../src/engine/protocol/protocols/registry.ts'
import { mappedSample, textQuestion, yesNoQuestion } from '../../support/mapped.ts'
import { someRun } from '../../support/records.ts'

const probe = { kind: 'no-options' } as const
const options = ['Kidney', 'Left kidney', 'Pleural effusion', 'T2']

/** The letter of the option that a reply means; empty where it means none. */
const readLetter = (reply: string, texts: readonly string[]): string =>
  withoutOptions(medrcube).judge(
    reply,
    Object.fromEntries(texts.map((text, i) => [`option_${'ABCDEF'[i]}`, text])),
  ).parsed

test.each([
  ['Kidney', 'A'],
  ['the kidney.', 'A'],
  ['Left kidney', 'B'],
  ['The image shows the left kidney.', 'B'],
  ['This is a PLEURAL EFFUSION!', 'C'],
  ['Reasoning: not the kidney, not T2.\nAnswer: pleural effusion', 'C'],
  ['T2-weighted', null],
  ['Kidneys', null],
  ['Effusion', null],
  ['Left kidney or T2', null],
  ['Left kidney, next to the other kidney', null],
  ['', null],
  ['A', null],
] as const)('the reply "%s" without options means %s', (reply, letter) => {
  expect(readLetter(reply, options)).toBe(letter ?? '')
})

test('two options of one text are never meant', () => {
  expect(readLetter('heart', [...options, 'Heart', 'heart'])).toBe('')
})

const fields = {
  ...{ id: '1', question: 'Which organ?', option_A: 'Heart', option_B: 'Liver', gt_answer: 'Liver' },
  ...{ task: 'Organ Recognition', modality: 'CT', parts: 'Chest', image_path: 'a.png' },
}
const sample = { index: 0, fields, image: 'a.png', file: 'd/test.json' }

test('the question is asked in words, and read as one of its options', () => {
  const shown = new Perturbation(probe, [sample], medrcube)
  const { protocol } = shown
  expect(shown.asks(sample)).toBe(true)
  expect(shown.fields(sample)).toBe(fields)
  expect(protocol.prompt(fields)).toBe('Question: Which organ?\nAnswer with a word or a short phrase only.')
  expect(protocol.rightAnswer(fields)).toBe('B')
  expect(protocol.judge('the liver', fields)).toEqual({ parsed: 'B', correct: true, rule: 'option text' })
  expect(protocol.judge('Spleen', fields)).toMatchObject({ parsed: '', correct: false })
  expect(protocol.judge(null, fields).unparsed).toBeDefined()
  expect(protocol.isSettled('Liver', fields)).toBe(false)
})

const direct = findProtocol(mappedProtocolReference)
const asks = (own: Partial<MappedFields>) => new Perturbation(probe, [], direct).asks(mappedSample(0, own))

test('only choices whose options stand for themselves are asked', () => {
  const choice = (...texts: string[]) =>
    asks({ options: Object.fromEntries(texts.map((text, i) => ['ABCD'[i] ?? '', text])), answer: 'A' })
  expect(choice('Heart', 'Liver')).toBe(true)
  expect(choice('Vitamin A and D', 'Liver')).toBe(true)
  for (const text of [
    'All of the above',
    'None',
    'Both A and B',
    'A and C',
    'None of these',
    'Other',
    '-',
    'heart',
  ])
    expect(choice('Heart', text), text).toBe(false)
  expect(asks(yesNoQuestion)).toBe(false)
  expect(asks(textQuestion)).toBe(false)
  const shown = { question: 'Which?', answer: 'A', image_path: null }
  expect(asks({ examples: [shown] })).toBe(false)
})

test('a mapped question gets its protocol’s prompt for answers in words', () => {
  const mapped = mappedSample(0, { options: { A: 'Heart', B: 'Liver' }, answer: 'B' })
  const { protocol } = new Perturbation(probe, [], direct)
  expect(protocol.prompt(mapped.fields)).toMatch(/\nAnswer with a word or a short phrase only\.$/)
  expect(protocol.prompt(mapped.fields)).not.toContain('Heart')
  expect(protocol.judge('Liver', mapped.fields)).toMatchObject({ parsed: 'B', correct: true })
})

test('a pass without options generates text, and guessing has no known accuracy', () => {
  const run = { ...someRun, settings: { ...someRun.settings, scoring: 'choices' as const } }
  const pass = newPass(run, probe, 1, run.environment, null)
  expect(pass.settings.scoring).toBe('generate')
  expect(newPass(run, { kind: 'flip' }, 1, run.environment, null).settings.scoring).toBe('choices')
  expect(planned([sample], pass).chance).toBeNull()
})
