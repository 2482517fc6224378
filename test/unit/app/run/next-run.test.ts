import { expect, test } from 'vitest'
import { nextRun } from '../../../../src/app/run/next-run.ts'

const done = { id: 'a', state: 'done' } as const
const pass = (id: string, parent: string) => ({ id, parent })

test('after a run that is done comes the first that waits, on the same folders where it is a pass of it', () => {
  expect(nextRun(done, [pass('p', 'a'), pass('q', 'a')])).toEqual({ kind: 'run', id: 'p', sameFolders: true })
  expect(nextRun({ ...pass('p', 'a'), state: 'done' }, [pass('q', 'a')])).toMatchObject({ sameFolders: true })
  expect(nextRun(done, [pass('p', 'b')])).toEqual({ kind: 'run', id: 'p', sameFolders: false })
  expect(nextRun(done, [{ id: 'b' }])).toEqual({ kind: 'run', id: 'b', sameFolders: false })
})

test('nothing follows one that was stopped or failed, or where none waits', () => {
  for (const state of ['paused', 'failed', 'running'] as const)
    expect(nextRun({ id: 'a', state }, [pass('p', 'a')])).toEqual({ kind: 'none' })
  expect(nextRun(done, [])).toEqual({ kind: 'none' })
})
