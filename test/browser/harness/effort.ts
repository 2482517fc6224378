/** What a task costs a person: clicks, choices and seconds. */
import type { Page } from 'playwright-core'
import { type Opened, type OpenOptions, openPage } from './page.ts'

const onDesktop = { viewport: { width: 1440, height: 900 } } as const

interface Counting {
  clicks: number
}

/** The page on a desktop, with its clicks counted. */
export async function openCounted(options: OpenOptions = onDesktop): Promise<Opened> {
  const opened = await openPage(options)
  await countClicks(opened.page)
  return opened
}

/** Counts clicks, pressed buttons and choices in lists from now on, also after a reload. */
export async function countClicks(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const counted = globalThis as unknown as Counting
    counted.clicks = 0
    addEventListener('click', ({ isTrusted }) => isTrusted && counted.clicks++, true)
    addEventListener('change', ({ target }) => target instanceof HTMLSelectElement && counted.clicks++, true)
  })
  await page.reload()
}

const clicksOn = (page: Page): Promise<number> =>
  page.evaluate(() => (globalThis as unknown as Counting).clicks)

/** @returns what was done since, as "3 clicks, 4 s" */
export async function measured(page: Page, work: () => Promise<void>): Promise<string> {
  const [before, began] = [await clicksOn(page), performance.now()]
  await work()
  return `${(await clicksOn(page)) - before} clicks, ${Math.round((performance.now() - began) / 1000)} s`
}
