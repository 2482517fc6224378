/** A law over the fields of a run: what one run takes from another is named, field by field. */

import { expect, test } from 'vitest'
import { newAgain, newPass } from '../../../src/app/run/new-run.ts'
import { runSchema } from '../../../src/engine/probes/run-schema.ts'
import { environment, everyField as every, expectFates, full } from '../support/run-fates.ts'

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
