/** The copy of runs in a folder of the user's: what outlives a browser that threw everything away. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { exportFile, openTab, runToEnd } from '../browser/harness/drive.ts'
import { openPage } from '../browser/harness/page.ts'
import { deleteDatabase, readStored } from '../browser/harness/stored.ts'

const choices = { limit: 60, maxNewTokens: 2 }

/** Stands for the user who picks a folder; it is none of those that the page keeps its own files in. */
const picksFolder = (): void => {
  window.showDirectoryPicker = async () =>
    (await navigator.storage.getDirectory()).getDirectoryHandle('my-copy', { create: true })
}

/** As after a browser restart: the folder is remembered, and the user must allow it again. */
const forgetful = (): void => {
  let granted = false
  FileSystemHandle.prototype.queryPermission = async () => (granted ? 'granted' : 'prompt')
  FileSystemHandle.prototype.requestPermission = async () => {
    if (!navigator.userActivation.isActive) throw new DOMException('No click.', 'SecurityError')
    granted = true
    return 'granted'
  }
}

/** Records in the files of the copy, and the files, read without the page's own code. */
function copied(page: Page): Promise<{ records: number; files: readonly string[] }> {
  return page.evaluate(async () => {
    const root = await navigator.storage.getDirectory()
    const picked = await root.getDirectoryHandle('my-copy')
    const copy = await picked.getDirectoryHandle('voxelwise-runs', { create: true })
    let records = 0
    const files: string[] = []
    for await (const file of copy.values())
      if (file.kind === 'file' && file.name.endsWith('.json')) {
        files.push(file.name)
        records += JSON.parse(await (await file.getFile()).text()).records.length
      }
    return { records, files: files.sort() }
  })
}

/** Files that are no runs, beside those of the copy. */
async function writeHostile(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const root = await navigator.storage.getDirectory()
    const copy = await (await root.getDirectoryHandle('my-copy')).getDirectoryHandle('voxelwise-runs')
    for (const [i, text] of ['5', '{"run":{"id":"half a run"}}'].entries()) {
      const stream = await (await copy.getFileHandle(`hostile-${i}.json`, { create: true })).createWritable()
      await stream.write(text)
      await stream.close()
    }
  })
}

async function loseEverything(page: Page, origin: string): Promise<void> {
  await deleteDatabase(page, origin)
  await page.evaluate(async () => {
    const root = await navigator.storage.getDirectory()
    const own: string[] = []
    for await (const name of root.keys()) if (name !== 'my-copy') own.push(name)
    for (const name of own) await root.removeEntry(name, { recursive: true })
  })
}

/** A page that copies its runs into a folder, on the Storage page. */
async function openCopying() {
  const opened = await openPage()
  const { page, context, origin } = opened
  await context.addInitScript(picksFolder)
  await page.goto(`${origin}/#/storage`)
  await page.reload()
  const panel = page.getByRole('region', { name: 'Copy in a folder' })
  await panel.getByRole('button', { name: 'Choose a folder' }).press('Enter')
  await panel.getByText('my-copy').waitFor()
  // It had the focus while it could not be pressed.
  await panel
    .getByRole('button', { name: 'Choose another folder', disabled: false })
    .and(page.locator(':focus'))
    .waitFor()
  return { ...opened, panel }
}

test('a copy in a folder brings every run back to a browser that lost them all', async () => {
  const { page, origin, errors, panel } = await openCopying()

  const id = await runToEnd(page, choices)
  await expect.poll(async () => (await copied(page)).records, { timeout: 20_000 }).toBe(choices.limit)
  await openTab(page, 'Export')
  const results = await exportFile(page, 'results.json')
  const before = await readStored(page)
  const whole = await copied(page)

  // It is remembered, survives "Forget folders", and nothing is written twice.
  await page.goto(`${origin}/#/storage`)
  await page.reload()
  await page.getByRole('button', { name: 'Forget folders' }).click()
  await panel.getByText('Runs are copied to my-copy').waitFor()
  await panel.getByRole('button', { name: 'Restore runs from the copy' }).click()
  await panel.getByText('0 runs and 0 records').waitFor()
  await page.reload()
  await panel.getByText('Runs are copied to my-copy').waitFor()
  expect((await copied(page)).records).toBe(choices.limit)
  expect((await copied(page)).files).toEqual(whole.files)

  expect(errors).toEqual([])
  await writeHostile(page)
  await loseEverything(page, origin)
  // A picture opened as a page has the browser ask for an icon that is not there.
  const seen = errors.length
  await page.goto(`${origin}/#/storage`)
  await page.getByText('No stored runs.').waitFor()
  await panel.getByRole('button', { name: 'Choose a folder' }).click()
  await panel.getByRole('button', { name: 'Restore runs from the copy' }).click()
  await panel.getByText('1 run and 60 records').waitFor()
  await panel.getByText('2 of the runs could not be restored').waitFor()
  expect((await readStored(page)).records).toEqual(before.records)
  await page.goto(`${origin}/#/runs/${id}`)
  await openTab(page, 'Export')
  expect(await exportFile(page, 'results.json')).toBe(results)
  expect(errors.slice(seen)).toEqual([])
}, 90_000)

test('a missing folder stops the copy with one notice and no run; once allowed again, it gets all runs', async () => {
  const { page, context, origin, errors, panel } = await openCopying()
  await page.evaluate(async () =>
    (await navigator.storage.getDirectory()).removeEntry('my-copy', { recursive: true }),
  )
  await runToEnd(page, { limit: 12, maxNewTokens: 2 })
  await page.getByText('Runs are no longer copied to this folder.').waitFor()
  expect((await readStored(page)).records).toHaveLength(12)
  await page.goto(`${origin}/#/storage`)
  await panel.getByRole('button', { name: 'Allow access again' }).waitFor()
  await expect.poll(() => page.getByText('Runs are no longer copied to this folder.').count()).toBe(1)

  // The folder is there again, and the browser wants to be asked again.
  await page.evaluate(async () =>
    (await navigator.storage.getDirectory()).getDirectoryHandle('my-copy', { create: true }),
  )
  await context.addInitScript(forgetful)
  await page.reload()
  await panel.getByText('Copying to my-copy has stopped.').waitFor()
  await panel.getByRole('button', { name: 'Allow access again' }).click()
  await panel.getByText('Runs are copied to my-copy').waitFor()
  await expect.poll(async () => (await copied(page)).records, { timeout: 20_000 }).toBe(12)

  await panel.getByRole('button', { name: 'Stop copying' }).click()
  await panel.getByRole('button', { name: 'Choose a folder' }).waitFor()
  expect((await copied(page)).records).toBe(12)
  expect(errors).toEqual([])
}, 90_000)
