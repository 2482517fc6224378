/** Logs that VLMEvalKit and lmms-eval themselves wrote of one data set (tools/formats/published.py). */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { datasetHere } from '../../../src/data/formats/portioned-dataset.ts'
import { loadDataset } from '../../../src/data/formats/registry.ts'
import { summariseDataset } from '../../../src/data/formats/summarise-dataset.ts'
import { pickedPath } from '../../../src/data/sources/picked-path.ts'
import { findProtocol, protocolReference } from '../../../src/engine/protocol/protocols/registry.ts'
import { readLog } from '../../../src/features/logs/data/read-log.ts'
import { runOfLog } from '../../../src/features/logs/data/run-of-log.ts'
import { letteredOptions, mappingWith } from '../../unit/support/mapping-with.ts'
import { publishedFolder as folder, publishedRows as rows } from '../../unit/support/published-rows.ts'
import { someRun } from '../../unit/support/records.ts'

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
  const mapping = mappingWith({ ...letteredOptions, id: 'index', images: 'image' })
  const loaded = await loadDataset(source, { mapping })
  const protocol = protocolReference(findProtocol({ id: 'vlmevalkit', version: 1 }))
  const dataset = datasetHere(loaded, { ...summariseDataset(loaded, source.kind), protocol })
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
