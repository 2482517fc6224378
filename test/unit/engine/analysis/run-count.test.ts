import { expect, test } from 'vitest'
import { RunCounter } from '../../../../src/data/store/run-counter.ts'
import { BenchmarkEstimates } from '../../../../src/engine/analysis/benchmark-estimate.ts'
import { overall } from '../../../../src/engine/analysis/report.ts'
import { IndexSet } from '../../../../src/engine/base/index-set.ts'
import { makeFrame } from '../../../../src/engine/protocol/frame.ts'
import { listImages } from '../../../../src/engine/protocol/sample.ts'
import { recordOutcome } from '../../../../src/engine/runtime/run-events.ts'
import { answered, failed, someRun } from '../../support/records.ts'

const records = Array.from({ length: 600 }, (_, index) => {
  const fields = { task: `Task ${index % 3}`, modality: 'CT', parts: `Part ${index % 2}`, dataset: 'D' }
  return index % 11 === 0 ? failed(index, fields) : answered(index, fields, { correct: index % 3 === 0 })
})
const run = { ...someRun, settings: { ...someRun.settings, order: 'balanced' as const, seed: 4 } }
const frame = makeFrame(records.map(({ sample }) => sample))
const voxels = [{ task: 'Task 1', modality: 'CT', parts: 'Part 1' }]

test('stored records and later verdicts add up to the same as all records together', async () => {
  let reads = 0
  const counter = new RunCounter(
    {
      load: async () => ({ skipped: [], findings: [], badFiles: [], frame }),
      async *records() {
        reads++
        yield records.slice(0, 250)
      },
      tally: async () => {
        const all = reads === 0 ? records.slice(0, 250) : records
        const there = all.filter(({ status }) => status === 'answered')
        const correct = there.filter(record => record.status === 'answered' && record.correct).length
        return { answered: there.length, failed: all.length - there.length, correct }
      },
    },
    run,
  )
  const { counted } = await counter.recount([])
  expect(counted?.answered).toBe(records.slice(0, 250).filter(({ status }) => status === 'answered').length)
  expect(new IndexSet(counted?.indices).size).toBe(250)
  // One is told that was stored before.
  const figures = counter.addVerdicts(records.slice(249).map(recordOutcome), voxels)
  const whole = new BenchmarkEstimates(frame, run.settings)
  for (const record of records) {
    const { index, verdict } = recordOutcome(record)
    whole.add(index, verdict)
  }
  // The accuracy of a finished run has the same interval.
  const similar = overall(
    records.map(record => ({
      ...{ dataset: 'D', modality: 'CT', parts: '', chance: null },
      ...{ id: '', image: listImages(record.sample)[0] ?? null, task: String(record.sample.fields.task) },
      verdict: recordOutcome(record).verdict,
    })),
  )
  const wanted = {
    overall: whole.overall(),
    similar: { low: expect.closeTo(similar.low, 12), high: expect.closeTo(similar.high, 12) },
    unaided: null,
    widestSlice: whole.widestSlice(),
    voxels: voxels.map(voxel => whole.voxel(voxel)),
  }
  expect(figures).toEqual(wanted)
  // As many as were told: nothing is read again.
  expect(await counter.recount(voxels)).toEqual({ counted: null, figures: wanted, prior: null })
  expect(reads).toBe(1)
})

test('a set of indices equals a set of numbers', () => {
  const [set, plain] = [new IndexSet(), new Set<number>()]
  let wrong = 0
  for (let i = 0; i < 5000; i++) {
    const index = (i * 7919) % 20_011
    wrong += Number(set.add(index) === plain.has(index))
    plain.add(index)
    wrong += Number(set.add(index))
  }
  expect(wrong).toBe(0)
  const again = new IndexSet(set.bits())
  expect(again.size).toBe(plain.size)
  const all = Array.from({ length: 20_100 }, (_, index) => index)
  expect(all.filter(index => again.has(index) !== plain.has(index))).toEqual([])
})
