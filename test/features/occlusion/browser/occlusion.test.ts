/** Occlusion maps on the page of a sample, and against a known region. */
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { HeadlessRuns } from '../../../browser/harness/headless-runs.ts'
import { launchPage, type Opened } from '../../../browser/harness/page.ts'

let opened: Opened
let page: Page
let runs: HeadlessRuns

beforeAll(async () => {
  opened = await launchPage({ path: 'headless.html' })
  page = opened.page
  runs = new HeadlessRuns(opened)
  await runs.chooseDemo()
  return () => opened.close()
}, 120_000)

test('an occlusion map of one question is measured on demand, checked, and stored as a pass', {
  tags: ['long'],
}, async () => {
  const run = await runs.start([], { limit: 2 })
  await page.goto(`${opened.origin}/#/runs/${run}/samples?sample=1`)
  await page.getByRole('button', { name: 'Measure an occlusion map' }).click()
  const map = page.getByRole('img', {
    name: /^Image tokens removed: the log-probability of the answer drops by/,
  })
  await map.waitFor({ timeout: 120_000 })
  await expect.poll(() => map.locator('rect').count()).toBe(16)
  await page.getByRole('img', { name: /^Pixels covered:/ }).waitFor()
  await page.getByText(/rank correlation -?[01]\.\d\d\)/).waitFor()
  await runs.comeBack()
  const [pass, ...more] = (await runs.stored()).filter(({ parent }) => parent === run)
  expect([pass?.probe?.kind, pass?.total, more]).toEqual(['occlusion', 1, []])
  const [record] = await runs.records(pass?.id ?? '')
  expect(record?.occlusion).toMatchObject({ side: 4, tokens: { drops: expect.any(Array) } })
  expect(record?.occlusion?.curves?.randomDeletions).toHaveLength(20)
})

test('maps of a run whose file knows a region play the pointing game', { tags: ['long'] }, async () => {
  const run = await runs.start([{ kind: 'occlusion' }], { limit: 2 })
  const written = JSON.parse(await runs.exported(run))
  await runs.importJson(JSON.stringify({ ...written, regions: [[1, 10, 10, 40, 40]] }))
  const { occlusion } = JSON.parse(await runs.exported(run))
  expect(occlusion.slices[0].region).toMatchObject({ pointing: { n: 1 } })
  await page.goto(`${opened.origin}/#/runs/${run}/audit`)
  const pointing = page.getByRole('table', { name: /^Pointing game/ })
  await pointing.waitFor({ timeout: 60_000 })
  await expect.poll(() => pointing.getByRole('row').count()).toBe(3)
})
