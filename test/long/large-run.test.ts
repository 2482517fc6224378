/** A run.json of 300 MB with a judge's pass comes back from its file, a backup and a copy in a folder: as one text it is too long. */
import { closeSync, openSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { serializeRun } from '../../src/data/export/run-file.ts'
import { freshFolder, openPage } from '../browser/harness/page.ts'
import { deleteDatabase } from '../browser/harness/stored.ts'
import { largeRun } from '../unit/support/large-run.ts'

const count = 1000

function writeRun(): string {
  const file = join(freshFolder('large'), 'run.json')
  const handle = openSync(file, 'w')
  for (const part of serializeRun(largeRun(count))) writeSync(handle, part)
  closeSync(handle)
  return file
}

/** The run, the sample and the length of every stored record. */
function stored(page: Page): Promise<readonly string[]> {
  return page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const db = await done(indexedDB.open('voxelwise'))
    const found: string[] = []
    const walk = db.transaction('records').objectStore('records').openCursor()
    for (let cursor = await done(walk); cursor; cursor = await done(walk)) {
      found.push(`${cursor.key} ${JSON.stringify(cursor.value).length}`)
      cursor.continue()
    }
    db.close()
    return found
  })
}

async function deleteRun(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Delete', exact: true }).first().click()
  await page.getByRole('button', { name: 'Delete the run' }).click()
  await page.getByText('No stored runs.').waitFor()
}

test('a run of 300 MB with a judge’s pass', { timeout: 500_000 }, async () => {
  const file = writeRun()
  expect(statSync(file).size).toBeGreaterThan(270_000_000)
  const { page, context, origin, errors } = await openPage({ path: '#/runs' })
  page.setDefaultTimeout(180_000)
  await page.getByTestId('import-input').setInputFiles(file)
  await page.getByRole('navigation', { name: 'Results' }).waitFor()
  const before = await stored(page)
  expect(before).toHaveLength(2 * count)

  await page.goto(`${origin}/#/storage`)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save a backup' }).click(),
  ])
  const backup = join(freshFolder('backup'), 'backup.zip')
  await download.saveAs(backup)
  await deleteRun(page)
  await page.getByTestId('backup-input').setInputFiles(backup)
  await page.getByText('Restored 2 runs and 2,000 records.').waitFor()
  expect(await stored(page)).toEqual(before)

  await context.addInitScript(() => {
    window.showDirectoryPicker = async () =>
      (await navigator.storage.getDirectory()).getDirectoryHandle('my-copy', { create: true })
  })
  await page.reload()
  const panel = page.getByRole('region', { name: 'Copy in a folder' })
  await panel.getByRole('button', { name: 'Choose a folder' }).click()
  // Disabled until all is copied.
  await panel.getByRole('button', { name: 'Restore runs from the copy', disabled: false }).waitFor()
  await deleteDatabase(page, origin)
  await page.evaluate(async () => {
    const root = await navigator.storage.getDirectory()
    const own: string[] = []
    for await (const name of root.keys()) if (name !== 'my-copy') own.push(name)
    for (const name of own) await root.removeEntry(name, { recursive: true })
  })
  await page.goto(`${origin}/#/storage`)
  await page.getByText('No stored runs.').waitFor()
  await panel.getByRole('button', { name: 'Choose a folder' }).click()
  await panel.getByRole('button', { name: 'Restore runs from the copy' }).click()
  await panel.getByText('2 runs and 2,000 records').waitFor()
  expect(await stored(page)).toEqual(before)
  // `deleteDatabase` opens an image by itself, for which Chromium may ask for the host's /favicon.ico.
  expect(errors.filter(error => !error.includes('status of 404'))).toEqual([])
})
