/**
 * Two tabs on the same runs, and browsers that keep only a part of what the page stores, or nothing.
 * @module-tag wide
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { launchChromium } from '../../src/cli/browser/chromium.ts'
import { refuseStorage } from '../commands/visit.ts'
import { card, exportAll, exportRun, readyToRun, runToEnd } from './harness/drive.ts'
import { freshFolder, launchPage, type Opened, openPage } from './harness/page.ts'
import { deleteDatabase, readStored } from './harness/stored.ts'

const choices = { limit: 12, maxNewTokens: 2 }
const indices = Array.from({ length: choices.limit }, (_, i) => i)

const notices = (page: Page) => page.getByRole('region', { name: 'Notices' })
const runList = (page: Page) => page.getByRole('table', { name: 'Runs' })

/** Files of the second copies; none where their folder is gone. */
function journalFiles(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const root = await navigator.storage.getDirectory()
    let files = 0
    try {
      const journals = await root.getDirectoryHandle('run-journals')
      for await (const folder of journals.values())
        if (folder.kind === 'directory') for await (const _ of folder.keys()) files++
    } catch {
      // Its folder is gone.
    }
    return files
  })
}

describe('a finished run', () => {
  let opened: Opened
  let page: Page
  let id: string
  beforeAll(async () => {
    opened = await launchPage()
    page = opened.page
    id = await runToEnd(page, choices)
  }, 180_000)
  afterAll(() => opened.close())

  test('gets its deleted second copy back, and is restored from it', async () => {
    const before = await readStored(page)
    await page.goto(`${opened.origin}/icon.svg`)
    await page.evaluate(async () => {
      const root = await navigator.storage.getDirectory()
      await root.removeEntry('run-journals', { recursive: true })
    })
    expect(await journalFiles(page)).toBe(0)
    await page.goto(`${opened.origin}/#/runs`)
    await page.getByText('12 of 12').waitFor()
    // What the run is, and its records.
    await expect.poll(() => journalFiles(page), { timeout: 30_000 }).toBeGreaterThanOrEqual(2)
    expect(await readStored(page)).toEqual(before)

    await deleteDatabase(page, opened.origin)
    await page.goto(`${opened.origin}/#/runs`)
    await notices(page).getByText('storage-restored').waitFor()
    await page.getByText('12 of 12').waitFor()
    expect(await readStored(page)).toEqual(before)
  })

  test('that one tab deletes or imports disappears or appears in another', async () => {
    const seen = opened.errors.length
    await page.goto(`${opened.origin}/#/runs/${id}`)
    const file = join(freshFolder('import'), 'run.json')
    const { 'run.json': text } = await exportAll(page)
    writeFileSync(file, text)
    const other = await opened.context.newPage()
    await other.goto(`${opened.origin}/#/runs/${id}`)
    await other.getByRole('navigation', { name: 'Results' }).waitFor()

    await page.goto(`${opened.origin}/#/runs`)
    await runList(page).getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete the run' }).click()
    await page.getByText('No runs yet.').waitFor()
    // What it shows it still has; what it does not show any more is missed by name.
    await other.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Results' }).click()
    await other.getByText('No runs yet.').waitFor()
    await other.goto(`${opened.origin}/#/runs/${id}`)
    await other.getByText('This run is not in this browser.').waitFor()

    await other.goto(`${opened.origin}/#/runs`)
    await page.getByTestId('import-input').setInputFiles(file)
    await runList(other).getByText('12 of 12').waitFor()
    expect((await readStored(other)).records.map(({ sample }) => sample.index)).toEqual(indices)
    await other.close()
    expect(opened.errors.slice(seen)).toEqual([])
  })
})

/** Has something said in every thread of the page before its own code. */
async function sayFirst(context: BrowserContext, script: string): Promise<void> {
  await context.addInitScript(script)
  await context.route(/\.worker[^/]*\.js$/, async route => {
    const response = await route.fetch()
    await route.fulfill({ response, body: `${script}\n${await response.text()}` })
  })
}

test('without private files a run has no second copy: the page says so, and it can be exported', async () => {
  const { page, context, errors } = await openPage()
  await sayFirst(
    context,
    `navigator.storage.getDirectory = async () => { throw new DOMException('Storage directory access is denied.', 'SecurityError') }`,
  )
  await page.reload()
  await notices(page).getByText('This window keeps no second copy of runs').waitFor()
  await runToEnd(page, choices)
  expect((await exportRun(page)).records.map(({ sample }) => sample.index)).toEqual(indices)
  await page.goto(`${inject('origin')}/#/storage`)
  await page.getByText('None: this window may delete everything').waitFor()
  await expect.poll(() => notices(page).getByText('internal', { exact: true }).count()).toBe(0)
  expect(errors).toEqual([])
})

test('in a private window a run goes to its end and can be exported', async () => {
  const browser = await launchChromium('none')
  try {
    const page = await (await browser.newContext({ acceptDownloads: true })).newPage()
    await page.goto(inject('origin'))
    await runToEnd(page, choices)
    expect((await exportRun(page)).records.map(({ sample }) => sample.index)).toEqual(indices)
  } finally {
    await browser.close()
  }
})

test('a browser that stores nothing for the page is named; everything else still works', async () => {
  const profile = freshFolder('profile')
  refuseStorage(profile)
  const { page, errors } = await openPage({ profile })
  const refused = notices(page).getByText('The browser does not allow this page to store data')
  await refused.waitFor()
  await card(page, 'dataset').getByText('1,560 questions').waitFor()
  await card(page, 'model').getByText('phantom-vlm').first().waitFor()
  await expect.poll(() => refused.count()).toBe(1)
  await (await readyToRun(page)).click()
  // What a press led to stands beside its button.
  await page.getByRole('alert').getByText('The browser does not allow this page to store data').waitFor()
  await expect.poll(() => page.getByText('internal', { exact: true }).count()).toBe(0)
  // Where the runs would be it is said, too.
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Results' }).click()
  await page.locator('main').getByText('The browser does not allow this page to store data').waitFor()
  await expect.poll(() => page.locator('main').getByText('Reading the runs…').count()).toBe(0)
  expect(errors).toEqual([])
})
