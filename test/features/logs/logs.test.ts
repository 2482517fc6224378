/** Logs of other tools opened as runs: what we wrote for them ourselves, and one that Inspect wrote (tools/logs/make.py). */
import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { archive } from '../../../src/data/export/archive.ts'
import { type RunFileParts, serializeRun } from '../../../src/data/export/run-file.ts'
import type { NamedBlob } from '../../../src/data/formats/import-kind.ts'
import { datasetHere, type PortionedDataset } from '../../../src/data/formats/portioned-dataset.ts'
import { loadDataset } from '../../../src/data/formats/registry.ts'
import { recordOfAnswer } from '../../../src/data/formats/responses.ts'
import { summariseDataset } from '../../../src/data/formats/summarise-dataset.ts'
import { nodeSource } from '../../../src/data/sources/node.ts'
import { medrcube } from '../../../src/engine/protocol/protocols/medrcube.ts'
import type { Run } from '../../../src/engine/protocol/run.ts'
import type { LoadedDataset } from '../../../src/engine/protocol/sample.ts'
import { toolLogs } from '../../../src/features/logs/data/import.ts'
import { readLog } from '../../../src/features/logs/data/read-log.ts'
import { runOfLog } from '../../../src/features/logs/data/run-of-log.ts'
import { inspectArchive } from '../../../src/features/logs/data/writing/inspect-archive.ts'
import { inspectLogFile } from '../../../src/features/logs/data/writing/inspect-log.ts'
import { lmmsEvalFiles } from '../../../src/features/logs/data/writing/lmms-eval.ts'
import { vlmevalkitFiles } from '../../../src/features/logs/data/writing/vlmevalkit.ts'
import { evaluateCommand } from '../../../src/ui/report/command.ts'
import { readBack } from '../../unit/support/read-run.ts'
import { failed, someRun } from '../../unit/support/records.ts'

const answers: readonly { id: string; question: string; text: string }[] = JSON.parse(
  readFileSync('test/golden/phantom-vlm/answers-q4.json', 'utf8'),
)
const { environment } = someRun

let loaded: LoadedDataset
let dataset: PortionedDataset
beforeAll(async () => {
  const source = nodeSource('public/datasets/phantom-cube')
  const read = await loadDataset(source, {})
  loaded = read
  dataset = datasetHere(read, summariseDataset(read, source.kind))
})

/** What the bundled model said in q4 to the first samples, one of them failed. */
function ownRun(count: number) {
  const said = new Map(answers.map(({ id, question, text }) => [`${id}|${question}`, text]))
  const run: Run = { ...someRun, dataset: { ...someRun.dataset, name: 'phantom-cube' } }
  const records = loaded.samples
    .slice(0, count)
    .map((sample, i) =>
      i === 3
        ? { ...failed(i, sample.fields), sample, prompt: medrcube.prompt(sample.fields) }
        : recordOfAnswer(
            sample,
            said.get(`${sample.fields.id}|${sample.fields.question}`) ?? null,
            medrcube,
            run.id,
          ),
    )
  return { run, records }
}

const named = (name: string, parts: Iterable<string>): NamedBlob => ({
  name: name.split('/').at(-1) ?? name,
  blob: new Blob([...parts]),
})

async function opened(...files: NamedBlob[]): Promise<RunFileParts> {
  expect(await toolLogs.recognises(files)).toBe(true)
  const { log, file } = await readLog(files)
  const parts = await runOfLog(log, file, dataset, environment)
  // What the page stores has been through the checks of every run.json.
  expect((await readBack(serializeRun(parts))).run).toEqual(parts.run)
  return parts
}

test('a zip that the page saved for another tool opens again', async () => {
  const whole = ownRun(40)
  const answered = whole.records.filter(({ status }) => status === 'answered').length
  for (const files of [lmmsEvalFiles(whole), vlmevalkitFiles(whole)]) {
    const zip = { name: 'tool.zip', blob: await archive(files, someRun.created) }
    expect(await toolLogs.recognises([zip])).toBe(true)
    const file = await toolLogs.runFile([zip], { dataset, environment })
    const { records } = await readBack([await file.text()])
    expect(records.filter(({ status }) => status === 'answered')).toHaveLength(answered)
  }
  const other = { name: 'photos.zip', blob: await archive([{ name: 'a.png', parts: [''] }], someRun.created) }
  expect(await toolLogs.recognises([other])).toBe(false)
})

