/** A run goes on about the images that it began with, or not at all. */
import { createHash } from 'node:crypto'
import { cpSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { RunRecord } from '../../src/engine/protocol/record.ts'
import {
  card,
  exportRun,
  openResults,
  openStep,
  openTab,
  pickFolder,
  reach,
  readyToRun,
  runToEnd,
  startRun,
  waitForDone,
} from './harness/drive.ts'
import { demoDataset } from './harness/folders.ts'
import { freshFolder, openPage } from './harness/page.ts'

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

function expectDigests(records: readonly RunRecord[], findFile: (path: string) => string): void {
  for (const { sample, imageFile } of records) {
    const bytes = readFileSync(findFile(sample.image ?? ''))
    expect(imageFile).toMatchObject({ sha256: sha256(bytes), size: bytes.length })
  }
}

/** Picks the folder, again where it was picked before. */
async function pickAgain(page: Page, folder: string): Promise<void> {
  await page.getByRole('link', { name: 'Set up', exact: true }).click()
  await readyToRun(page)
  await pickFolder(page, 'dataset', folder)
  await card(page, 'dataset').getByText('1,560 questions').waitFor()
}

async function pressContinue(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Results' }).click()
  await page
    .getByRole('table', { name: 'Runs' })
    .locator('[data-run]')
    .first()
    .getByRole('button', { name: 'Continue' })
    .click()
}

/** Notes what the page says from now on of the images that it checks: it says it for a moment only. */
async function noteChecks(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.evaluate(() => {
    const said: string[] = []
    Object.assign(globalThis, { said })
    new MutationObserver(() => {
      const text = document.querySelector('[data-run] [role=status]')?.textContent
      if (text) said.push(text)
    }).observe(document.body, { childList: true, subtree: true, characterData: true })
  })
  return () => page.evaluate(() => Reflect.get(globalThis, 'said') as string[])
}

/** What a press led to, beside its button. */
const notice = (page: Page) => page.getByRole('alert')

test('a run whose images were overwritten is not continued, until they are restored', {
  tags: ['wide'],
}, async () => {
  const { page, errors } = await openPage({ cores: 1 })
  const folder = join(freshFolder('images'), 'cube')
  cpSync(demoDataset, folder, { recursive: true })
  await readyToRun(page)
  await pickAgain(page, folder)
  await startRun(page, { limit: 240, maxNewTokens: 2 })
  await waitForDone(page, 30)
  await page.getByRole('button', { name: 'Stop' }).click()
  await reach(page, 'Stopped')

  // All pictures of the first folder become those of its first; one is as it was, but for its date.
  const pictures = join(folder, 'PhantomBrainCT/pictures')
  const [first = '', ...others] = Array.from({ length: 20 }, (_, i) =>
    join(pictures, `case_${String(i + 1).padStart(2, '0')}.png`),
  )
  const before = new Map(others.map(path => [path, readFileSync(path)]))
  utimesSync(first, new Date(), new Date())
  for (const path of others) writeFileSync(path, readFileSync(first))
  await pickAgain(page, folder)
  const said = await noteChecks(page)
  await pressContinue(page)
  await notice(page).getByText('fingerprint-mismatch').waitFor()
  expect(await said()).toContainEqual(expect.stringMatching(/^\d+ of \d+ images checked…$/))
  const told = (await notice(page).textContent()) ?? ''
  expect(told).toMatch(/\d+ of the \d+ images used so far have changed since\./)
  expect(told).toContain('cube/PhantomBrainCT/pictures/case_02.png')
  expect(told).not.toContain('case_01.png')
  expect(told).toContain('Put the images back as they were')
  await page.getByRole('button', { name: 'Dismiss' }).click()

  // One that is gone would move all questions behind it.
  for (const [path, bytes] of before) writeFileSync(path, bytes)
  rmSync(join(folder, 'PhantomLungXR/pictures/case_20.png'))
  await page.getByRole('link', { name: 'Set up', exact: true }).click()
  await pickFolder(page, 'dataset', folder)
  await card(page, 'dataset')
    .getByText(/^1,5[0-5]\d questions$/)
    .waitFor()
  await pressContinue(page)
  await notice(page).getByText('cube/PhantomLungXR/pictures/case_20.png').waitFor()
  await page.getByRole('button', { name: 'Dismiss' }).click()

  // Back as they were, but for their dates.
  cpSync(
    join(demoDataset, 'PhantomLungXR/pictures/case_20.png'),
    join(folder, 'PhantomLungXR/pictures/case_20.png'),
  )
  await pickAgain(page, folder)
  await pressContinue(page)
  await reach(page, 'Done')
  await openResults(page)
  const { records } = await exportRun(page)
  expect(records).toHaveLength(240)
  expectDigests(records, path => join(folder, '..', path))
  await openTab(page, 'Findings')
  await expect.poll(() => page.locator('main').textContent()).not.toContain('changed while the run went on')
  expect(errors).toEqual([])
})

test('no pass is added to a run whose images in a picked directory have changed', {
  tags: ['wide'],
}, async () => {
  const { page, errors } = await openPage()
  await runToEnd(page, { limit: 6, maxNewTokens: 2 })
  expectDigests((await exportRun(page)).records, path => resolve('public/datasets', path))

  await page.getByRole('link', { name: 'Set up', exact: true }).click()
  await page.evaluate(makePicked)
  await openStep(page, 'dataset')
  await card(page, 'dataset').getByRole('button', { name: 'Pick a folder' }).click()
  await card(page, 'dataset').getByText('picked-cube').waitFor()
  await runToEnd(page, { limit: 12, maxNewTokens: 2 })
  const { records } = await exportRun(page)
  expectDigests(records, path => join(demoDataset, '..', path.replace('picked-cube', 'phantom-cube')))
  for (const { imageFile } of records) expect(imageFile?.modified).toBeGreaterThan(0)

  await page.evaluate(overwrite)
  await openTab(page, 'Reliability', 'Probes')
  await page.getByText('Choose single probes').click()
  await page.getByRole('checkbox', { name: 'Blank image' }).check()
  await page.getByRole('button', { name: /^Add 1 pass$/ }).click()
  await notice(page).getByText('fingerprint-mismatch').waitFor()
  await expect
    .poll(() => notice(page).textContent())
    .toContain('picked-cube/PhantomHeartUS/pictures/case_02.png')
  expect(errors).toEqual([])
})

/** In the page: a directory of the browser's own file system, returned by the picker. */
async function makePicked(): Promise<void> {
  const root = await navigator.storage.getDirectory()
  const folder = await root.getDirectoryHandle('picked-cube', { create: true })
  const set = await folder.getDirectoryHandle('PhantomHeartUS', { create: true })
  const pictures = await set.getDirectoryHandle('pictures', { create: true })
  const copy = async (into: FileSystemDirectoryHandle, url: string): Promise<void> => {
    const file = await into.getFileHandle(url.slice(url.lastIndexOf('/') + 1), { create: true })
    const stream = await file.createWritable()
    await stream.write(await (await fetch(url)).blob())
    await stream.close()
  }
  const base = '/datasets/phantom-cube/PhantomHeartUS'
  await copy(set, `${base}/test.json`)
  for (let i = 1; i <= 20; i++)
    await copy(pictures, `${base}/pictures/case_${String(i).padStart(2, '0')}.png`)
  window.showDirectoryPicker = async () => folder
}

/** In the page: the second picture becomes the third. */
async function overwrite(): Promise<void> {
  let folder = await navigator.storage.getDirectory()
  for (const name of ['picked-cube', 'PhantomHeartUS', 'pictures'])
    folder = await folder.getDirectoryHandle(name)
  const other = await (await folder.getFileHandle('case_03.png')).getFile()
  const stream = await (await folder.getFileHandle('case_02.png')).createWritable()
  await stream.write(other)
  await stream.close()
}
