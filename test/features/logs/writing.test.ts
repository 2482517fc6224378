/** Files for other tools. The goldens were read by those tools' own code: tools/logs/check.py. */
import { readFileSync } from 'node:fs'
import { TextWriter, Uint8ArrayReader, ZipReader } from '@zip.js/zip.js'
import { expect, test } from 'vitest'
import { inspectArchive } from '../../../src/features/logs/data/writing/inspect-archive.ts'
import { inspectLogFile } from '../../../src/features/logs/data/writing/inspect-log.ts'
import { lmmsEvalFiles } from '../../../src/features/logs/data/writing/lmms-eval.ts'
import { vlmevalkitFiles } from '../../../src/features/logs/data/writing/vlmevalkit.ts'
import { readRunText } from '../../unit/support/read-run.ts'
import { answered, failed, someRun } from '../../unit/support/records.ts'

const golden = (name: string) => readFileSync(new URL(`../../golden/logs/${name}`, import.meta.url), 'utf8')
const stored = readFileSync(new URL('../../golden/store-v1/run.json', import.meta.url), 'utf8')
const demo = await readRunText(stored)
const text = (parts: Iterable<string>) => [...parts].join('')

test('a run of the demo is written as the goldens that the tools read', () => {
  const files = [inspectLogFile(demo), ...lmmsEvalFiles(demo), ...vlmevalkitFiles(demo)]
  expect(files).toHaveLength(5)
  for (const { name, parts } of files) expect(text(parts)).toBe(golden(name.split('/').at(-1) ?? name))
})

const fields = {
  id: 'a/b "c"',
  question: 'Which\tside?\nSay "left" or not',
  option_A: 'left',
  option_C: '=1+1',
  gt_answer: 'left',
  task: 'T',
}
const odd = {
  run: { ...someRun, state: 'failed', model: { ...someRun.model, name: '../my model_q4' } },
  records: [
    answered(0, fields, { rightAnswer: 'A', parsed: '', response: 'No "idea"\r\n\tat all' }),
    failed(1, { ...fields, id: 'x' }),
  ],
} as const

test('a failed sample is an error without a score for Inspect, and no answer elsewhere', () => {
  const log = JSON.parse(text(inspectLogFile(odd).parts))
  expect(log).toMatchObject({ status: 'error', results: { total_samples: 3, completed_samples: 1 } })
  expect(log.samples).toMatchObject([
    { id: 1, scores: { medrcube: { value: 'I', answer: '' } }, metadata: { id: 'a/b "c"' } },
    { id: 2, scores: {}, error: { message: 'It is empty. (a.png)' } },
  ])
  const [results, samples] = lmmsEvalFiles(odd)
  expect(JSON.parse(text(results?.parts ?? []))).toMatchObject({ 'n-samples': { data: { effective: 1 } } })
  expect(text(samples?.parts ?? []).split('\n')).toHaveLength(2)
})

test('a table keeps tabs, quotes and line breaks inside of their cells', () => {
  const [dataset = '', predictions = ''] = vlmevalkitFiles(odd).map(({ parts }) => text(parts))
  expect(dataset.split('\n')[0]).toBe(
    'index\tquestion\tA\tC\tanswer\tcategory\tl2-category\tmodality\tdataset\timage_path\tid',
  )
  expect(dataset).toContain('0\t"Which\tside?\nSay ""left"" or not"\tleft\t\'=1+1\tA\tT\t')
  expect(predictions).toContain('"No ""idea""\r\n\tat all"\n')
})

test('file names contain no path', () => {
  for (const { name } of [inspectLogFile(odd), ...lmmsEvalFiles(odd), ...vlmevalkitFiles(odd)])
    expect(name).toMatch(/^(?:my-model-q4\/)?[\w.-]+$/)
})

test('an archive has a member a sample, and one run makes one file', async () => {
  const blob = await inspectArchive(odd)
  const bytes = new Uint8Array(await blob.arrayBuffer())
  expect(new Uint8Array(await (await inspectArchive(odd)).arrayBuffer())).toEqual(bytes)
  const zip = new ZipReader(new Uint8ArrayReader(bytes))
  const members = new Map<string, unknown>()
  for (const entry of await zip.getEntries())
    if (!entry.directory) members.set(entry.filename, JSON.parse(await entry.getData(new TextWriter())))
  expect([...members.keys()]).toEqual([
    '_journal/start.json',
    'samples/1_epoch_1.json',
    'samples/2_epoch_1.json',
    'summaries.json',
    'header.json',
  ])
  expect(members.get('summaries.json')).toMatchObject([
    { id: 1, completed: true },
    { id: 2, completed: false, error: 'It is empty. (a.png)' },
  ])
})
