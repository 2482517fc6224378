/** One data set as `datasets` and VLMEvalKit themselves write it (tools/formats/published.py), every image to the byte. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { datasetHere } from '../../../../src/data/formats/portioned-dataset.ts'
import { loadDataset } from '../../../../src/data/formats/registry.ts'
import { overviewOf } from '../../../../src/data/formats/summarise-dataset.ts'
import { ImageReader } from '../../../../src/data/images/image-reader.ts'
import { pickedPath } from '../../../../src/data/sources/picked-path.ts'
import { protocolOf, protocolReference } from '../../../../src/engine/protocol/protocols/registry.ts'
import { imagesOf } from '../../../../src/engine/protocol/sample.ts'
import { readLog } from '../../../../src/features/logs/data/read-log.ts'
import { runOfLog } from '../../../../src/features/logs/data/run-of-log.ts'
import { someRun } from '../../support/records.ts'

interface Published {
  readonly first: string
  readonly rows: readonly {
    readonly id: string
    readonly question: string
    readonly options: readonly string[]
    readonly answer: string
    readonly organ: string
    readonly image: string
    /** As VLMEvalKit encodes it for its tables. */
    readonly encoded: string
  }[]
}

const folder = 'test/golden/published'
const { first, rows } = JSON.parse(readFileSync(`${folder}/rows.json`, 'utf8')) as Published
const [one] = rows

async function read(form: string) {
  const { source } = pickedPath(`${folder}/${form}`)
  const { samples, skipped } = await loadDataset(source, {})
  expect(skipped).toEqual([])
  const reader = new ImageReader(source)
  const digests = []
  for (const sample of samples) {
    const images = []
    for (const path of imagesOf(sample)) {
      const { bytes } = await reader.bytes(path)
      images.push(createHash('sha256').update(new Uint8Array(bytes)).digest('hex'))
    }
    digests.push(images)
  }
  return { fields: samples.map(({ fields }) => fields), digests }
}

const asked = rows.map(({ question, options, answer }) => ({
  kind: 'choice',
  question,
  options: Object.fromEntries(options.map((text, i) => ['ABCD'[i], text])),
  answer,
}))

describe.each([
  ['hub', 'a column of images, as on the hub', (image: string) => [image]],
  ['hub-shards', 'lists of images, in two shards', (image: string) => [image, first]],
  ['imagefolder-jsonl', 'images beside metadata.jsonl', (image: string) => [image]],
  ['imagefolder-csv', 'images beside metadata.csv', (image: string) => [image]],
  ['imagefolder-parquet', 'images beside metadata.parquet', (image: string) => [image]],
  ['to-json', 'JSON lines', () => []],
  ['to-json-array', 'a JSON array', () => []],
  ['to-csv', 'CSV', () => []],
])('%s: %s', (form, _, images) => {
  test('the test split has every field and every image', async () => {
    const { fields, digests } = await read(form)
    expect(fields).toMatchObject(asked)
    expect(fields.map(({ id }) => id)).toEqual(rows.map(({ id }) => id))
    expect(digests).toEqual(rows.map(({ image }) => images(image)))
  })
})

describe.each([
  ['one', (image: string) => [image]],
  ['several', (image: string) => [image, one?.encoded]],
  ['referenced', (image: string, i: number) => [i === 3 ? one?.encoded : image]],
])('vlmevalkit-%s', (form, images) => {
  test('the table has every field and every image', async () => {
    const { fields, digests } = await read(`vlmevalkit-${form}`)
    expect(fields).toMatchObject(asked)
    expect(digests).toEqual(rows.map(({ encoded }, i) => images(encoded, i)))
  })
})

test('predictions in the spreadsheet that VLMEvalKit saves by default are read as a log', async () => {
  const name = 'mock_Organs.xlsx'
  const blob = new Blob([readFileSync(`${folder}/vlmevalkit-predictions/${name}`)])
  const { log } = await readLog([{ name, blob }])
  expect(log).toMatchObject({ tool: 'vlmevalkit', model: 'mock', repeats: 0 })
  expect(log.answers).toMatchObject(
    rows.map(({ question, answer }, i) => ({
      number: i,
      asked: question,
      response: i % 2 ? 'B' : `${answer}. I am sure.`,
    })),
  )
})

test('a log that lmms-eval itself wrote of these questions is read, and matched to them', async () => {
  const logs = 'test/golden/logs/lmms-eval-0.7.3'
  const named = (name: string) => ({ name, blob: new Blob([readFileSync(`${logs}/${name}`)]) })
  const { log } = await readLog([
    named('20261124_201316_samples_organs.jsonl'),
    named('20261124_201316_results.json'),
  ])
  expect(log).toMatchObject({ tool: 'lmms-eval', model: 'dummy', repeats: 0 })
  expect(log.answers.map(({ number, response, correct }) => [number, response, correct])).toEqual(
    rows.map(({ answer }, i) => [i, 'A', answer === 'A']),
  )
  expect(rows.every(({ question }, i) => log.answers[i]?.asked.includes(question))).toBe(true)
})

test('a run of VLMEvalKit itself, with its own verdicts, is read and judged alike', async () => {
  const { source } = pickedPath(`${folder}/vlmevalkit-one`)
  const loaded = await loadDataset(source, {})
  const protocol = protocolReference(protocolOf({ id: 'vlmevalkit', version: 1 }))
  const dataset = datasetHere(loaded, { ...overviewOf(loaded, source.kind), protocol })
  const read = async (name: string) => {
    const blob = new Blob([readFileSync(`test/golden/logs/vlmevalkit-0.0.20/${name}`)])
    const { log } = await readLog([{ name, blob }])
    expect(log).toMatchObject({ tool: 'vlmevalkit', model: 'given-answers', repeats: 0 })
    return runOfLog(log, name, dataset, someRun.environment)
  }
  const said = (parts: Awaited<ReturnType<typeof read>>) =>
    [...parts.records].map(record => (record.status === 'answered' ? [record.response, record.correct] : []))
  const judged = await read('given-answers_organs_exact_matching_result.xlsx')
  expect(judged.run.model.elsewhere).toMatchObject({ logged: 8, unmatched: 0, judged: 8, differ: 0 })
  expect(said(await read('given-answers_organs.xlsx'))).toEqual(said(judged))
  expect(said(judged).map(([, correct]) => correct)).toEqual([
    true,
    true,
    false,
    true,
    false,
    false,
    false,
    false,
  ])
})
