import { isJsonArray, parseJson } from '@voxelwise/python'
import { expect, test } from 'vitest'
import {
  loadJson,
  metricsSummaryJson,
  shortcutCsv,
  shortcutJson,
} from '../../../../src/data/export/official-files.ts'
import { resultsJson } from '../../../../src/data/export/results.ts'
import { recordsFromResponses } from '../../../../src/data/formats/responses.ts'
import { listJudged, metricsSummary } from '../../../../src/engine/protocol/metrics.ts'
import { medrcube } from '../../../../src/engine/protocol/protocols/medrcube.ts'
import { analyseShortcuts } from '../../../../src/engine/protocol/shortcut.ts'
import { answered, failed } from '../../support/records.ts'
import { readResults } from '../../support/results.ts'

test('results.json contains answers only, in the official form', () => {
  const first = answered(
    0,
    { id: '1', x: { $number: '1.0' }, e: [] },
    { response: 'A é "', rightAnswer: 'A', correct: true },
  )
  const none = answered(2, { id: '2' }, { response: null, rightAnswer: '' })
  expect([...resultsJson([first, failed(1), none], medrcube)].join('')).toBe(`[
  {
    "id": "1",
    "x": 1.0,
    "e": [],
    "_gt_letter": "A",
    "_prompt": "P",
    "model_response": "A é \\"",
    "correct": true
  },
  {
    "id": "2",
    "_prompt": "P",
    "model_response": null,
    "correct": false
  }
]`)
  expect([...resultsJson([failed(0)], medrcube)].join('')).toBe('[]')
})

test('records are read back from any results.json', async () => {
  const text = `[
    {"id": 1, "task": NaN, "image_path": "a.png", "gt_answer": "x", "option_B": "x", "model_response": "b)", "correct": 1},
    {"_gt_letter": "C", "_prompt": "P", "model_response": null, "correct": "false"},
    {"correct": 0.0, "model_response": 5},
    {}
  ]`
  const records = await readResults(text)
  expect(records).toMatchObject([
    { sample: { image: 'a.png' }, rightAnswer: 'B', response: 'b)', parsed: 'B', correct: true },
    { rightAnswer: 'C', prompt: 'P', response: null, parsed: '', correct: true },
    { response: '5', correct: false },
    { rightAnswer: '', prompt: '', response: null, correct: false },
  ])
  expect(metricsSummary(listJudged(records)).slice_results.by_task).toHaveProperty('task=nan')
  const written = parseJson([...resultsJson(records, medrcube)].join(''))
  expect(isJsonArray(written) && written[0]).toMatchObject({ task: { $number: 'NaN' }, _gt_letter: 'B' })
})

test.each([
  ['{}', { code: 'not-an-array', subject: 'r.json' }],
  ['[{}, 1]', { code: 'not-an-object', subject: 'r.json[1]' }],
])('a results.json of %s is refused', async (text, info) => {
  await expect(readResults(text, 'r.json')).rejects.toMatchObject({ info })
})

test('answers are found by id and question, and a missing one is read as None', () => {
  const samples = [{ id: 1, question: 'q' }, { id: '2', question: 'q' }, { id: '3' }].map(
    (fields, index) => answered(index, { ...fields, gt_answer: 'x', option_B: 'x' }).sample,
  )
  const { records, missing } = recordsFromResponses(samples, { '1|q': 'b.', '2|q': null }, medrcube, 'r.json')
  expect(records).toMatchObject([
    { response: 'b.', parsed: 'B', rightAnswer: 'B', correct: true },
    { response: null, parsed: '', correct: false },
    { response: null, parsed: '', correct: false },
  ])
  expect(missing).toBe(1)
  const info = expect.objectContaining({ code: 'not-an-object', subject: 'r.json' })
  expect(() => recordsFromResponses(samples, [], medrcube, 'r.json')).toThrow(
    expect.objectContaining({ info }),
  )
})

test('a whole number of accuracy is written as a float', () => {
  const summary = metricsSummary(listJudged([answered(0, { task: 'a' }, { correct: true })]))
  expect(metricsSummaryJson(summary, {})).toContain('"acc": 1.0')
  expect(metricsSummaryJson(metricsSummary([]), {})).toContain('"by_task": {}')
})

test('the shortcut report as JSON and CSV', () => {
  const { report } = analyseShortcuts([], {})
  expect(shortcutJson(report)).toContain('"Total_Pairs": 0,\n  "Luck_Rate": 0.0,')
  expect(shortcutCsv([{ model: 'a "b", c', report }])).toBe(
    'Model,Group_A,Group_B,Group_C,Group_D,Total_Pairs,Luck_Rate,Shortcut_Prob,Rationality\r\n' +
      '"a ""b"", c",0,0,0,0,0,0.0,0.0,0.0\r\n',
  )
  // A spreadsheet opens it, too.
  expect(shortcutCsv([{ model: '=1+1', report }])).toContain("\r\n'=1+1,0,")
})

test('load.json names every reason', () => {
  const skipped = { missing_required_fields: 2, missing_options: 0, missing_image: 1 }
  expect(JSON.parse(loadJson({ total: 4, loaded: 1, skipped }))).toEqual({ total: 4, loaded: 1, skipped })
})
