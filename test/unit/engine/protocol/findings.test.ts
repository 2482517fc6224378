import { expect, test } from 'vitest'
import { sampleFindings } from '../../../../src/engine/protocol/findings.ts'
import { findProtocol, mappedProtocolReference } from '../../../../src/engine/protocol/protocols/registry.ts'
import { mappedFields, severalQuestion, textQuestion, yesNoQuestion } from '../../support/mapped.ts'

const place = { index: 0, file: 'data/questions.tsv', position: 0 }
const found = (fields: Parameters<typeof mappedFields>[0]) =>
  sampleFindings({ fields: mappedFields(fields) }, place, findProtocol(mappedProtocolReference)).map(
    ({ kind, subject }) => [kind, subject],
  )

test('questions of any kind are normal, and so is an axis that the data set lacks', () => {
  for (const question of [{}, yesNoQuestion, severalQuestion, textQuestion])
    expect(found({ ...question, modality: null, parts: null })).toEqual([])
})

test.each([
  [{ answer: 'F' }, 'answer-not-an-option', 'F'],
  [{ ...yesNoQuestion, answer: 'left' }, 'answer-not-an-option', 'left'],
  [{ ...severalQuestion, answer: 'BZ' }, 'answer-not-an-option', 'BZ'],
  [{ options: { B: 'A cyst' } }, 'single-option', 'B'],
  [{ options: { A: 'the same', B: 'the same' } }, 'equal-options', 'A, B'],
  [{ task: ' ' }, 'unlabelled-axis', 'task'],
])('%j: %s', (fields, kind, subject) => {
  expect(found(fields)).toEqual([[kind, subject]])
})
