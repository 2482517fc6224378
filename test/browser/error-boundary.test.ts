/** A view that throws while it is drawn takes down neither the page nor the run that goes on. */
import { expect, test } from 'vitest'
import type { Environment } from '../../src/engine/protocol/run.ts'
import { done, startRun, waitForDone } from './harness/drive.ts'
import { importFinished } from './harness/finished-run.ts'
import { openPage } from './harness/page.ts'
import { readStored, writeRun } from './harness/stored.ts'

test('a broken view reports it, with details to copy, and the run continues', async () => {
  const { context, page } = await openPage({ cores: 1 })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const id = await importFinished(page, 'words')
  const [run] = (await readStored(page)).runs
  if (!run) throw new Error('There is no run.')
  // A fault of ours: what every view relies on is not there.
  await writeRun(page, { ...run, environment: null as unknown as Environment })

  // So many that it still goes on when all that follows has been looked at.
  await startRun(page, { limit: 1500, maxNewTokens: 2 })
  await waitForDone(page, 4)
  await page.evaluate(address => location.assign(address), `#/runs/${id}`)
  const box = page.locator('main .error-box')
  await box.waitFor()
  await expect.poll(() => box.textContent()).toContain('internal')
  await box.getByRole('button', { name: 'Copy details' }).click()
  await box.getByRole('button', { name: 'Copied' }).waitFor()
  const details = await page.evaluate(() => navigator.clipboard.readText())
  expect(details).toMatch(/^Voxelwise [\d.]+ /)
  expect(details).toContain('internal: ')

  // Everything around it still works, and the run was not held up.
  await page.evaluate(() => location.assign('#/run'))
  const before = await done(page)
  await waitForDone(page, before + 5)
})
