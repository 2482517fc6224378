import { expect, test } from 'vitest'
import type { DeviceState } from '../../../../src/app/state/state.ts'
import { AppStore, initialState } from '../../../../src/app/state/store.ts'
import { VoxelwiseError } from '../../../../src/engine/base/errors.ts'

const failed = (message: string, subject = 'IndexedDB') =>
  new VoxelwiseError({ code: 'storage', subject, message, remedy: 'Reload the page.' })

test('an error that comes again and again is one notice, the newest', () => {
  const app = new AppStore(initialState({} as DeviceState))
  app.notify(failed('Internal error.'))
  app.notify(failed('The disk is slow.'))
  for (let i = 0; i < 300; i++) app.notify(failed('Internal error.'))
  app.notify(failed('Internal error.', 'private files'))
  expect(app.state.notices.map(({ error }) => [error.subject, error.message])).toEqual([
    ['IndexedDB', 'The disk is slow.'],
    ['IndexedDB', 'Internal error.'],
    ['private files', 'Internal error.'],
  ])
  expect(new Set(app.state.notices.map(({ id }) => id)).size).toBe(3)
})
