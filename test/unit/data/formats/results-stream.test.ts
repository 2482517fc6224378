/** A results.json that is read a record at a time comes to the same records, and figures, as one that is read as a whole. */
import { expect, test } from 'vitest'
import { memoryBytes } from '../../../../src/data/containers/bytes.ts'
import { resultsJson } from '../../../../src/data/export/results.ts'
import { recordsFromResults, recordsInResults } from '../../../../src/data/formats/results.ts'
import { parseJson } from '../../../../src/engine/base/json.ts'
import { JudgedFields, judgedOf, metricsSummary } from '../../../../src/engine/protocol/metrics.ts'
import { analyseShortcuts } from '../../../../src/engine/protocol/shortcut.ts'
import { answered } from '../../support/records.ts'

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
const text = [...resultsJson(records)].join('')

async function streamed(json: string) {
  const all = []
  for await (const record of recordsInResults(memoryBytes('results.json', new TextEncoder().encode(json))))
    all.push(record)
  return all
}

test('records are those of the whole file', async () => {
  const whole = recordsFromResults(parseJson(text), 'results.json')
  expect(await streamed(text)).toEqual(whole)
  expect(await streamed('[]')).toEqual([])
  const taken = new JudgedFields()
  for (const record of whole) taken.add([record])
  expect(metricsSummary(taken.judged)).toEqual(metricsSummary(judgedOf(whole)))
  const { report, levels } = analyseShortcuts(judgedOf(whole))
  expect(analyseShortcuts(taken.judged)).toMatchObject({ report, levels })
})

test.each([
  ['{}', 'not-an-array'],
  ['[1]', 'not-an-object'],
  [text.slice(0, -3), 'bad-json'],
  [`${text} x`, 'bad-json'],
  [text.replace('"id"', 'id'), 'bad-json'],
  ['', 'not-an-array'],
])('%# is refused by name', async (json, code) => {
  await expect(streamed(json)).rejects.toMatchObject({ info: { code } })
})
