/** From a finished run to the papers' findings and the files for a paper. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { BlobReader, type FileEntry, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { expectCancelled } from '../../../browser/harness/cancelled.ts'
import { openTab } from '../../../browser/harness/drive.ts'
import { importFinished } from '../../../browser/harness/finished-run.ts'
import { launchPage, type Opened, removeFolder, temporaryFolder } from '../../../browser/harness/page.ts'
import { openReport, saved } from '../../../browser/harness/reports.ts'

let opened: Opened
let page: Page

beforeAll(async () => {
  opened = await launchPage()
  page = opened.page
  await importFinished(page, 'words')
  return () => opened.close()
}, 180_000)

test('the demo’s questions are not a paper’s: Papers has one line, and no verdict', async () => {
  await openTab(page, 'Papers')
  await page.getByText('The run has tasks of MedRCube, but not its 7,626 questions.').waitFor()
  await expect.poll(() => page.getByRole('table', { name: /^Findings of / }).count()).toBe(0)
})

test.each(['Save the report', 'paper.zip', 'Save all files as one zip'])(
  '%s can be cancelled',
  async button => {
    await openTab(page, 'Export')
    await expectCancelled(page, button)
  },
)

test('one press makes the files for a paper, without a script, a request or a question', async () => {
  await openTab(page, 'Export')
  const zip = new Blob([new Uint8Array(await saved('paper.zip', page.locator('main')))])
  const entries = await new ZipReader(new BlobReader(zip)).getEntries()
  const members = new Map(entries.map(entry => [entry.filename, entry as FileEntry]))
  const names = [...members.keys()]
  for (const name of ['README.txt', 'annex.html', 'annex.csv', 'methods.txt', 'tables.tex', 'references.bib'])
    expect(names).toContain(name)
  const charts = names.filter(name => name.endsWith('.svg'))
  expect(charts.length).toBeGreaterThan(3)
  for (const chart of charts)
    for (const type of ['png', 'pdf']) expect(names).toContain(chart.replace('.svg', `.${type}`))
  const bytes = async (name: string) => {
    const member = members.get(name)
    if (!member) throw new Error(name)
    return Buffer.from(await member.getData(new Uint8ArrayWriter()))
  }
  const [first = ''] = charts
  expect((await bytes(first)).toString()).toMatch(/^<svg[^>]*xmlns=/)
  expect((await bytes(first.replace('.svg', '.png'))).subarray(1, 4).toString()).toBe('PNG')
  const pdf = (await bytes(first.replace('.svg', '.pdf'))).toString('latin1')
  expect(pdf).toMatch(/^%PDF-1/)
  expect(pdf).not.toContain('/Subtype /Image')
  expect((await bytes('tables.tex')).toString()).toContain('\\toprule')
  expect((await bytes('methods.txt')).toString()).toContain('{question}')
  const folder = temporaryFolder('annex')
  const annex = join(folder, 'annex.html')
  writeFileSync(annex, await bytes('annex.html'))
  const { report, requests } = await openReport(annex, { javaScriptEnabled: false })
  expect(requests).toHaveLength(1)
  await expect.poll(() => report.locator('tbody tr').count()).toBeGreaterThan(140)
  await expect.poll(() => report.locator('script').count()).toBe(0)
  removeFolder(folder)
  expect(opened.errors).toEqual([])
})
