/** Whether stored records belong to their run, sample and model, past the page's own code. */
import { readFileSync } from 'node:fs'
import { loadDataset } from '../../src/data/formats/registry.ts'
import { pickedPath } from '../../src/data/sources/picked-path.ts'
import type { RunRecord } from '../../src/engine/protocol/record.ts'
import type { Run } from '../../src/engine/protocol/run.ts'
import { demoDataset } from '../browser/harness/folders.ts'
import type { Stored } from '../browser/harness/stored.ts'

type Golden = Readonly<Record<'id' | 'question' | 'text', string>>

/** What the demo's model says in each precision, by id and question. */
function goldenAnswers(dtype: string): ReadonlyMap<string, string> | null {
  if (!['fp32', 'q8', 'q4'].includes(dtype)) return null
  const golden: readonly Golden[] = JSON.parse(
    readFileSync(`test/golden/phantom-vlm/answers-${dtype}.json`, 'utf8'),
  )
  return new Map(golden.map(({ id, question, text }) => [`${id}|${question}`, text]))
}

/** Runs whose answers are known: the demo's own questions, put to the bundled model as they are. */
const isKnown = ({ probe, settings, model }: Run): boolean =>
  !probe &&
  model.name === 'phantom-vlm' &&
  settings.scoring === 'generate' &&
  settings.chatTemplate === undefined

/** @returns a line for each record that is under another run, sample or model */
export async function wrongRecords({ runs, records }: Stored): Promise<readonly string[]> {
  const { samples } = await loadDataset(pickedPath(demoDataset).source, {})
  const byId = new Map(runs.map(run => [run.id, run]))
  const keys = new Set<string>()
  return records.flatMap(record => {
    const run = byId.get(record.run)
    if (!run) return [`A record of the run ${record.run}, which is not stored.`]
    const key = `${record.run}/${record.sample.index}`
    if (keys.has(key)) return [`${key} is stored twice.`]
    keys.add(key)
    if (run.dataset.name !== 'phantom-cube') return []
    const own = samples.find(({ index }) => index === record.sample.index)
    const isOwn = own?.fields.id === record.sample.fields.id && own?.image === record.sample.image
    if (!isOwn) return [`${key} is under another sample.`]
    return isKnown(run) ? wrongAnswer(run, record, key) : []
  })
}

function wrongAnswer({ settings }: Run, record: RunRecord, key: string): readonly string[] {
  const { id, question } = record.sample.fields
  const text = goldenAnswers(settings.dtype ?? '')?.get(`${id}|${question}`)
  if (text === undefined || record.status !== 'answered' || text.startsWith(record.response ?? '')) return []
  return [`${key} has the answer of another question or model: ${record.response}`]
}
