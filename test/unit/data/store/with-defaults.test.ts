/** Runs as earlier versions stored them. */
import { expect, test } from 'vitest'
import { withDefaults } from '../../../../src/data/store/database.ts'
import type { Run } from '../../../../src/engine/protocol/run.ts'
import { someRun } from '../../support/records.ts'

const race = { id: 'race', models: 2, place: 0, risk: 0.1 }
const again = { of: 'earlier', cut: 1 }
const tags = { marker: [0] }
const run: Run = { ...someRun, race, again, tags }

test('a stored pass loses what belongs to its run only; a run keeps it', () => {
  const pass: Run = { ...run, id: 'p', parent: run.id, probe: { kind: 'blank-image' } }
  expect(withDefaults(run)).toEqual(run)
  const { race: _, again: __, ...own } = pass
  expect(withDefaults(pass)).toEqual(own)
})
