/**
 * A page that is reloaded in the middle of a run finishes its last write, and does not report that as a loss.
 * @module-tag wide
 */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { done, startRun, waitForDone } from './harness/drive.ts'
import { openPage } from './harness/page.ts'
import { readStored } from './harness/stored.ts'

const notices = (page: Page) => page.getByRole('region', { name: 'Notices' })

test('a plain reload during a run keeps every answer that was shown, and reports no loss', async () => {
  const { page, origin } = await openPage()
  await startRun(page, { limit: 1560, maxNewTokens: 2 })
  for (let reload = 0; reload < 2; reload++) {
    const before = reload === 0 ? 0 : await done(page)
    await waitForDone(page, before + 30)
    const shown = await done(page)
    await page.reload()
    await page.goto(`${origin}/#/runs`)
    await page
      .getByText(/ of 1,560/)
      .first()
      .waitFor()
    // The comparison of the two copies follows the list of runs.
    await page.waitForTimeout(2500)
    await expect.poll(() => notices(page).getByText('storage-restored').count()).toBe(0)
    expect((await readStored(page)).records.length).toBeGreaterThanOrEqual(shown)
    await page.getByRole('table', { name: 'Runs' }).getByRole('button', { name: 'Continue' }).click()
    await page.locator('.phase').waitFor()
  }
})
