/** A run's folder in a copy: files of frames, read one after the other. */
import { expect, test } from 'vitest'
import { copiedHead, copiedRecords } from '../../../../src/data/store/copied-run.ts'
import { framesOf, type JournalEntry } from '../../../../src/data/store/journal.ts'
import type { RunRecord } from '../../../../src/engine/protocol/record.ts'
import { memoryFolder } from '../../support/memory-folder.ts'
import { answered, failed, someRun } from '../../support/records.ts'

const load = { skipped: [], findings: [], badFiles: [] }
const entries: readonly JournalEntry[] = [
  { run: { ...someRun, state: 'running' } },
  { load },
  ...Array.from({ length: 20 }, (_, i) => ({
    record: i % 7 === 6 ? failed(i) : answered(i, { id: `${i}`, question: 'VxJ1 ü \ud800 ?' }),
  })),
  { run: someRun },
]

async function read(files: readonly Uint8Array<ArrayBuffer>[], slice?: number) {
  const folder = memoryFolder()
  for (const [i, bytes] of files.entries()) {
    const stream = await (await folder.getFileHandle(`${i}.journal`, { create: true })).createWritable()
    await stream.write(bytes)
    await stream.close()
  }
  const head = await copiedHead(folder, slice)
  const records: RunRecord[] = []
  if (head) for await (const record of copiedRecords(folder, head, slice)) records.push(record)
  return head && { run: head.run, load: head.load, records }
}

test('a run that was written in parts is the same run, and a part that was cut costs its own end only', async () => {
  const whole = await read([framesOf(entries)])
  expect(whole?.records).toHaveLength(20)
  const parts = [0, 5, 6, 14].map((from, i, starts) => framesOf(entries.slice(from, starts[i + 1])))
  for (const slice of [30, 500, undefined]) expect(await read(parts, slice)).toEqual(whole)
  const cut = await read(parts.map((part, i) => (i === 1 || i === 2 ? part.slice(0, -1) : part)))
  const lost = [5, 13].flatMap(i => {
    const entry = entries[i]
    return entry && 'record' in entry ? [entry.record.sample.index] : []
  })
  expect(lost).toHaveLength(2)
  expect(cut).toEqual({
    ...whole,
    records: whole?.records.filter(({ sample }) => !lost.includes(sample.index)),
  })
})

test('of two records of a sample the first counts, of two states of a run the last', async () => {
  const early = framesOf([
    { run: { ...someRun, state: 'running' } },
    { record: answered(1, { id: 'first' }) },
  ])
  const late = framesOf([{ record: answered(1, { id: 'second' }) }, { record: answered(0, {}) }])
  const about = framesOf([{ load }, { run: { ...someRun, name: 'Renamed' } }])
  expect(await read([early, late, about])).toEqual({
    run: { ...someRun, name: 'Renamed' },
    load,
    records: [answered(1, { id: 'first' }), answered(0, {})],
  })
  expect(await read([])).toBeNull()
})

test('what stands before another import of the run does not count', async () => {
  const imported = '2026-03-04T05:06:07.890Z'
  const old = framesOf([
    { run: someRun },
    { load },
    { record: answered(0, { id: 'old' }) },
    { record: answered(5, {}) },
  ])
  const again = framesOf([{ run: { ...someRun, imported } }, { record: answered(0, { id: 'new' }) }])
  const renamed = framesOf([{ record: answered(1, {}) }, { run: { ...someRun, imported, name: 'Renamed' } }])
  expect(await read([old, again, renamed])).toEqual({
    run: { ...someRun, imported, name: 'Renamed' },
    load: null,
    records: [answered(0, { id: 'new' }), answered(1, {})],
  })
})
