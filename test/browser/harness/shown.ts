/** Elements of which a page shows several, read once they are drawn: Playwright itself reads a list at once. */
import type { Locator } from 'playwright-core'

/** Each of the elements, once there is one. */
export async function shownElements(locator: Locator): Promise<Locator[]> {
  await locator.first().waitFor({ state: 'attached' })
  return locator.all()
}

/** The text of each of the elements, once there is one. */
export async function shownTexts(locator: Locator): Promise<string[]> {
  await locator.first().waitFor({ state: 'attached' })
  return locator.allTextContents()
}