test('files written for each tool are read back with the same answers and verdicts', async () => {
  const whole = ownRun(40)
  const archive = { name: 'log.eval', blob: await inspectArchive(whole) }
  const [results, samples] = lmmsEvalFiles(whole).map(({ name, parts }) => named(name, parts))
  const [, predictions] = vlmevalkitFiles(whole).map(({ name, parts }) => named(name, parts))
  const inspect = inspectLogFile(whole)
  if (!results || !samples || !predictions) throw new Error('A file is missing.')
  for (const [files, keepsFailed] of [
    [[named(inspect.name, inspect.parts)], true],
    [[archive], true],
    [[samples, results], false],
    [[predictions], false],
  ] as const) {
    const { run, records } = await opened(...files)
    const expected = whole.records.filter(({ status }) => keepsFailed || status === 'answered')
    const told = (record: (typeof whole.records)[number]) =>
      record.status === 'failed'
        ? [record.sample.index, 'failed']
        : [record.sample.index, record.response, record.parsed, record.correct]
    expect([...records].map(told)).toEqual(expected.map(told))
    expect(run).toMatchObject({ state: 'paused', total: 1560, settings: { device: 'elsewhere' } })
    expect(run.model.elsewhere).toMatchObject({ logged: expected.length, unmatched: 0, differ: 0 })
  }
})

test('the report names the command that reads the log again', async () => {
  const { name, parts } = inspectLogFile(ownRun(2))
  const { run } = await opened(named(name, parts))
  const { file } = run.model.elsewhere ?? {}
  expect(file).toMatch(/\.json$/)
  expect(evaluateCommand(run, [])).toBe(
    `npm run -s convert -- \\\n  --log ${file} \\\n  --dataset DATASET_FOLDER \\\n  --out OUT`,
  )
  expect(evaluateCommand(someRun, [])).toMatch(/^npm run -s evaluate /)
})

test('a log of all samples is a complete run', async () => {
  const whole = ownRun(1560)
  const [, samples] = lmmsEvalFiles({
    ...whole,
    records: whole.records.map((record, i) =>
      i === 3 ? recordOfAnswer(record.sample, 'A', medrcube, 'r') : record,
    ),
  })
  const { run, records, frame } = await opened(named(samples?.name ?? '', samples?.parts ?? []))
  expect([run.state, [...records].length, frame]).toEqual(['done', 1560, undefined])
  expect(run.model.name).toBe('2026-01-02T03-04-05_samples_phantom-cube')
})

test('a log that Inspect wrote: its own ids, Zstandard, two epochs, an error, a question of another data set', async () => {
  const name = 'inspect-0.3.285.eval'
  const { run, records } = await opened({ name, blob: new Blob([readFileSync(`test/golden/logs/${name}`)]) })
  expect(run).toMatchObject({
    model: { name: 'mockllm/given-answers' },
    name: 'mockllm/given-answers on phantom-cube',
  })
  // Inspect's match() takes the end of "I see option A here" for no letter.
  expect(run.model.elsewhere).toEqual({
    tool: 'inspect',
    version: '0.3.285',
    file: name,
    logged: 7,
    unmatched: 1,
    repeats: 7,
    judged: 5,
    differ: 1,
    letters: { moved: 0, unnamed: 0, other: 0 },
  })
  const told = [...records].map(record =>
    record.status === 'answered' ? record.response : record.error.message,
  )
  expect(told).toEqual([
    'D',
    'The answer is A.',
    'C',
    'B',
    'I see option A here',
    "RuntimeError('The picture could not be read.')",
  ])
})

test('a question that differs from its id’s is not in the data set, whatever its number', async () => {
  const line = (doc_id: number, id: string, input: string) =>
    `${JSON.stringify({ doc_id, id, input, resps: [['A']], score: 1 })}\n`
  const [first] = loaded.samples
  const { id, question } = first?.fields ?? {}
  const { run, records } = await opened(
    named('m_samples_t.jsonl', [
      line(0, String(id), `Please answer.  ${question}`),
      line(1, 'PhantomBrainCT_2', 'Something else?'),
    ]),
  )
  expect([...records].map(({ sample }) => sample.index)).toEqual([0])
  expect(run.model.elsewhere).toMatchObject({ logged: 2, unmatched: 1 })
})

test('a file that is no log, or is about another data set, is refused by name', async () => {
  const refused = async (name: string, text: string) =>
    readLog([named(name, [text])])
      .then(({ log, file }) => runOfLog(log, file, dataset, environment))
      .then(
        () => null,
        error => [error.info?.code, error.info?.subject, error.info?.message],
      )
  const said = (what: string) => [expect.anything(), expect.anything(), expect.stringContaining(what)]
  expect(await refused('a.json', '{"eval":{"model":"m"},"version":2}')).toEqual(said('has no samples'))
  expect(await refused('a.json', '{"eval":')).toEqual(said('is not JSON'))
  expect(await refused('x_results.json', '{}')).toEqual(said('_samples_'))
  expect(await refused('a_samples_t.jsonl', '{"a":1}\n')).toEqual(said('doc_id'))
  expect(await refused('a.tsv', 'index\tquestion\n1\tq\n')).toEqual(said('"prediction"'))
  expect(await refused('a.eval', 'no zip')).toEqual(['bad-archive', 'a.eval', expect.anything()])
  expect(await refused('m_d.tsv', 'index\tquestion\tprediction\n1\tWhose?\tA\n')).toEqual(
    said('None of its samples has a question in the open data set, phantom-cube.'),
  )
})
