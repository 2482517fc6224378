/** What comes from a file is checked before it is stored, and shown and saved as text. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { medrcube } from '../../src/engine/protocol/protocols/medrcube.ts'
import { exportFile, openTab } from './harness/drive.ts'
import { launchPage, type Opened, removeFolder, temporaryFolder } from './harness/page.ts'
import { saved } from './harness/reports.ts'

const golden = readFileSync('test/golden/run-v1/run.json', 'utf8')

let opened: Opened
let page: Page
let folder: string
beforeAll(async () => {
  opened = await launchPage({ path: '#/runs' })
  page = opened.page
  folder = temporaryFolder('import')
})
afterAll(async () => {
  expect(opened.errors).toEqual([])
  await opened.close()
  removeFolder(folder)
})

// biome-ignore lint/suspicious/noExplicitAny: a file is changed in ways that no type allows
type Loose = any

/** A run.json of this machine; the fixture, changed. */
function made(name: string, change: (file: Loose) => void): string {
  const file: Loose = JSON.parse(golden)
  change(file)
  const path = join(folder, name)
  writeFileSync(path, JSON.stringify(file))
  return path
}

async function openList(): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Results' }).click()
  await page.getByRole('heading', { name: 'Results' }).waitFor()
}

/** Imports a file and sees its results. */
async function take(file: string): Promise<void> {
  await openList()
  await page.getByTestId('import-input').setInputFiles(file)
  await page.getByRole('navigation', { name: 'Results' }).waitFor()
}

async function deleteRun(): Promise<void> {
  await openList()
  await page.locator('[data-run]').first().getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect.poll(() => page.locator('[data-run]').count()).toBe(0)
}

/** Right answers for wrong ones and the other way round, the letters with them. */
function turn(file: Loose): void {
  for (const record of file.records) {
    if (record.status !== 'answered' || record.rightLetter === '') continue
    const letter = record.correct ? (record.rightLetter === 'A' ? 'B' : 'A') : record.rightLetter
    Object.assign(record, { response: letter, letter, correct: !record.correct })
    record.score.text = letter
  }
}

test('an inconsistent file is refused by the field at fault, and none of it is stored', async () => {
  await openList()
  const broken = made('broken.json', file => {
    file.records[17].correct = !file.records[17].correct
  })
  await page.getByTestId('import-input').setInputFiles(broken)
  const box = page.locator('main .error-box')
  await box.getByText('broken.json: records[17].correct').waitFor()
  await expect.poll(() => box.textContent()).toContain('run-file')
  await page.getByTestId('import-input').setInputFiles(made('newer.json', file => (file.version = 99)))
  await box.getByText('made by a newer Voxelwise').waitFor()
  await expect.poll(() => page.locator('[data-run]').count()).toBe(0)
})

test('another run of the same id and size, replacing a deleted one, shows its own figures', async () => {
  await take(made('first.json', () => {}))
  await page.getByText('73.7').first().waitFor()
  await deleteRun()
  await take(made('second.json', turn))
  await page.getByText('21.1').first().waitFor()
  await expect.poll(() => page.locator('main').textContent()).not.toContain('73.7')
  await deleteRun()
})

/** One for each field that a table may show. */
const hostile = {
  task: '=1+1',
  modality: '+cmd|calc!A0',
  parts: '-2+3',
  dataset: '@SUM(A1)',
  id: '\t=id',
  question: '\r=q',
  response: '=HYPERLINK("http://evil.test")',
  name: '=run',
  model: '=model',
  file: '=small',
}

/** The fields of a CSV. */
function cells(csv: string): string[] {
  return [...csv.matchAll(/"((?:[^"]|"")*)"|([^",\r\n]+)/g)].map(([, quoted, bare]) =>
    quoted === undefined ? (bare ?? '') : quoted.replaceAll('""', '"'),
  )
}

const isFormula = (cell: string): boolean => /^[=+\-@\t\r]/.test(cell) && Number.isNaN(Number(cell))

test('no text of a run is a formula in any table that is saved', { timeout: 120_000 }, async () => {
  const file = made('hostile.json', run => {
    run.passes = []
    Object.assign(run.run, { name: hostile.name })
    Object.assign(run.run.model, { name: hostile.model })
    run.records.forEach((record: Loose, i: number) => {
      const { fields } = record.sample
      Object.assign(fields, { dataset: hostile.dataset, modality: hostile.modality, parts: hostile.parts })
      Object.assign(fields, { id: `${hostile.id}${i}`, question: `${hostile.question}${i}` })
      // Some tasks stay, so that there are chains.
      if (i % 3 === 0) fields.task = hostile.task
      record.prompt = medrcube.prompt(fields)
      if (record.status !== 'answered') return
      const read = record.rightLetter === 'A' && record.correct
      if (read) record.response = `${hostile.response} A`
      record.score.text = record.response
    })
    for (const finding of run.findings) finding.subject = '=subject'
  })
  await take(file)
  const found: string[] = []
  for (const [names, tables] of [
    [['Findings'], 4],
    [['Cube'], 1],
    [['Shortcuts'], 3],
    [['Shortcuts', 'Chains'], 1],
    // It was answered in words.
    [['Reliability', 'Confidence'], 0],
    [['Samples'], 1],
  ] as const) {
    const [tab, part] = names
    await openTab(page, tab, part)
    if (tab === 'Cube') await page.getByText('As a table').click()
    const buttons = page.getByRole('button', { name: 'Save as CSV' })
    await expect.poll(() => buttons.count(), { message: tab }).toBe(tables)
    for (const [at] of Array(tables).entries()) {
      const [download] = await Promise.all([page.waitForEvent('download'), buttons.nth(at).click()])
      const csv = readFileSync(await download.path(), 'utf8')
      expect(cells(csv).filter(isFormula), `${tab}: ${download.suggestedFilename()}`).toEqual([])
      found.push(...cells(csv))
      // Chromium takes ten downloads a second from a page, and drops what comes faster.
      await page.waitForTimeout(120)
    }
  }
  for (const text of [hostile.task, hostile.modality, hostile.parts, hostile.dataset])
    expect(found).toContain(`'${text}`)
  expect(found).toContain(`'${hostile.id}0`)
  expect(found).toContain(`'${hostile.question}0`)

  await openTab(page, 'Export')
  expect(await exportFile(page, 'shortcut_report.csv')).toMatch(/\r\n'=model,/)
  expect(await saved('report.html', page.locator('main'))).toBeTruthy()
})

test('changed images are reported in the results and in a comparison', async () => {
  const digest = (mark: string) => ({ sha256: mark.repeat(64), size: 1, modified: null })
  const withDigests = (name: string, mark: string, change: (file: Loose) => void = () => {}) =>
    made(name, file => {
      file.run.id = name.replace('.json', '')
      file.run.name = file.run.id
      file.passes = []
      for (const record of file.records) {
        record.run = file.run.id
        if (record.sample.image !== null && record.status === 'answered') record.imageFile = digest(mark)
      }
      change(file)
    })
  await take(withDigests('one.json', 'a', file => (file.records[1].imageFile = digest('b'))))
  await page.getByText('An image changed during the run').waitFor()
  await expect.poll(() => page.locator('main').textContent()).toContain('small/Odd/pictures/case_01.png')
  await take(withDigests('two.json', 'c'))
  await page.goto(`${opened.origin}/#/compare?runs=one,two`)
  await page.getByText('Images differ: for up to 18 questions').waitFor()
})
