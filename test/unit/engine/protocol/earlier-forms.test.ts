/** Runs and records as earlier versions wrote them. */
import { expect, test } from 'vitest'
import { presentRecord, presentRun } from '../../../../src/engine/protocol/earlier-forms.ts'
import type { Run } from '../../../../src/engine/protocol/run.ts'
import { answered, failed, someRun } from '../../support/records.ts'

const again = { of: 'earlier', cut: 1 }
const canaries = { compared: 0, differ: 0 }
const counts = { of: 1, samples: 1, records: 1, sittings: 1 }
const merged = { identity: 'a'.repeat(64), ...counts, shards: [], strata: [], canaries, conflicts: [] }
const run: Run = { ...someRun, again, merged, tags: { marker: [0] } }

test('a run without a protocol and an order was asked by the first protocol, in the order of the data set', () => {
  const { protocol: _, order: __, seed: ___, ...settings } = run.settings
  expect(presentRun({ ...run, settings })).toEqual({
    ...run,
    settings: { ...settings, protocol: { id: 'medrcube', version: 1 }, order: 'dataset', seed: 0 },
  })
})

test('a pass loses what belongs to its run only; a run keeps it', () => {
  const pass: Run = { ...run, id: 'p', parent: run.id, probe: { kind: 'blank-image' } }
  const { again: _, merged: __, ...own } = pass
  expect(presentRun(run)).toEqual(run)
  expect(presentRun(pass)).toEqual(own)
})

test('a run that was part of a race of models is a run of its own', () => {
  expect(presentRun({ ...run, race: { id: 'race', models: 2, place: 0, risk: 0.1 } })).toEqual(run)
})

test('letters are answers, in the place where they stood', () => {
  const { rightAnswer, parsed, ...rest } = answered(0, {})
  const written = presentRecord({ rightLetter: rightAnswer, ...rest, letter: parsed })
  expect(Object.entries(written)).toEqual(Object.entries({ rightAnswer, ...rest, parsed }))
  const { rightAnswer: right, ...other } = failed(1)
  expect(presentRecord({ ...other, rightLetter: right })).toEqual(failed(1))
})

test.each([[null], ['text'], [3], [[]], [{}], [{ settings: 'text', probe: null }]])(
  'what no version wrote stays as it is: %j',
  value => {
    expect(presentRun(value)).toEqual(value)
    expect(presentRecord(value)).toEqual(value)
  },
)

test('the present form stays as it is, its fields in their order', () => {
  expect(JSON.stringify(presentRun(run))).toBe(JSON.stringify(run))
  expect(presentRecord(answered(0, {}))).toEqual(answered(0, {}))
})
