import { memoryBytes } from '@voxelwise/tables'
import { expect, test } from 'vitest'
import { beginsWithResponse, responsesById } from '../../../../src/data/formats/response-lines.ts'
import { recordsFromLines } from '../../../../src/data/formats/responses.ts'
import { findProtocol, mappedProtocolReference } from '../../../../src/engine/protocol/protocols/registry.ts'
import { mappedSample } from '../../support/mapped.ts'

const file = (text: string) => memoryBytes('a.jsonl', new TextEncoder().encode(text))
const direct = findProtocol(mappedProtocolReference)
const lines =
  '\ufeff{"id": 0, "response": "B"}\r\n\n{"id": "1", "response": null}\n{"id": "x", "response": 5}'

test('answers by id, one a line', async () => {
  const responses = await responsesById(file(lines))
  expect([...responses]).toEqual([
    ['0', 'B'],
    ['1', null],
    ['x', '5'],
  ])
  const samples = [mappedSample(0), mappedSample(1), mappedSample(2)]
  const { records, missing, unused } = recordsFromLines(samples, responses, direct, 'answers.jsonl')
  expect({ missing, unused }).toEqual({ missing: 1, unused: 1 })
  expect(records).toMatchObject([
    { parsed: 'B', correct: true, rule: 'letter' },
    { unparsed: 'there is no reply to judge' },
    { response: null, correct: false },
  ])
})

test.each([
  ['{"id": 1, "response": "A"}\n{"id": "1", "response": "B"}', 'a.jsonl:2: 1', 'duplicate-id'],
  ['{"id": 1, "response": "A"}\nB', 'a.jsonl:2', 'bad-json'],
  ['["A"]', 'a.jsonl:1', 'not-an-object'],
  ['{"id": 1}', 'a.jsonl:1', 'not-an-object'],
  ['{"response": "A"}', 'a.jsonl:1', 'not-an-object'],
])('%j is refused by its line', async (text, subject, code) => {
  await expect(responsesById(file(text))).rejects.toThrow(
    expect.objectContaining({ info: expect.objectContaining({ code, subject }) }),
  )
})

test('an answer for two samples with one id is ambiguous', () => {
  const samples = [mappedSample(0, { id: 'a' }), mappedSample(1, { id: 'a' })]
  const respond = (id: string) => recordsFromLines(samples, new Map([[id, 'A']]), direct, 'a.jsonl')
  expect(() => respond('a')).toThrow('Two samples have this id')
  expect(respond('b').missing).toBe(2)
})

test('the first line decides if the name does not', async () => {
  expect(await beginsWithResponse(file(lines))).toBe(true)
  expect(await beginsWithResponse(file('{"1|Which?": "A"}'))).toBe(false)
  expect(await beginsWithResponse(file('{\n"id": 1}'))).toBe(false)
  expect(await beginsWithResponse(file('\n'.repeat(1000)))).toBe(false)
})
