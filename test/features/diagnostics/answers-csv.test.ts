/** One row an answer: columns, their dictionary, and the file of findings. */
import { expect, test } from 'vitest'
import { exportRun } from '../../../src/data/export/export-run.ts'
import { answeredRun } from './answered-run.ts'

const store = answeredRun(40)
const exportLines = async (name: 'answers.csv' | 'findings.csv' | 'answers-columns.csv') =>
  (await (await exportRun(store, 'r', name, {})).text()).trimEnd().split('\r\n')

/** Reads lines without quotes. */
function readRows(lines: readonly string[]): readonly Readonly<Record<string, string>>[] {
  const [head = '', ...rest] = lines
  const names = head.split(',')
  return rest.map(line => Object.fromEntries(line.split(',').map((value, at) => [names[at], value])))
}

test('every answer is a row, failed questions too, with probabilities, verdict, times and its fields', async () => {
  const rows = readRows(await exportLines('answers.csv'))
  expect(rows).toHaveLength(81)
  const [first] = rows
  expect(first).toMatchObject({ sample: '0', id: 'q0', cluster: '1', milliseconds: '8', 'field.age': '40' })
  expect(Number(first?.p_1) + Number(first?.p_2)).toBeCloseTo(1, 12)
  expect(first?.[`option_${1 + 'AB'.indexOf(first.right_letter ?? '')}`]).toBe(first?.right)
  expect(rows[1]?.cluster).toBe('1')
  expect(rows[2]?.cluster).toBe('2')
  // A text that a spreadsheet would take for a formula is one no longer.
  expect(rows[80]).toMatchObject({ cluster: '', correct: '', error: 'image-empty', question: "'=1+1" })
})

test('every column has its meaning', async () => {
  const [head = ''] = await exportLines('answers.csv')
  const dictionary = readRows(await exportLines('answers-columns.csv'))
  expect(dictionary.slice(0, head.split(',').length).map(({ column }) => column)).toEqual(head.split(','))
  expect(dictionary.every(({ type, meaning }) => type && meaning)).toBe(true)
})

test('findings.csv has the detections of figures.json, with the clusters of answers.csv', async () => {
  const [answers, findings] = [
    readRows(await exportLines('answers.csv')),
    readRows(await exportLines('findings.csv')),
  ]
  expect(findings).toHaveLength(80)
  const clusters = new Map(answers.map(({ id, cluster }) => [id, cluster]))
  expect(findings.every(({ id, cluster }) => clusters.get(id) === cluster)).toBe(true)
  const figures = JSON.parse(await (await exportRun(store, 'r', 'figures.json', {})).text()) as {
    figure: string
    slice: { finding?: string }
    share: number
  }[]
  const sensitivity = figures.find(
    ({ figure, slice }) => figure === 'sensitivity' && slice.finding === 'Is there a nodule?',
  )
  const present = findings.filter(one => one.finding === 'Is there a nodule?' && one.present === '1')
  expect(present.filter(({ right }) => right === '1').length / present.length).toBeCloseTo(
    sensitivity?.share ?? 0,
    12,
  )
})

test('figures.json, findings.csv and run.json have the positive answer that the user named', async () => {
  const named: typeof store = { ...store, run: async () => ({ ...(await store.run('r')), positive: 'No' }) }
  const exportText = async (name: 'figures.json' | 'findings.csv' | 'run.json') =>
    (await exportRun(named, 'r', name, {})).text()
  const figures = JSON.parse(await exportText('figures.json')) as { figure: string; positive?: string }[]
  const positives = figures.flatMap(({ figure, positive }) => (figure === 'auroc' ? [positive] : []))
  expect(positives).toEqual(['No', 'No'])
  const findings = readRows((await exportText('findings.csv')).trimEnd().split('\r\n'))
  expect(new Set(findings.map(({ positive }) => positive))).toEqual(new Set(['No']))
  expect(JSON.parse(await exportText('run.json'))).toMatchObject({ run: { positive: 'No' } })
})
