import type { Locator, Page } from 'playwright-core'
import { shownElements } from '../../../browser/harness/shown.ts'

/** Makes runs of the readers R1 and R2, and opens the table of their pairs. */
export async function comparedPairs(page: Page, origin: string): Promise<Locator> {
  for (const code of ['R1', 'R2']) {
    await page.goto(`${origin}/#/people`)
    await page.getByRole('button', { name: `Make a run of ${code}` }).click()
    await page.getByRole('heading', { name: new RegExp(`Reader ${code} on`) }).waitFor()
  }
  await page.goto(`${origin}/#/runs`)
  for (const box of await shownElements(page.getByRole('table', { name: 'Runs' }).getByRole('checkbox')))
    await box.check()
  await page.getByRole('button', { name: /^Compare 2 runs/ }).click()
  await page.getByRole('navigation', { name: 'Comparison' }).getByRole('link', { name: 'Readers' }).click()
  return page.getByRole('table', { name: 'Pairs' })
}
