/**
 * What is kept outlives a database that the browser threw away, a full disk, a full quota, and another machine.
 * @module-tag wide
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { accessibilityProblems } from './harness/axe.ts'
import { reach, runToEnd, startRun, waitForDone } from './harness/drive.ts'
import { layoutProblems } from './harness/layout.ts'
import { freshFolder, launchPage, type Opened, openPage } from './harness/page.ts'
import { deleteDatabase, readStored } from './harness/stored.ts'

const choices = { limit: 40, maxNewTokens: 2 }

async function openStorage(page: Page): Promise<void> {
  await page.goto(`${inject('origin')}/#/storage`)
  await page.getByRole('heading', { name: 'In this browser' }).waitFor()
}

const notices = (page: Page) => page.getByRole('region', { name: 'Notices' })

describe('a finished run', () => {
  let opened: Opened
  let page: Page
  beforeAll(async () => {
    opened = await launchPage()
    page = opened.page
    await runToEnd(page, choices)
  }, 180_000)
  afterAll(() => opened.close())

  test('is restored after the browser deleted its database', async () => {
    const before = await readStored(page)
    await deleteDatabase(page, opened.origin)
    await page.goto(`${opened.origin}/#/runs`)
    await notices(page).getByText('storage-restored').waitFor()
    await page.getByText('40 of 40').waitFor()
    const after = await readStored(page)
    expect(after.records).toEqual(before.records)
    expect(after.runs).toEqual(before.runs)
  })

  test('gets back the records that the database lost', async () => {
    const before = await readStored(page)
    await page.evaluate(
      () =>
        new Promise<void>((resolve, reject) => {
          const opening = indexedDB.open('voxelwise')
          opening.onsuccess = () => {
            const db = opening.result
            const tx = db.transaction(['records', 'tallies', 'compared'], 'readwrite')
            for (const name of ['records', 'tallies', 'compared']) tx.objectStore(name).clear()
            tx.oncomplete = () => {
              db.close()
              resolve()
            }
            tx.onabort = () => reject(tx.error)
          }
        }),
    )
    await page.reload()
    await notices(page).getByText('storage-restored').waitFor()
    expect((await readStored(page)).records).toEqual(before.records)
  })

  test('is listed with its size, in a panel that everyone can use', async () => {
    await openStorage(page)
    await page.getByText('40 of 40 records').waitFor()
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await layoutProblems(page)).toEqual([])
      expect(await accessibilityProblems(page)).toEqual([])
    }
    await page.getByRole('button', { name: 'Clear image features' }).click()
    const cleared = page.getByRole('button', { name: 'Clear image features', disabled: true })
    await cleared.and(page.locator(':focus')).waitFor()
  })

  test('is restored once by a backup, and stays deleted without', async () => {
    const before = await readStored(page)
    await openStorage(page)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save a backup' }).click(),
    ])
    const folder = freshFolder('backup')
    const file = join(folder, 'backup.zip')
    const bytes = readFileSync(await download.path())
    writeFileSync(file, bytes)

    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('button', { name: 'Delete the run' }).click()
    await page.getByText('No stored runs.').waitFor()
    await page.reload()
    await page.getByText('No stored runs.').waitFor()
    expect(await readStored(page)).toEqual({ runs: [], records: [] })

    // When it was taken in is said with it.
    const runs = before.runs.map(run => ({ ...run, imported: expect.any(String) }))
    const restored = { runs, records: before.records }
    const restore = page.getByTestId('backup-input')
    await restore.setInputFiles(file)
    await page.getByText('Restored 1 run and 40 records.').waitFor()
    expect(await readStored(page)).toEqual(restored)
    await restore.setInputFiles(file)
    await page.getByText('Restored 0 runs and 0 records.').waitFor()
    expect(await readStored(page)).toEqual(restored)

    const cut = join(folder, 'cut.zip')
    writeFileSync(cut, bytes.subarray(0, bytes.length - 40))
    await restore.setInputFiles(cut)
    await page.getByText('cut.zip', { exact: true }).waitFor()
    const damaged = join(folder, 'damaged.zip')
    writeFileSync(damaged, bytes.fill(0, 200, 300))
    await restore.setInputFiles(damaged)
    await page.getByText(/^run-0001\.json: /).waitFor()
    expect(await readStored(page)).toEqual(restored)
  })
})

test('a full quota is reported by name, and the run continues when there is room', async () => {
  // On one core some seconds pass between the first answers and the last.
  const { page, context, origin } = await openPage({ cores: 1 })
  const devtools = await context.newCDPSession(page)
  await startRun(page, { limit: 200, maxNewTokens: 2 })
  await waitForDone(page, 1)
  await devtools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1000 })
  await page.locator('.phase').filter({ hasText: 'Stopped by an error' }).waitFor({ timeout: 60_000 })
  await page.locator('main').getByText('storage-full').waitFor()
  await devtools.send('Storage.overrideQuotaForOrigin', { origin })
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.locator('.phase').filter({ hasNotText: 'Stopped by an error' }).waitFor()
  await reach(page, 'Done')
  const { records } = await readStored(page)
  expect(records.map(({ sample }) => sample.index)).toEqual(Array.from({ length: 200 }, (_, i) => i))
})
