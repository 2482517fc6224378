/** Ends what the page makes, in the middle. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Holds back what the page sends to its threads, as a slow machine does. @returns what lets it go */
async function holdThreads(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    const held: (() => void)[] = []
    const own = Worker.prototype.postMessage
    Worker.prototype.postMessage = function (...sent: unknown[]) {
      held.push(() => Reflect.apply(own, this, sent))
    }
    Object.assign(globalThis, {
      letThreadsGo: () => {
        Worker.prototype.postMessage = own
        for (const send of held) send()
      },
    })
  })
  return () => page.evaluate(() => (globalThis as unknown as { letThreadsGo: () => void }).letThreadsGo())
}

/** Presses a button that saves a file, then Cancel: no file and no error comes, and the button is there again. */
export async function expectCancelled(page: Page, name: string): Promise<void> {
  const files: string[] = []
  page.on('download', download => files.push(download.suggestedFilename()))
  const button = page.getByRole('button', { name, exact: true, disabled: false }).first()
  const letGo = await holdThreads(page)
  await button.click()
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await letGo()
  await button.waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Cancel', exact: true }).count()).toBe(0)
  await expect.poll(() => page.locator('.error-box').count()).toBe(0)
  expect(files).toEqual([])
}
