import { expect, test } from 'vitest'
import { direct } from '../../../../src/engine/protocol/protocols/direct.ts'
import { medrcube } from '../../../../src/engine/protocol/protocols/medrcube.ts'
import { promptText } from '../../../../src/ui/text/prompt-text.ts'
import { answered } from '../../support/records.ts'

const makeRecord = (image: string | null, furtherImages?: readonly string[]) => {
  const record = answered(0, {}, { prompt: 'As it was asked.' })
  return { ...record, sample: { ...record.sample, image, ...(furtherImages && { furtherImages }) } }
}

test('of one image at most it is the prompt itself', () => {
  expect(promptText(makeRecord(null), { question: 'Q' }, medrcube)).toBe('As it was asked.')
  expect(promptText(makeRecord('a'), { question: 'Q' }, medrcube)).toBe('As it was asked.')
})

test('shows the place of each of several images', () => {
  const fields = { question: 'Is <image 2> like <image 1>?', kind: 'text', answer: 'No' }
  expect(promptText(makeRecord('a', ['b']), fields, direct)).toMatch(
    /^Question: Is \[image 2\] like \[image 1\]\?/,
  )
})

test('examples come before it, each turn with its speaker', () => {
  const examples = [{ question: 'What is it?', answer: 'CT', image_path: 'a' }]
  const fields = { question: 'And this?', kind: 'text', answer: 'MRI', examples }
  expect(promptText(makeRecord('a', ['b']), fields, direct)).toMatch(
    /^user: \[image 1\]What is it\?\n\nassistant: CT\n\nuser: \[image 2\]Question: And this\?/,
  )
})
