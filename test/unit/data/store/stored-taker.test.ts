/** A run of a run.json on its way into the browser's store. */

import { readFileSync } from 'node:fs'
import { memoryBytes } from '@voxelwise/tables'
import { expect, test } from 'vitest'
import { readRun } from '../../../../src/data/export/run-file-stream.ts'
import { freshRun } from '../../../../src/data/store/stored-taker.ts'

const { run } = await readRun(
  memoryBytes('run.json', new Uint8Array(readFileSync('test/golden/run-v1/run.json'))),
)
const at = '2026-03-04T05:06:07.890Z'

test('a new run keeps its id, and nothing is running', () => {
  expect(freshRun({ ...run, state: 'running' }, new Set(['other']), at, undefined)).toEqual({
    ...run,
    state: 'paused',
    imported: at,
  })
})

test('an existing run is imported under a new id, together with its passes', () => {
  const again = freshRun(run, new Set([run.id]), at, undefined)
  expect(again.id).not.toBe(run.id)
  const pass = freshRun({ ...run, id: 'pass', parent: run.id }, new Set(), at, again.id)
  expect(pass).toMatchObject({ id: 'pass', parent: again.id })
})
