/** What is written of runs on mapped data sets, and read back. */

import { isJsonArray, parseJson } from '@voxelwise/python'
import { expect, test } from 'vitest'
import { resultsJson } from '../../../../src/data/export/results.ts'
import { serializeRun } from '../../../../src/data/export/run-file.ts'
import { findJudge } from '../../../../src/engine/protocol/judges/registry.ts'
import { findProtocol } from '../../../../src/engine/protocol/protocols/registry.ts'
import type { RunRecord } from '../../../../src/engine/protocol/record.ts'
import { answersOfEachKind, mappedFields, mappedRun, yesNoQuestion } from '../../support/mapped.ts'
import { readRunText } from '../../support/read-run.ts'
import { readResults } from '../../support/results.ts'

const { run, records } = mappedRun(answersOfEachKind)
const written = () => [...serializeRun({ run, records })].join('')

test('run.json contains every kind of answer, and is read back unchanged', async () => {
  const read = await readRunText(written())
  expect(read.records).toEqual(records)
  expect(read.run.settings.protocol).toEqual({ id: 'direct', version: 2 })
})

test.each([
  ['records[0].parsed', { parsed: 'C' }],
  ['records[0].rule', { rule: 'option text' }],
  ['records[0].unparsed', { unparsed: 'never' }],
  ['records[2].unparsed', { unparsed: 'for another reason' }],
  ['records[3].rightAnswer', { rightAnswer: 'no' }],
  ['records[4].correct', { correct: true }],
  ['records[6].parsed', { parsed: 'BC' }],
])('%s that does not follow from the answer is refused', async (field, change) => {
  const index = Number(/\d+/.exec(field)?.[0])
  const changed = records.map((record, at) =>
    at === index ? ({ ...record, ...change } as RunRecord) : record,
  )
  const text = [...serializeRun({ run, records: changed })].join('')
  await expect(readRunText(text)).rejects.toThrow(
    expect.objectContaining({ info: expect.objectContaining({ subject: `run.json: ${field}` }) }),
  )
})

test('a run read by another judge records it, and is checked by its rules', async () => {
  const judge = { id: 'medevalkit', version: 1 }
  const judged = mappedRun(answersOfEachKind, { id: 'direct', version: 1, judge })
  const text = [...serializeRun(judged)].join('')
  expect((await readRunText(text)).run.settings.protocol.judge).toEqual(judge)
  expect(judged.records[2]).toMatchObject({ rule: 'nearest option' })
  await expect(readRunText(text.replace('"id":"medevalkit"', '"id":"nobody"'))).rejects.toThrow('judge')
})

test('a run of version 1 is opened with the verdicts that it was made with', async () => {
  const asked = [
    [{ ...yesNoQuestion, answer: 'oui' }, 'Oui'],
    [yesNoQuestion, 'Ja.'],
    [yesNoQuestion, 'Yes.'],
  ] as const
  const made = async (version: number) => {
    const text = [...serializeRun(mappedRun(asked, { id: 'direct', version }))].join('')
    const opened = await readRunText(text)
    const answers = opened.records.filter(record => record.status === 'answered')
    const results = [...resultsJson(answers, findProtocol(opened.run.settings.protocol))].join('')
    return { text, verdicts: JSON.parse(results) as readonly Readonly<Record<string, unknown>>[] }
  }
  const [one, two] = [await made(1), await made(2)]
  const facts = ({ parsed, correct, judge, judge_version }: Readonly<Record<string, unknown>>) => [
    ...[parsed, correct, judge, judge_version],
  ]
  expect(one.verdicts.map(facts)).toEqual([
    [null, false, 'direct', 1],
    [null, false, 'direct', 1],
    ['yes', true, 'direct', 1],
  ])
  expect(two.verdicts.map(facts)).toEqual([
    ['yes', true, 'direct', 2],
    ['yes', true, 'direct', 2],
    ['yes', true, 'direct', 2],
  ])
  const renamed = one.text.replace('"id":"direct","version":1', '"id":"direct","version":2')
  expect(renamed).not.toBe(one.text)
  await expect(readRunText(renamed)).rejects.toThrow()
})

test('results.json contains the reading, the verdict and the judge', () => {
  const items = JSON.parse([...resultsJson(records, findProtocol(run.settings.protocol))].join(''))
  expect(items[0]).toEqual({
    ...mappedFields({ id: '0' }),
    _gt_letter: 'B',
    _prompt: records[0]?.prompt,
    model_response: 'B',
    correct: true,
    parsed: 'B',
    judge: 'direct',
    judge_version: 2,
    rule: 'letter',
  })
  expect(items[2]).toMatchObject({
    parsed: null,
    correct: false,
    unparsed: expect.stringContaining('counted wrong'),
  })
  expect(items.map(({ parsed }: { parsed: unknown }) => parsed)).toEqual([
    ...['B', 'A', null, 'yes', 'no', null, 'BD', 'A', null],
    ...['liver', 'spleen and liver', null],
  ])
  expect(items[9]).not.toHaveProperty('_gt_letter')
})

test('read back, it gives the same counts; a named judge reads the answers again', async () => {
  const text = [...resultsJson(records, findProtocol(run.settings.protocol))].join('')
  const counted = await readResults(text)
  expect(counted.map(({ correct }) => correct)).toEqual(records.map(({ correct }) => correct))
  expect(counted[2]?.sample.fields).toEqual(mappedFields({ id: '2' }))
  const anew = await readResults(text, 'results.json', findJudge({ id: 'medevalkit', version: 1 }))
  expect(anew[2]).toMatchObject({ rightAnswer: 'B', rule: 'nearest option' })
  expect(anew[3]).toMatchObject({ parsed: 'yes', correct: true })
  expect(isJsonArray(parseJson(text))).toBe(true)
})
