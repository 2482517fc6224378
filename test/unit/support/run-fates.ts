/** What a run takes from another, field by field. */
import { expect } from 'vitest'
import type { Run } from '../../../src/engine/protocol/run.ts'
import { someRun } from './records.ts'

/** `taken` from the other run, `own` to the new one, or `left` out. */
type Fate = 'taken' | 'own' | 'left'
type Fates = Readonly<Record<keyof Run, Fate>>

/** A new run with nothing but its data set and model from another. */
export const everyField: Fates = {
  ...{ id: 'own', name: 'own', created: 'own', state: 'own', total: 'own', settings: 'own' },
  ...{ dataset: 'taken', model: 'taken', environment: 'own', timings: 'own' },
  ...{ probe: 'left', judging: 'left', parent: 'left', people: 'left', tags: 'left', note: 'left' },
  ...{ selected: 'left', again: 'left', error: 'left', events: 'left', imported: 'left', merged: 'left' },
  ...{ plan: 'left', positive: 'left', remarks: 'left' },
}

/** A run in which every field has a value of its own. */
const optional = {
  selected: 12,
  people: [],
  note: 'A note.',
  tags: { marker: [1] },
  remarks: [{ index: 1, by: 'A', set: 'errors-1', at: someRun.created }],
  again: { of: 'earlier', cut: 1 },
  error: { code: 'bad-json', subject: 's', message: 'm', remedy: 'r' },
  events: [],
  imported: someRun.created,
  merged: { identity: 'a'.repeat(64) },
  plan: { goal: 'width' },
  positive: 'No',
}
export const full = { ...someRun, ...optional } as unknown as Run
export const environment = { ...someRun.environment, userAgent: 'another' }

export function expectFates(made: Run, from: Run, fates: Fates): void {
  for (const [field, fate] of Object.entries(fates) as [keyof Run, Fate][]) {
    if (fate === 'left') expect(made, field).not.toHaveProperty(field)
    else if (fate === 'taken') expect(made[field], field).toEqual(from[field])
    else expect(made, field).toHaveProperty(field)
  }
}
