/**
 * The page installed as an app: its icon shows a run, its end is notified, and it opens what is dropped on it.
 * @module-tag wide
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CDPSession } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exportFile, openResults, openTab, reach, startRun, waitForDone } from './harness/drive.ts'
import { launchPage, type Opened, removeFolder, temporaryFolder } from './harness/page.ts'

let opened: Opened
let browser: CDPSession
let folder: string
let app: { readonly manifestId: string }

beforeAll(async () => {
  folder = temporaryFolder('launched')
  // On one core some seconds pass between the first answers and the last.
  opened = await launchPage({ serviceWorkers: 'allow', cores: 1 })
  const { context, origin } = opened
  await context.grantPermissions(['notifications'], { origin })
  const session = await context.browser()?.newBrowserCDPSession()
  if (!session) throw new Error('The browser gives no session of its own.')
  browser = session
  app = { manifestId: `${origin}/` }
  await browser.send('PWA.install', { ...app, installUrlOrBundleUrl: `${origin}/` })
})
afterAll(async () => {
  await opened.close()
  removeFolder(folder)
})

const badge = async (): Promise<number> => (await browser.send('PWA.getOsAppState', app)).badgeCount

const notices = () => opened.page.getByRole('region', { name: 'Notices' })

test('its icon shows the progress in per cent, and a notification reports the end', async () => {
  const { page } = opened
  await startRun(page, { limit: 200 })
  await waitForDone(page, 20)
  // What is said of a run is said of one that stands still, too: it cannot end before it was looked at.
  await page.getByRole('button', { name: 'Pause' }).click()
  await reach(page, 'Paused')
  // It is ticked once the browser has answered whether notifications are allowed.
  const wish = page.getByLabel('Notify me when the run ends')
  await wish.click()
  await expect.poll(() => wish.isChecked()).toBe(true)
  await expect.poll(badge).toBeGreaterThan(5)
  expect(await badge()).toBeLessThan(100)
  // A headless window is never covered by another.
  await page.evaluate(() =>
    Object.defineProperty(document, 'hidden', { get: () => true, configurable: true }),
  )
  await page.getByRole('button', { name: 'Resume' }).click()
  await reach(page, 'Done')
  await expect.poll(badge).toBe(0)
  const told = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration()
      return (await registration?.getNotifications())?.map(({ title, body }) => ({ title, body }))
    })
  await expect.poll(told).toEqual([
    {
      title: expect.stringMatching(/^Done: phantom-vlm/),
      body: expect.stringMatching(/^200 of 200 questions, .*% right$/),
    },
  ])
  await page.evaluate(() => Reflect.deleteProperty(document, 'hidden'))
})

test('a run.json that it is opened with is imported and shown; other files are refused by name', async () => {
  const { page } = opened
  const id = await openResults(page)
  await openTab(page, 'Export')
  const file = join(folder, 'a-run.json')
  writeFileSync(file, await exportFile(page, 'run.json'))
  await browser.send('PWA.launchFilesInApp', { ...app, files: [file] })
  const shown = () => /#\/runs\/([^/]+)/.exec(page.url())?.[1]
  await expect.poll(shown).not.toBe(id)
  await page.getByRole('navigation', { name: 'Results' }).waitFor()

  const other = join(folder, 'other.json')
  writeFileSync(other, '{}')
  await browser.send('PWA.launchFilesInApp', { ...app, files: [other] })
  await notices().getByText('other.json', { exact: false }).waitFor()
  expect(opened.context.pages()).toHaveLength(1)
})
