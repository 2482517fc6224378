/** A law over the fields of a run: what one run takes from another is named, field by field. */

import { expect, test } from 'vitest'
import { newAgain, newPass } from '../../../src/app/run/new-run.ts'
import { runSchema } from '../../../src/engine/probes/run-schema.ts'
import type { Run } from '../../../src/engine/protocol/run.ts'
import { mergeShards } from '../../../src/features/shards/data/merge.ts'
import { Random } from '../support/random.ts'
import { someRun } from '../support/records.ts'
import { drawnSamples, madeShard, manifestOf, runOn } from '../support/shards.ts'

/** `taken` from the other run, `own` to the new one, or `left` out. */
type Fate = 'taken' | 'own' | 'left'
type Fates = Readonly<Record<keyof Run, Fate>>

const every: Fates = {
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
const full = { ...someRun, ...optional } as unknown as Run
const environment = { ...someRun.environment, userAgent: 'another' }

function expectFates(made: Run, from: Run, fates: Fates): void {
  for (const [field, fate] of Object.entries(fates) as [keyof Run, Fate][]) {
    if (fate === 'left') expect(made, field).not.toHaveProperty(field)
    else if (fate === 'taken') expect(made[field], field).toEqual(from[field])
    else expect(made, field).toHaveProperty(field)
  }
}

test('these laws speak of every field of a run', () => {
  expect(Object.keys(every).sort()).toEqual(Object.keys(runSchema.entries).sort())
})

test('a pass takes the folders and the settings of its run, and nothing else', () => {
  const pass = newPass(full, { kind: 'blank-image' }, 2, environment, null)
  expectFates(pass, full, { ...every, settings: 'taken', probe: 'own', parent: 'own' })
  expect(pass).toMatchObject({ parent: full.id, total: 2, state: 'paused', environment })
})

test('a repetition with more tokens takes the tags and the positive answer too', () => {
  expectFates(newAgain(full, 3, environment), full, {
    ...every,
    total: 'taken',
    selected: 'taken',
    ...{ tags: 'taken', positive: 'taken' },
    again: 'own',
  })
})

test('a merged run takes the folders and the machine of its largest part', async () => {
  const samples = drawnSamples(new Random(1), 12)
  const manifest = await manifestOf({ samples })
  const runOf = (sitting: number): Run => runOn({ samples }, sitting)
  const files = await Promise.all(
    [1, 2].map(number => madeShard({ manifest, samples, shard: { number, of: 2 }, runOf })),
  )
  const odd = files.map(file => ({
    ...file,
    sittings: file.sittings.map(sitting => ({ ...sitting, run: { ...full, ...sitting.run } })),
  }))
  const { run } = mergeShards(manifest, odd)
  if (!run) throw new Error('Nothing was merged.')
  expectFates(run, runOf(0), { ...every, environment: 'taken', merged: 'own' })
})
