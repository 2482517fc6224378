import { expect, test } from 'vitest'
import { findSpellings, scoreChoices } from '../../../../src/engine/protocol/choices.ts'
import { offeredAnswers } from '../../../../src/engine/protocol/protocol.ts'
import { findProtocol, mappedProtocolReference } from '../../../../src/engine/protocol/protocols/registry.ts'
import { mappedFields, severalQuestion, textQuestion, yesNoQuestion } from '../../support/mapped.ts'

const vocabulary = ['A', ' a', '▁J', 'j', 'Yes', ' yes', '▁YES', 'no', 'Not', 'yess', 'NO', 'AJ', 'É', ' ']
const spellings = findSpellings(['A', 'J', 'yes', 'no'], vocabulary.length, id => vocabulary[id] ?? '')

test('letters, yes and no are spelt in any case, with white space around them', () => {
  expect(Object.fromEntries(spellings)).toEqual({ A: [0, 1], J: [2, 3], yes: [4, 5, 6], no: [7, 10] })
})

test('the probability of an answer is that of all its spellings', () => {
  const logits = new Float32Array(vocabulary.length)
  const [yes, no] = scoreChoices(logits, ['yes', 'no'], spellings)
  expect(Math.exp(yes?.logprob ?? 0)).toBeCloseTo(3 / vocabulary.length)
  expect(Math.exp(no?.logprob ?? 0)).toBeCloseTo(2 / vocabulary.length)
})

test('the offered answers, by kind: none if no single position has the answer', () => {
  const direct = findProtocol(mappedProtocolReference)
  const offered = [{}, yesNoQuestion, severalQuestion, textQuestion].map(fields =>
    offeredAnswers(direct, mappedFields(fields)),
  )
  expect(offered).toEqual([['A', 'B', 'C', 'D', 'E'], ['yes', 'no'], [], []])
})
