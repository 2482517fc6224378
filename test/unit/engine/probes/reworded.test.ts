import type { JsonObject } from '@voxelwise/python'
import { expect, test } from 'vitest'
import { Perturbation } from '../../../../src/engine/probes/perturbation.ts'
import { mirroredTexts, paraphrased, turnedTexts } from '../../../../src/engine/probes/reworded.ts'
import { medrcube } from '../../../../src/engine/protocol/protocols/medrcube.ts'

const fields = {
  id: 'left-1',
  question: 'Which lung is affected?',
  option_A: 'The left lung',
  option_B: 'The right lung',
  gt_answer: 'The left lung',
  image_path: 'left/a.png',
}

test('left and right change places in question, options and right answer, and nowhere else', () => {
  expect(mirroredTexts(fields)).toEqual({
    ...fields,
    option_A: 'The right lung',
    option_B: 'The left lung',
    gt_answer: 'The right lung',
  })
  const mapped = { kind: 'choice', question: 'The left one?', options: { A: 'left', B: 'none' }, answer: 'A' }
  expect(mirroredTexts(mapped)).toEqual({
    ...mapped,
    question: 'The right one?',
    options: { A: 'right', B: 'none' },
  })
})

test('the mirrored image is shown where a text has a side; the same letter stays right', () => {
  const makeSample = (own: JsonObject) => ({ index: 0, fields: own, image: 'a.png', file: 't' })
  const perturbation = new Perturbation({ kind: 'flip' }, [], medrcube)
  expect(perturbation.asks(makeSample(fields))).toBe(true)
  expect(
    perturbation.asks(makeSample({ ...fields, option_A: 'Heart', option_B: 'Lung', gt_answer: 'Heart' })),
  ).toBe(false)
  expect(perturbation.images(['a.png'], 0)).toEqual([{ path: 'a.png', change: { kind: 'flip' } }])
  expect(medrcube.rightAnswer(perturbation.fields(makeSample(fields)))).toBe('A')
})

test('the turned image is shown where no text depends on it otherwise; places in the picture move along', () => {
  const placed = {
    ...fields,
    question: 'In which corner of the image is the mass?',
    ...{ option_A: 'Upper left', option_B: 'Upper right', gt_answer: 'Upper left' },
  }
  expect(turnedTexts(placed, 90)).toEqual({
    ...placed,
    ...{ option_A: 'Upper right', option_B: 'Lower right', gt_answer: 'Upper right' },
  })
  const perturbation = new Perturbation({ kind: 'rotate', turn: 90 }, [], medrcube)
  const makeSample = (own: JsonObject) => ({ index: 0, fields: own, image: 'a.png', file: 't' })
  expect(medrcube.rightAnswer(perturbation.fields(makeSample(placed)))).toBe('A')
  const organs = {
    ...fields,
    question: 'Which organ?',
    option_A: 'Heart',
    option_B: 'Lung',
    gt_answer: 'Heart',
  }
  expect(turnedTexts(organs, 90)).toEqual(organs)
  expect([fields, placed, organs].map(own => perturbation.asks(makeSample(own)))).toEqual([false, true, true])
  expect(perturbation.images(['a.png'], 0)).toEqual([{ path: 'a.png', change: { kind: 'rotate', turn: 90 } }])
})

test('every wording contains the question and keeps everything else', () => {
  const texts = [1, 2, 3, 4, 5].map(wording => paraphrased(fields, wording))
  expect(new Set(texts.map(({ question }) => question)).size).toBe(5)
  for (const { question, ...rest } of texts) {
    expect(question).toContain(fields.question)
    expect({ ...rest, question: fields.question }).toEqual(fields)
  }
})

test('without an image nothing is shown, and the words stay', () => {
  const perturbation = new Perturbation({ kind: 'text-only' }, [], medrcube)
  const sample = { index: 0, fields, image: 'a.png', file: 't' }
  expect(perturbation.images(['a.png'], 0)).toEqual([])
  expect(perturbation.shown(sample)).toMatchObject({ image: null, fields })
  expect(perturbation.asks({ ...sample, image: null })).toBe(false)
})
