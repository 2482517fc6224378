/** What a task costs a person: clicks, choices and seconds. */
import type { Locator, Page } from 'playwright-core'
import { expect, type TestContext } from 'vitest'
import { type Opened, type OpenOptions, openPage } from './page.ts'

const onDesktop = { viewport: { width: 1440, height: 900 } } as const

/** None of the twelve tasks in docs/testing.md needs more. */
const mostClicks = 6

interface Counting {
  clicks: number
}

/** The page on a desktop, with its clicks counted. */
export async function openCounted(options: OpenOptions = {}): Promise<Opened> {
  const opened = await openPage({ ...onDesktop, ...options })
  await countClicks(opened.page)
  return opened
}

/**
 * Counts presses of the mouse from now on, and two for each choice in a list, which is opened first. Chromium without a window has
 * no picker of directories: the page asks for folders as in Firefox.
 */
export async function countClicks(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Reflect.deleteProperty(globalThis, 'showDirectoryPicker')
    const counted = globalThis as unknown as Counting
    counted.clicks = 0
    const add = (clicks: number) => {
      counted.clicks += clicks
    }
    addEventListener('pointerdown', ({ isTrusted }) => isTrusted && add(1), true)
    addEventListener('change', ({ target }) => target instanceof HTMLSelectElement && add(2), true)
  })
  await page.reload()
}

const clicksOn = (page: Page): Promise<number> =>
  page.evaluate(() => (globalThis as unknown as Counting).clicks)

/** Does a task on a page that stays open, and reports its clicks and seconds. @returns the clicks */
export async function reported(
  { annotate }: TestContext,
  page: Page,
  work: () => Promise<void>,
): Promise<number> {
  const [before, began] = [await clicksOn(page), performance.now()]
  await work()
  const clicks = (await clicksOn(page)) - before
  const effort = `${clicks} clicks, ${Math.round((performance.now() - began) / 1000)} s`
  console.log(`${expect.getState().currentTestName}: ${effort}`)
  await annotate(effort)
  return clicks
}

/** The same for one of the twelve tasks, which fails where it takes too many clicks. */
export async function task(context: TestContext, page: Page, work: () => Promise<void>): Promise<void> {
  expect(await reported(context, page, work)).toBeLessThanOrEqual(mostClicks)
}

/** Presses a button that opens the browser's picker, and picks there. */
export async function pickBy(button: Locator, ...paths: readonly string[]): Promise<void> {
  const opening = button.page().waitForEvent('filechooser')
  await button.click()
  await (await opening).setFiles([...paths])
}

/** Clicks into a field and types. */
export async function typeInto(field: Locator, text: string): Promise<void> {
  await field.click()
  await field.pressSequentially(text)
}
