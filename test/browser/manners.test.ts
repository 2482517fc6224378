/** What a person expects of an app, beside what it computes. */
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openResults, reach, readyToRun, startRun, waitForDone } from './harness/drive.ts'
import { launchPage, type Opened, sharedBrowser } from './harness/page.ts'

let opened: Opened

beforeAll(async () => {
  // On one core some seconds pass between the first answers of a run and the last.
  opened = await launchPage({ path: 'changelog.html', cores: 1 })
  // Notes what the page asks for and what it gives back, and passes it on.
  await opened.context.addInitScript(() => {
    const told = { asked: 0, released: 0 }
    Object.assign(globalThis, { screenLocks: told })
    const request = WakeLock.prototype.request
    WakeLock.prototype.request = async function (type) {
      told.asked++
      const lock = await request.call(this, type)
      lock.addEventListener('release', () => told.released++)
      return lock
    }
  })
})
afterAll(() => opened.close())

const icon = () => opened.page.evaluate(() => document.querySelector<HTMLLinkElement>('link[rel=icon]')?.href)
const locks = () => opened.page.evaluate(() => Reflect.get(globalThis, 'screenLocks'))

test('the version in the page links to its changes', async () => {
  const { page, origin } = opened
  await page.goto(`${origin}/`)
  const version = page.getByRole('link', { name: /^Voxelwise \d/ })
  const [changes] = await Promise.all([page.waitForEvent('popup'), version.click()])
  const number = (await version.textContent())?.replace('Voxelwise ', '')
  await changes.getByText(`## ${number}`).waitFor()
  expect(changes.url()).toBe(`${origin}/changelog.html`)
  await changes.close()
  expect((await fetch(`${origin}/licences.html`)).ok).toBe(true)
})

test('title and icon show a run, and the screen stays awake during it', async () => {
  const { page, errors } = opened
  const plain = await icon()
  await startRun(page, { limit: 200 })
  await waitForDone(page, 20)
  await expect.poll(() => page.title()).toMatch(/^\d+% · phantom-vlm .* · Voxelwise$/)
  expect(await icon()).toMatch(/^data:image\/svg\+xml/)
  expect(await locks()).toEqual({ asked: 1, released: 0 })
  await reach(page, 'Done')
  await expect.poll(() => page.title()).toMatch(/^phantom-vlm .* · Voxelwise$/)
  await expect.poll(icon).toBe(plain)
  await expect.poll(locks).toEqual({ asked: 1, released: 1 })
  expect(errors).toEqual([])
})

test('on paper there are figures and nothing to press', async () => {
  const { page } = opened
  await openResults(page)
  await page.getByRole('table').first().waitFor()
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  const shown = await page.evaluate(() => ({
    pressable: [...document.querySelectorAll('button, nav')].filter(one => one.checkVisibility()).length,
    tables: [...document.querySelectorAll('table')].filter(one => one.checkVisibility()).length,
    paper: getComputedStyle(document.body).backgroundColor,
    ink: getComputedStyle(document.body).color,
  }))
  expect(shown.pressable).toBe(0)
  expect(shown.tables).toBeGreaterThan(0)
  expect(shown.paper).toBe('rgb(255, 255, 255)')
  expect(shown.ink).toBe('rgb(20, 25, 29)')
})

test('only a phone is shown what works there', async () => {
  const told = 'On a phone or tablet you can run the demo and open exported results.'
  await opened.page.emulateMedia({ media: 'screen', colorScheme: 'light' })
  await opened.page.goto(`${opened.origin}/`)
  await readyToRun(opened.page)
  await expect.poll(() => opened.page.getByText(told).count()).toBe(0)
  const viewport = { width: 360, height: 780 }
  const page = await (await sharedBrowser()).newPage({ hasTouch: true, isMobile: true, viewport })
  onTestFinished(() => page.close())
  await page.goto(`${opened.origin}/`)
  await page.getByText(told).waitFor()
  await readyToRun(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
})
