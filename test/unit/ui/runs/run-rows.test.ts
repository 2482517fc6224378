import { expect, test } from 'vitest'
import type { RunSummary } from '../../../../src/app/state/state.ts'
import type { Estimate } from '../../../../src/engine/analysis/shares.ts'
import type { Run } from '../../../../src/engine/protocol/run.ts'
import { hasInterval, runRows } from '../../../../src/ui/runs/run-rows.ts'
import { someRun } from '../../support/records.ts'

const makeRun = (id: string, change: Partial<Run> = {}): Run => ({
  ...someRun,
  id,
  name: 'm q4 on data',
  ...change,
})
const makeSummary = (run: Run): RunSummary => ({ run, answered: 3, failed: 0, correct: 2 })
const settingsWith = (part: Partial<Run['settings']>) => ({ settings: { ...someRun.settings, ...part } })

test('runs of one name are told apart by what differs between them, and only by that', () => {
  const runs = [
    makeRun('a'),
    makeRun('b', settingsWith({ scoring: 'choices' })),
    makeRun('c', settingsWith({ device: 'webgpu' })),
    makeRun('d', { name: 'mine' }),
  ]
  expect(runRows(runs.map(makeSummary), null, new Map()).map(({ name }) => name)).toEqual([
    'm q4 on data · WASM · generated text',
    'm q4 on data · WASM · option probabilities',
    'm q4 on data · WebGPU · generated text',
    'mine',
  ])
})

test('what the name says is not said again', () => {
  const [row] = runRows([makeSummary(makeRun('a'))], null, new Map())
  expect(row?.facts).toEqual(['WASM'])
})

test('a row has the interval once it is known of these answers, and costs where they were measured', () => {
  const known: Estimate = {
    ...{ n: 3, correct: 2, share: 2 / 3, low: 0.2, high: 0.9, chance: null },
    basis: { clusters: 3, unit: 'image', designEffect: 1, effectiveN: 3 },
  }
  const model = { ...someRun.model, memory: 2e9, size: 1e9 }
  const summary = makeSummary(
    makeRun('a', { model, timings: { load: 1, asking: 9000 }, imported: someRun.created }),
  )
  const [before] = runRows([summary], null, new Map())
  const [after] = runRows([summary], null, new Map([['a', known]]))
  expect(before && hasInterval(before)).toBe(false)
  expect(after && hasInterval(after)).toBe(true)
  expect(after).toMatchObject({ seconds: 9, memory: 2e9, size: 1e9, origin: 'imported', word: 'Done' })
  const [other] = runRows([{ ...summary, answered: 2, correct: 1 }], null, new Map([['a', known]]))
  expect(other?.accuracy.share).toBe(0.5)
})
