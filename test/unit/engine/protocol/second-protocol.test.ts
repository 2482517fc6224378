/** A protocol of five letters with a prompt and a reading of its own, added through the registry alone. */
import { expect, test } from 'vitest'
import { serializeRun } from '../../../../src/data/export/run-file.ts'
import { recordsFromResponses } from '../../../../src/data/formats/responses.ts'
import type { JsonObject } from '../../../../src/engine/base/json.ts'
import { get, str } from '../../../../src/engine/base/python.ts'
import { Perturbation } from '../../../../src/engine/probes/perturbation.ts'
import { planned } from '../../../../src/engine/probes/planned.ts'
import type { Protocol } from '../../../../src/engine/protocol/protocol.ts'
import { firstProtocol } from '../../../../src/engine/protocol/protocol-reference.ts'
import {
  protocolOf,
  protocolReference,
  registerProtocol,
} from '../../../../src/engine/protocol/protocols/registry.ts'
import type { Sample } from '../../../../src/engine/protocol/sample.ts'
import { questionOf } from '../../../../src/engine/runtime/prepare.ts'
import { readRunText } from '../../support/read-run.ts'
import { someRun } from '../../support/records.ts'

const letters = ['A', 'B', 'C', 'D', 'E']

const optionsOf = (fields: JsonObject) =>
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
  kindOf: () => 'choice',
  optionsOf,
  arranged(fields, from) {
    const moved = [...from].map(([letter, own]) => [`option_${letter}`, get(fields, `option_${own}`) ?? null])
    return { ...fields, ...Object.fromEntries(moved) }
  },
  promptOpening: 'Look: ',
  prompt: fields => `Look: ${str(get(fields, 'question'))} ${optionsOf(fields).map(({ letter }) => letter)}`,
  rightAnswer: fields => str(get(fields, 'gt_answer')),
  judge(response, fields) {
    const parsed = (response ?? '').match(/\b[A-E]\b/g)?.at(-1) ?? ''
    return { parsed, correct: parsed !== '' && parsed === str(get(fields, 'gt_answer')) }
  },
  isSettled: () => false,
}
registerProtocol(lastLetter)

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

const settings = { ...someRun.settings, protocol: protocolReference(lastLetter) }

test('asks, judges and counts by its own rules', () => {
  const protocol = protocolOf(settings.protocol)
  expect(questionOf(0, sample.fields, 0, protocol)).toEqual({
    index: 0,
    text: 'Look: Which side? A,B,C,D,E',
    turns: [{ role: 'user', parts: [{ type: 'text', text: 'Look: Which side? A,B,C,D,E' }] }],
    answers: letters,
  })
  const { records } = recordsFromResponses(
    [sample],
    { '1|Which side?': 'A? No: E' },
    protocol,
    'answers.json',
  )
  expect(records).toMatchObject([{ parsed: 'E', rightAnswer: 'E', correct: true }])
  expect(planned([sample], { settings }).chance).toBe(1 / 5)
})

test('every option of its five is once at every place', () => {
  const shown = [1, 2, 3, 4].map(shift => {
    const perturbation = new Perturbation({ kind: 'option-order', shift }, [sample], lastLetter)
    expect(perturbation.asks(sample)).toBe(true)
    return get(perturbation.fields(sample), 'option_A')
  })
  expect(shown).toEqual(['right', 'both', 'none', 'unknown'])
})

test('is recorded in run.json, and an unknown one is refused by name', async () => {
  const run = { ...someRun, settings, state: 'paused' } as const
  const text = [...serializeRun({ run, records: [] })].join('')
  expect((await readRunText(text)).run.settings.protocol).toEqual({ id: 'last-letter', version: 3 })
  expect(() => protocolOf({ id: 'last-letter', version: 2 })).toThrow(
    expect.objectContaining({ info: expect.objectContaining({ code: 'protocol-unknown' }) }),
  )
})

test('a new version is registered next to the old one, whose runs stay as they were', () => {
  const next: Protocol = { ...lastLetter, version: 4, prompt: () => 'Look twice.' }
  registerProtocol(next)
  expect(protocolOf({ id: 'last-letter', version: 3 })).toBe(lastLetter)
  expect(protocolOf({ id: 'last-letter', version: 4 })).toBe(next)
  expect(() => protocolOf({ id: 'last-letter', version: 5 })).toThrow(/has version 4 of the protocol/)
  expect(() => registerProtocol(next)).toThrow('There are two protocols "last-letter" of version 4.')
})

test('runs that name no protocol followed the first version of MedRCube’s, whatever new ones follow', () => {
  expect(firstProtocol).toEqual({ id: 'medrcube', version: 1 })
  expect(protocolOf(firstProtocol).name).toContain('official evaluator')
})
