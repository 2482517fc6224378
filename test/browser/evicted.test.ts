/**
 * The short form of `npm run lab -- evictions`: the browser deletes the data of the page while a run goes on.
 * @module-tag wide
 */
import { beforeAll, expect, inject, test } from 'vitest'
import { type Essence, evictRun, referenceRun } from '../commands/evict-run.ts'
import { freshFolder, removeFolder, temporaryFolder } from './harness/page.ts'

const questions = 200
let reference: ReadonlyMap<number, Essence>
beforeAll(async () => {
  const profile = temporaryFolder('profile')
  reference = await referenceRun({ origin: inject('origin'), profile, questions })
  removeFolder(profile)
})

test.each([
  ['all', false],
  ['all', true],
  ['indexeddb', true],
  ['file_systems', false],
] as const)(
  'a run whose %s is deleted (second sitting: %s) ends complete, and reports its loss',
  async (deleted, isSecondSitting) => {
    const found = await evictRun(
      {
        origin: inject('origin'),
        profile: freshFolder('profile'),
        seed: 3,
        questions,
        deleted,
        isSecondSitting,
      },
      reference,
    )
    // The page has everything of its first session in memory, and nothing of one before it unless the journals are left.
    expect(found.reported > 0).toBe(deleted === 'all' && isSecondSitting)
  },
)
