/**
 * A study from a picked folder to its paper: a saved view, gates and the annex.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { BlobReader, type FileEntry, TextWriter, ZipReader } from '@zip.js/zip.js'
import { expect, test } from 'vitest'
import { card, openTab, pickFolder, readyToRun, runToEnd } from '../browser/harness/drive.ts'
import { sharedFolder } from '../browser/harness/folders.ts'
import { openPage, removeFolder, temporaryFolder } from '../browser/harness/page.ts'
import { saved } from '../browser/harness/reports.ts'

test('from picking a folder to a saved view, gates and the annex', { timeout: 240_000 }, async () => {
  const { page, errors } = await openPage()
  const folder = temporaryFolder('study')
  await readyToRun(page)
  await pickFolder(page, 'dataset', sharedFolder('real-slices'))
  await card(page, 'dataset').getByText('108 questions').waitFor()
  await runToEnd(page, { maxNewTokens: 2, dtype: 'q8' }, 180_000)

  await openTab(page, 'Cube', 'Subgroups')
  await page.getByLabel('By', { exact: true }).selectOption('gt_answer')
  await page.getByLabel('Crossed with').selectOption('modality')
  const view = 'Accuracy by gt_answer and modality'
  await page.getByRole('table', { name: view }).waitFor()
  await page.getByRole('button', { name: 'Save this view' }).click()
  const address = page.url()

  await openTab(page, 'Findings')
  const gates = join(folder, 'gates.json')
  writeFileSync(
    gates,
    '{"gates":[{"bound":"high","atLeast":0},{"where":{"task":"None such"},"atLeast":0.5}]}',
  )
  await page.getByTestId('gates').setInputFiles(gates)
  const conditions = page.getByRole('table', { name: 'Conditions on the figures' })
  await conditions.getByText('undecided', { exact: true }).waitFor()
  await expect.poll(() => conditions.getByText('pass', { exact: true }).count()).toBe(1)

  await page.goto('about:blank')
  await page.goto(address)
  await page.getByRole('table', { name: view }).waitFor()
  await page.getByRole('button', { name: 'Remove this saved view' }).waitFor()

  await openTab(page, 'Export')
  const report = (await saved('report.html', page.locator('main'))).toString()
  expect(report).toContain(view)
  expect(report).not.toMatch(/<script\b/i)
  const zip = new Blob([new Uint8Array(await saved('paper.zip', page.locator('main')))])
  const members = await new ZipReader(new BlobReader(zip)).getEntries()
  const text = async (name: string) =>
    (members.find(({ filename }) => filename === name) as FileEntry).getData(new TextWriter())
  expect(await text('annex.html')).toContain('MI-CLEAR-LLM')
  expect(await text('methods.txt')).toMatch(/^We evaluated phantom-vlm/)
  expect(await text('tables.tex')).toContain('\\toprule')
  removeFolder(folder)
  expect(errors).toEqual([])
})
