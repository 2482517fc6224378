import type { Page } from 'playwright-core'

/** From the page of studies to the first question of a sitting. */
export async function showSitting(page: Page): Promise<void> {
  await page.getByLabel('Questions', { exact: true }).fill('20')
  await page.getByText(/^20 questions on/).waitFor()
  await page.getByRole('button', { name: 'Make the study' }).click()
  await page.getByLabel('Reader’s code').fill('R1')
  await page.getByLabel('Reader’s code').press('Enter')
  await page.getByAltText('The image of this question').waitFor()
}
