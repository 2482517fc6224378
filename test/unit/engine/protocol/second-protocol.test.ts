/** A protocol of five letters with a prompt and a reading of its own. */

import { get, type JsonObject, str } from '@voxelwise/python'
import { expect, test } from 'vitest'
import { serializeRun } from '../../../../src/data/export/run-file.ts'
import { recordsFromResponses } from '../../../../src/data/formats/responses.ts'
import { Perturbation } from '../../../../src/engine/probes/perturbation.ts'
import { guessingChance } from '../../../../src/engine/protocol/chance.ts'
import type { Protocol } from '../../../../src/engine/protocol/protocol.ts'
import { firstProtocol, Versions } from '../../../../src/engine/protocol/protocol-reference.ts'
import { findProtocol, protocolReference } from '../../../../src/engine/protocol/protocols/registry.ts'
import type { Sample } from '../../../../src/engine/protocol/sample.ts'
import { writeQuestion } from '../../../../src/engine/runtime/prepare.ts'
import { readRunText } from '../../support/read-run.ts'
import { someRun } from '../../support/records.ts'

const letters = ['A', 'B', 'C', 'D', 'E']

const listOptions = (fields: JsonObject) =>
  letters.flatMap(letter => {
    const value = get(fields, `option_${letter}`)
    return value === undefined ? [] : [{ letter, value }]
  })

/** The right option is named by its letter, and the last letter of an answer counts. */
const lastLetter: Protocol = {
  id: 'last-letter',
  version: 3,
  name: 'The last letter of A to E',
  about: 'The right option is named by its letter, and the last letter of an answer counts.',
  reading: { id: 'last-letter', version: 3 },
  letters,
  missing: () => null,
  answerKind: () => 'choice',
  listOptions,
  arranged(fields, from) {
    const moved = [...from].map(([letter, own]) => [`option_${letter}`, get(fields, `option_${own}`) ?? null])
    return { ...fields, ...Object.fromEntries(moved) }
  },
  promptOpening: 'Look: ',
  prompt: fields =>
    `Look: ${str(get(fields, 'question'))} ${listOptions(fields).map(({ letter }) => letter)}`,
  rightAnswer: fields => str(get(fields, 'gt_answer')),
  judge(response, fields) {
    const parsed = (response ?? '').match(/\b[A-E]\b/g)?.at(-1) ?? ''
    return { parsed, correct: parsed !== '' && parsed === str(get(fields, 'gt_answer')) }
  },
  isSettled: () => false,
}

const sample: Sample = {
  index: 0,
  image: null,
  file: 'data/test.json',
  fields: {
    id: '1',
    question: 'Which side?',
    option_A: 'left',
    option_B: 'right',
    option_C: 'both',
    option_D: 'none',
    option_E: 'unknown',
    gt_answer: 'E',
    task: 'View Recognition',
    modality: 'CT',
    parts: 'Brain',
    dataset: 'd',
  },
}

test('asks, judges and counts by its own rules', () => {
  expect(writeQuestion(0, sample.fields, 0, lastLetter)).toEqual({
    index: 0,
    text: 'Look: Which side? A,B,C,D,E',
    turns: [{ role: 'user', parts: [{ type: 'text', text: 'Look: Which side? A,B,C,D,E' }] }],
    answers: letters,
  })
  const { records } = recordsFromResponses(
    [sample],
    { '1|Which side?': 'A? No: E' },
    lastLetter,
    'answers.json',
  )
  expect(records).toMatchObject([{ parsed: 'E', rightAnswer: 'E', correct: true }])
  expect(guessingChance(lastLetter, sample.fields)).toBe(1 / 5)
})

test('every option of its five is once at every place', () => {
  const shown = [1, 2, 3, 4].map(shift => {
    const perturbation = new Perturbation({ kind: 'option-order', shift }, [sample], lastLetter)
    expect(perturbation.asks(sample)).toBe(true)
    return get(perturbation.fields(sample), 'option_A')
  })
  expect(shown).toEqual(['right', 'both', 'none', 'unknown'])
})

test('a run of a protocol that the page does not have is refused by name', async () => {
  const settings = { ...someRun.settings, protocol: protocolReference(lastLetter) }
  const text = [...serializeRun({ run: { ...someRun, settings, state: 'paused' }, records: [] })].join('')
  const unknown = { info: { code: 'protocol-unknown', subject: 'protocol last-letter 3' } }
  await expect(readRunText(text)).rejects.toMatchObject(unknown)
})

test('a new version stands next to the old one, whose runs stay as they were', () => {
  const next: Protocol = { ...lastLetter, version: 4, prompt: () => 'Look twice.' }
  const versions = new Versions('protocol', 'with other prompts', [lastLetter, next])
  expect(versions.of({ id: 'last-letter', version: 3 })).toBe(lastLetter)
  expect(versions.of({ id: 'last-letter', version: 4 })).toBe(next)
  expect(() => versions.of({ id: 'last-letter', version: 5 })).toThrow(/has version 4 of the protocol/)
  expect(() => new Versions('protocol', '', [next, next])).toThrow(
    'There are two protocols "last-letter" of version 4.',
  )
})

test('runs that name no protocol followed the first version of MedRCube’s, whatever new ones follow', () => {
  expect(firstProtocol).toEqual({ id: 'medrcube', version: 1 })
  expect(findProtocol(firstProtocol).name).toContain('official evaluator')
})
