/** The tab Samples: ticks, tags, gallery and what is saved. */
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectCancelled } from './harness/cancelled.ts'
import { openTab } from './harness/drive.ts'
import { importFinished } from './harness/finished-run.ts'
import { launchPage, type Opened } from './harness/page.ts'

let opened: Opened
let page: Page

beforeAll(async () => {
  opened = await launchPage({ viewport: { width: 1440, height: 900 } })
  page = opened.page
  await importFinished(page, 'choices')
  await openTab(page, 'Samples')
})
afterAll(() => opened.close())

const list = () => page.getByRole('listbox', { name: 'Samples' })
const sample = () => page.getByRole('article', { name: /^Sample / })
const status = (text: string) => page.getByRole('status').filter({ hasText: text }).waitFor()

async function savedText(button: string): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button, exact: true }).click(),
  ])
  return readFileSync(await download.path(), 'utf8')
}

test('a tag has a key, and stands in the list', async () => {
  await list().getByRole('option').first().click()
  await sample().getByLabel('Tag this sample').fill('odd')
  await page.keyboard.press('Enter')
  await sample().getByRole('button', { name: 'odd', pressed: true }).waitFor()
  await list().focus()
  await page.keyboard.press('1')
  await sample().getByRole('button', { name: 'odd', pressed: false }).waitFor({ state: 'detached' })
  await sample().getByLabel('Tag this sample').fill('odd')
  await page.keyboard.press('Enter')
  await list().focus()
  await page.keyboard.press('j')
  await sample().getByRole('button', { name: 'odd', pressed: false }).waitFor()
  await page.keyboard.press('1')
  await sample().getByRole('button', { name: 'odd', pressed: true }).waitFor()
  await expect.poll(() => list().getByText('odd', { exact: true }).count()).toBe(2)
})

test('ticked samples alone are saved, with question, options, answers, reply and tags', async () => {
  await list().focus()
  await page.keyboard.press('x')
  await status('24 samples, 1 ticked')
  await list().getByRole('option').nth(3).locator('.tick-mark').click()
  await status('24 samples, 2 ticked')
  const text = await savedText('Save as CSV')
  expect(text).toMatch(/^index,id,task,.*question,options,right_answer,model_answer,reply,verdict,.*tags\r\n/)
  expect(text.trimEnd().split('\r\n')).toHaveLength(3)
  expect(text).toContain('A. ')
  expect(text).toContain(',odd')
  await page.getByRole('button', { name: 'Untick all' }).click()
  await status('24 samples')
})

test('the gallery has each image once, with all of its questions', async () => {
  await page.getByRole('button', { name: 'Gallery', exact: true }).click()
  const tiles = page.getByRole('region', { name: 'Gallery' }).locator('.gallery > li')
  await expect.poll(() => tiles.count()).toBe(4)
  await expect.poll(() => tiles.first().locator('ul a').count()).toBe(6)
  await tiles.nth(1).getByRole('checkbox').check()
  await status('24 samples, 6 ticked')
  await tiles.first().locator('ul a').nth(1).click()
  // It opens beside the gallery, in the window.
  await expect.poll(async () => (await sample().boundingBox())?.y ?? -1).toBeLessThan(450)
  await expectCancelled(page, 'Save as contact sheet')
  const sheet = await savedText('Save as contact sheet')
  expect(sheet.match(/<figure>/g)).toHaveLength(1)
  expect(sheet.match(/aria-label="Sample /g)).toHaveLength(6)
  await page.getByRole('button', { name: 'Untick all' }).click()
})

test('only what no rule could read, or what is in a shortcut', async () => {
  await page.getByRole('button', { name: 'List', exact: true }).click()
  await page.getByLabel('Only', { exact: true }).selectOption('unread')
  await page.getByText('No sample matches this selection.').waitFor()
  await page.getByLabel('Only', { exact: true }).selectOption('shortcut')
  await page
    .getByText(/^(No sample matches this selection\.|\d+ of 24 samples)$/)
    .first()
    .waitFor()
  await page.getByRole('button', { name: 'Show all' }).click()
  await status('24 samples')
  expect(opened.errors).toEqual([])
})
