/** The short form of `npm run lab -- kills` and `npm run full-disk`: no answer that was shown is lost. */
import { expect, inject, test } from 'vitest'
import { freshFolder } from '../browser/harness/page.ts'
import { fillDisk } from '../commands/fill-disk.ts'
import { fillUnkeptDisk } from '../commands/fill-disk-unkept.ts'
import { killRun } from '../commands/kill-run.ts'
import { type SmallDisk, smallDisk } from '../commands/small-disk.ts'

test('a killed browser and a killed renderer lose and double nothing', async () => {
  const killed = await killRun({
    origin: inject('origin'),
    profile: freshFolder('profile'),
    victims: ['renderer', 'browser'],
    seed: 7,
    model: null,
    life: 400,
    log: () => {},
  })
  expect(killed.kills).toBe(2)
})

for (const [promise, fill] of [
  ['with', fillDisk],
  ['without', fillUnkeptDisk],
] as const)
  test(`a full disk costs no answer without a report, ${promise} persistence`, async ({ skip }) => {
    let disk: SmallDisk
    try {
      disk = smallDisk('tmpfs')
    } catch (error) {
      skip(error instanceof Error ? error.message : String(error))
      return
    }
    const told: string[] = []
    try {
      await fill(inject('origin'), disk, {
        path: '',
        older: 12,
        questions: 300,
        log: line => told.push(line),
      })
    } finally {
      disk.remove()
    }
    expect(told.join('\n')).toMatch(fill === fillDisk ? /each once$/ : /all 300 are stored in the end/)
  })
