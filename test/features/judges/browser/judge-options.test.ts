/**
 * Replies without options that no rule can read are put to a judge, and the audit counts who read them.
 * @module-tag wide
 */
import { resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTab, runToEnd } from '../../../browser/harness/drive.ts'
import { launchPage, type Opened } from '../../../browser/harness/page.ts'

let opened: Opened
beforeAll(async () => {
  opened = await launchPage()
  await runToEnd(opened.page, { limit: 12, maxNewTokens: 4, dtype: 'q8', order: 'dataset' })
}, 120_000)
afterAll(async () => {
  expect(opened.errors).toEqual([])
  await opened.close()
})

test('a run without free-text answers has judges once a pass withheld the options', async () => {
  const { page } = opened
  await openTab(page, 'Reliability', 'Probes')
  await page.getByText('Choose single probes').click()
  await page.getByLabel(/^Options withheld/).check()
  await page.getByRole('button', { name: 'Add 1 pass' }).click()
  await page
    .locator('.passes li', { hasText: 'Options withheld' })
    .locator('[data-state="Done"]')
    .waitFor({ state: 'attached', timeout: 60_000 })
  await openTab(page, 'Judges')
  await page.getByText(/^Options withheld: of \d+ replies, \d+ read by the rule, \d+ not read\.$/).waitFor()
  await page.getByTestId('judge-folder-input').setInputFiles(resolve('test/golden/language-model'))
  await page.getByLabel('Constrain replies to the format').check()
  await page.getByRole('button', { name: /^Judge \d+ replies$/ }).click()
  const judged = page.getByRole('list', { name: 'Judges’ passes' })
  await judged.locator('[data-state="Done"]').waitFor({ timeout: 60_000 })
  const read =
    /^Options withheld: of \d+ replies, \d+ read by the rule, \d+ by the judge language-model, \d+ not read\.$/
  await page.getByText(read).waitFor()
  await openTab(page, 'Reliability', 'Image use')
  await page.getByText(read).waitFor()
})
