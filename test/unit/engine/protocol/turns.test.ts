/** What is said to a model: where several images stand, and what is shown before the question. */

import { get, str } from '@voxelwise/python'
import { expect, test } from 'vitest'
import type { Protocol } from '../../../../src/engine/protocol/protocol.ts'
import { medevalkit } from '../../../../src/engine/protocol/protocols/benchmarks.ts'
import { direct } from '../../../../src/engine/protocol/protocols/direct.ts'
import { medrcube } from '../../../../src/engine/protocol/protocols/medrcube.ts'
import { imagesShown, type Turn, withoutMarkers, writeTurns } from '../../../../src/engine/protocol/turns.ts'

const asked: Protocol = { ...medrcube, id: 'asked', prompt: fields => str(get(fields, 'question')) }
const placing: Protocol = { ...asked, id: 'placing', placesImages: true }

/** A turn as one text, its images as [0], [1]. */
const written = (turns: readonly Turn[]) =>
  turns.map(({ role, parts }) => [
    role,
    parts.map(part => (part.type === 'image' ? `[${part.image}]` : part.text)).join(''),
  ])
const say = (question: string, images: number, protocol = placing) =>
  written(writeTurns({ question }, images, protocol))[0]?.[1]

test('images precede the text, whatever the text says about them', () => {
  const fields = { question: 'Is <image 1> like <image 2>?', option_A: 'Yes', gt_answer: 'Yes' }
  expect(writeTurns(fields, 2, medrcube)).toEqual([
    {
      role: 'user',
      parts: [
        { type: 'image', image: 0 },
        { type: 'image', image: 1 },
        { type: 'text', text: medrcube.prompt(fields) },
      ],
    },
  ])
  expect(writeTurns(fields, 0, medrcube)[0]?.parts).toHaveLength(1)
})

test('a protocol with placeholders puts each image where the question names it', () => {
  expect(say('<image 1> Compare with <image 2>.', 2)).toBe('[0] Compare with [1].')
  expect(say('See <image 2>, then <image 1>', 2)).toBe('See [1], then [0]')
  expect(say('First <image>, second <image>', 2)).toBe('First [0], second [1]')
})

test('an image without a placeholder comes first; a placeholder without an image stays text', () => {
  expect(say('Look at <image 2>.', 3)).toBe('[0][2]Look at [1].')
  expect(say('Look at <image 3> and <image 0>.', 1)).toBe('[0]Look at <image 3> and <image 0>.')
  expect(say('<image> and <image>', 1)).toBe('[0] and <image>')
  expect(say('Nothing is named.', 1)).toBe('[0]Nothing is named.')
})

test('one that is named twice is shown twice', () => {
  const turns = writeTurns({ question: '<image 1> and <image 2>, again <image 1>' }, 2, placing)
  expect(imagesShown(turns)).toEqual([0, 1, 0])
})

test('examples are turns of their own, each with its images, and the question is the last', () => {
  const protocol: Protocol = {
    ...asked,
    examples: () => [
      { question: 'Which one is this?', answer: 'CT', images: 1 },
      { question: 'And <image 2>, <image 1>?', answer: 'MRI', images: 2 },
    ],
  }
  const fields = { question: 'And this?' }
  expect(written(writeTurns(fields, 4, protocol))).toEqual([
    ['user', '[0]Which one is this?'],
    ['assistant', 'CT'],
    ['user', '[1][2]And <image 2>, <image 1>?'],
    ['assistant', 'MRI'],
    ['user', '[3]And this?'],
  ])
  const places = written(writeTurns(fields, 4, { ...protocol, placesImages: true }))
  expect(places[2]).toEqual(['user', 'And [2], [1]?'])
})

test('mapped samples bring their own examples; invalid ones are left out', () => {
  const fields = {
    question: 'And <image>?',
    kind: 'text',
    answer: 'MRI',
    image_path: ['a.png', 'b.png', 'c.png'],
    examples: [
      { question: 'What is it?', answer: 'CT', image_path: 'a.png' },
      { question: 'No answer', image_path: 'x.png' },
      'nothing',
      { question: 'And these?', answer: 'None', image_path: null },
      { question: 'And that?', answer: 'US', image_path: ['b.png'] },
    ],
  }
  const turns = written(writeTurns(fields, 3, direct))
  expect(turns.slice(0, -1)).toEqual([
    ['user', '[0]What is it?'],
    ['assistant', 'CT'],
    ['user', 'And these?'],
    ['assistant', 'None'],
    ['user', '[1]And that?'],
    ['assistant', 'US'],
  ])
  expect(turns.at(-1)?.[1]).toContain('And [2]?')
  expect(medrcube.examples).toBeUndefined()
})

test.each([
  ['<image>\nIs it whole?', 'Is it whole?'],
  ['Is it whole?\n<image>', 'Is it whole?'],
  ['<image><image>\nAre they alike?', 'Are they alike?'],
  ['Is <image> whole?', 'Is <image> whole?'],
  ['<image> and <image>', '<image> and <image>'],
  ['Is <image 1> like <image>', 'Is <image 1> like <image>'],
  ['Which one? <image 1>', 'Which one? <image 1>'],
  ['<image>', '<image>'],
  ['Is it whole?', 'Is it whole?'],
])('%j without its marker is %j', (question, text) => {
  expect(withoutMarkers(question)).toBe(text)
})

test('a marker alone at the end is no place, in any protocol', () => {
  const fields = {
    id: '0',
    kind: 'text',
    question: 'Is it whole?\n<image>',
    answer: 'no',
    image_path: 'a.png',
  }
  for (const protocol of [direct, medevalkit]) {
    const [turn] = writeTurns(fields, 1, protocol)
    expect(turn?.parts).toEqual([
      { type: 'image', image: 0 },
      { type: 'text', text: expect.stringContaining('Is it whole?') },
    ])
    expect(protocol.prompt(fields)).not.toContain('<image>')
  }
})
