/** A run.json on its way into the browser's store. */

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readImported } from '../../../../src/data/export/imported.ts'
import { parseRun } from '../../../../src/data/export/run-file.ts'

const written = readFileSync('test/golden/run-v1/run.json', 'utf8')
const { run, passes } = parseRun(written, 'run.json')
const ids = [run, ...passes.map(pass => pass.run)].map(({ id }) => id)
const at = '2026-03-04T05:06:07.890Z'

test('what is new here keeps its ids, and nothing is running', () => {
  const going = written.replaceAll('"state":"done"', '"state":"running"')
  const imported = readImported(going, 'run.json', new Set(['other']), at)
  const kept = [imported, ...imported.passes].map(one => one.run)
  expect(kept).toEqual(
    [run, ...passes.map(pass => pass.run)].map(one => ({ ...one, state: 'paused', imported: at })),
  )
})

test('a run that is here already comes again under a new id, and its passes with it', () => {
  const again = readImported(written, 'run.json', new Set(ids), at)
  expect(ids).not.toContain(again.run.id)
  expect(new Set(again.records.map(record => record.run))).toEqual(new Set([again.run.id]))
  for (const pass of again.passes) {
    expect(ids).not.toContain(pass.run.id)
    expect(pass.run.parent).toBe(again.run.id)
    expect(new Set(pass.records.map(record => record.run))).toEqual(new Set([pass.run.id]))
  }
})
