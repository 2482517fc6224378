/** A results.json, which is read a record at a time. */

import { expect, test } from 'vitest'
import { resultsJson } from '../../../../src/data/export/results.ts'
import { JudgedFields, listJudged, metricsSummary } from '../../../../src/engine/protocol/metrics.ts'
import { medrcube } from '../../../../src/engine/protocol/protocols/medrcube.ts'
import { analyseShortcuts } from '../../../../src/engine/protocol/shortcut.ts'
import { answered } from '../../support/records.ts'
import { judgedOfResults, readResults } from '../../support/results.ts'

const tasks = ['Disease Diagnosis', 'Organ Recognition', 'View Identification']
const records = Array.from({ length: 60 }, (_, index) =>
  answered(
    index,
    {
      id: index % 50,
      task: tasks[index % 3] ?? '',
      parts: null,
      image_path: `${index % 7}.png`,
      weight: { $number: '1.0' },
    },
    { correct: index % 2 === 0 },
  ),
)
const text = [...resultsJson(records, medrcube)].join('')

test('figures and shortcuts equal those of the complete records', async () => {
  const whole = await readResults(text)
  expect(whole).toEqual(
    records.map(record => ({
      ...record,
      sample: { ...record.sample, image: record.sample.fields.image_path, file: 'results.json' },
      run: 'results.json',
    })),
  )
  expect(await readResults('[]')).toEqual([])
  const taken = new JudgedFields()
  for (const one of await judgedOfResults(text)) taken.take(one)
  expect(metricsSummary(taken.judged)).toEqual(metricsSummary(listJudged(whole)))
  const { report, levels } = analyseShortcuts(listJudged(whole), {})
  expect(analyseShortcuts(taken.judged, {})).toMatchObject({ report, levels })
})

test.each([
  ['{}', 'not-an-array'],
  ['[1]', 'not-an-object'],
  [text.slice(0, -3), 'bad-json'],
  [`${text} x`, 'bad-json'],
  [text.replace('"id"', 'id'), 'bad-json'],
  ['', 'not-an-array'],
])('%# is refused by name', async (json, code) => {
  await expect(readResults(json)).rejects.toMatchObject({ info: { code } })
  await expect(judgedOfResults(json)).rejects.toMatchObject({ info: { code } })
})

test('a fault is reported at its line and column of the file', async () => {
  const wrong = '[\n  {"question": "é😀"},\n  {"question": "é", x}\n]'
  const info = {
    code: 'bad-json',
    subject: 'results.json[1]',
    message: expect.stringContaining('line 3, column 21.'),
  }
  await expect(readResults(wrong)).rejects.toMatchObject({ info })
  const further = { message: expect.stringContaining('line 4, column 1.') }
  await expect(readResults('[\n  {},\n  {"a": 1,\n]')).rejects.toMatchObject({ info: further })
})
