/** Runs as earlier versions stored them. */
import { expect, test } from 'vitest'
import { withDefaults } from '../../../../src/data/store/database.ts'
import type { Run } from '../../../../src/engine/protocol/run.ts'
import { someRun } from '../../support/records.ts'

const again = { of: 'earlier', cut: 1 }
const canaries = { compared: 0, differ: 0 }
const counts = { of: 1, samples: 1, records: 1, sittings: 1 }
const merged = { identity: 'a'.repeat(64), ...counts, shards: [], strata: [], canaries, conflicts: [] }
const tags = { marker: [0] }
const run: Run = { ...someRun, again, merged, tags }

test('a stored pass loses what belongs to its run only; a run keeps it', () => {
  const pass: Run = { ...run, id: 'p', parent: run.id, probe: { kind: 'blank-image' } }
  expect(withDefaults(run)).toEqual(run)
  const { again: _, merged: __, ...own } = pass
  expect(withDefaults(pass)).toEqual(own)
})

test('a stored run that was part of a race of models opens as a run of its own', () => {
  const raced = { ...run, race: { id: 'race', models: 2, place: 0, risk: 0.1 } }
  expect(withDefaults(raced)).toEqual(run)
})
