/** A run.json on its way into the browser's store. */
import { expect, test } from 'vitest'
import { serializeRun } from '../../src/data/export/run-file.ts'
import { readImported } from '../../src/data/results.ts'
import { answered, someRun } from './records.ts'

const pass = {
  run: { ...someRun, id: 'p', parent: 'r', probe: { kind: 'blank-image' }, state: 'running' },
  records: [answered(0, { id: 'x' }, { run: 'p' })],
} as const
const json = [...serializeRun({ run: someRun, records: [answered(0, { id: 'x' })], passes: [pass] })].join('')

test('what is new here keeps its ids, and nothing is running', () => {
  const { run, passes } = readImported(json, 'run.json', new Set(['other']))
  expect(run.id).toBe('r')
  expect(passes.map(one => one.run)).toEqual([{ ...pass.run, state: 'paused' }])
})

test('a run that is here already comes again under a new id, and its passes with it', () => {
  const { run, records, passes } = readImported(json, 'run.json', new Set(['r', 'p']))
  expect(run.id).not.toBe('r')
  expect(records.map(record => record.run)).toEqual([run.id])
  const [found] = passes
  expect(found?.run.id).not.toBe('p')
  expect(found?.run.parent).toBe(run.id)
  expect(found?.records.map(record => record.run)).toEqual([found?.run.id])
})
