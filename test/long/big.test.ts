/** A data set of 100,000 samples: the page stays alive while it lists them, and shows large runs. */

import { closeSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { type RunFile, serializeRun } from '../../src/data/export/run-file.ts'
import type { AnsweredRecord } from '../../src/engine/protocol/record.ts'
import { card, exportRun, openStep, openTab, readyToRun, runToEnd } from '../browser/harness/drive.ts'
import { freshFolder, openPage } from '../browser/harness/page.ts'

const count = 100_000
const images = 2_000
/** Records of the run that is looked at: to read 100,000 in takes longer than the test is worth. */
const answered = 20_000

/** How often the page was drawn while something was done: a frozen page is not. */
async function framesDuring(page: Page, work: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    const count = (frames: number): void => {
      Object.assign(globalThis, { drawn: frames })
      requestAnimationFrame(() => count(frames + 1))
    }
    count(0)
  })
  await work()
  return page.evaluate(() => Reflect.get(globalThis, 'drawn') as number)
}

test('100,000 samples are listed and shown without freezing the page', { timeout: 300_000 }, async () => {
  const { page, errors } = await openPage()
  await readyToRun(page)
  await page.evaluate(makeFolder, { count, images })

  const frames = await framesDuring(page, async () => {
    await openStep(page, 'dataset')
    await card(page, 'dataset').getByRole('button', { name: 'Pick a folder' }).click()
    await card(page, 'dataset').getByText('100,000 questions').waitFor({ timeout: 60_000 })
  })
  expect(frames).toBeGreaterThan(10)
  await expect.poll(() => card(page, 'dataset').textContent()).toContain('2,000 images')

  // A small run on it works, and a large one can be looked at.
  await runToEnd(page, { limit: 2, maxNewTokens: 1 })
  const small = await exportRun(page)
  expect(small.records.map(({ status }) => status)).toEqual(['answered', 'answered'])
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Results' }).click()
  const file = writeLargeRun(small)
  const taking = page.getByText(/^[\d,]+ of 20,000 records…$/)
  await page.getByTestId('import-input').setInputFiles(file)
  await taking.waitFor({ timeout: 60_000 })

  // Whoever closes the page meanwhile has no half of a run, nor its remains.
  await page.reload()
  await page.locator('[data-run]').waitFor()
  await expect.poll(() => page.locator('[data-run]').count()).toBe(1)
  await expect.poll(() => page.evaluate(countRecords), { timeout: 20_000 }).toBe(2)

  // Whoever will not wait ends it, and nothing of it stays either.
  await page.getByTestId('import-input').setInputFiles(file)
  await taking.waitFor({ timeout: 60_000 })
  const taker = page.workers().find(worker => worker.url().includes('/import.worker'))
  const ended = taker?.waitForEvent('close')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByText('Drop a run.json, the shards').waitFor()
  await ended
  await expect.poll(() => page.evaluate(countRecords), { timeout: 20_000 }).toBe(2)
  await expect.poll(() => page.locator('[data-run]').count()).toBe(1)

  // Whoever goes elsewhere stays there, and finds it in the list.
  await page.getByTestId('import-input').setInputFiles(file)
  await taking.waitFor({ timeout: 60_000 })
  await page.getByRole('link', { name: 'Set up', exact: true }).click()
  await expect.poll(() => page.evaluate(countRecords), { timeout: 120_000 }).toBe(answered + 2)
  await readyToRun(page)
  expect(new URL(page.url()).hash).toMatch(/^(#\/)?$/)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Results' }).click()
  await page.locator('a[href^="#/runs/large"]').first().click()
  await page.getByRole('navigation', { name: 'Results' }).waitFor({ timeout: 120_000 })
  await openTab(page, 'Samples')
  await page.getByText('20,000 samples').waitFor({ timeout: 60_000 })
  await expect
    .poll(() => page.getByRole('listbox', { name: 'Samples' }).getByRole('option').count())
    .toBeLessThan(100)
  await page.getByLabel('Task').selectOption({ label: 'Task 3 (2,000)' })
  await page.getByText('2,000 of 20,000 samples').waitFor()
  expect(errors).toEqual([])
})

/** In the page: how many records are on disk, of whatever run. */
async function countRecords(): Promise<number> {
  const done = <T>(request: IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  const db = await done(indexedDB.open('voxelwise'))
  const count = await done(db.transaction('records').objectStore('records').count())
  db.close()
  return count
}

/** In the page: a folder of one test.json and many copies of one image, as the directory picker would return it. */
async function makeFolder({ count, images }: { count: number; images: number }): Promise<void> {
  const root = await navigator.storage.getDirectory()
  const folder = await root.getDirectoryHandle('big', { create: true })
  const write = async (name: string, content: Blob | string): Promise<void> => {
    const stream = await (await folder.getFileHandle(name, { create: true })).createWritable()
    await stream.write(content)
    await stream.close()
  }
  const canvas = new OffscreenCanvas(8, 8)
  canvas.getContext('2d')?.fillRect(0, 0, 8, 8)
  const image = await canvas.convertToBlob()
  const names = Array.from({ length: images }, (_, i) => `image_${i}.png`)
  for (let i = 0; i < images; i += 50)
    await Promise.all(names.slice(i, i + 50).map(name => write(name, image)))
  const samples = Array.from({ length: count }, (_, i) => ({
    id: `sample_${i}`,
    dataset: 'big',
    task: `Task ${i % 10}`,
    modality: `Modality ${i % 4}`,
    parts: `Region ${i % 5}`,
    image_path: names[i % images],
    question: `Which of these is number ${i}?`,
    option_A: 'This',
    option_B: 'That',
    option_C: 'Neither',
    gt_answer: 'This',
  }))
  await write('test.json', JSON.stringify(samples))
  window.showDirectoryPicker = async () => folder
}

/** A run.json of many records, made of the answers of a small run. */
function writeLargeRun({ run, records }: RunFile): string {
  const [first] = records.filter((record): record is AnsweredRecord => record.status === 'answered')
  if (!first) throw new Error('The small run has no answer.')
  function* all(one: AnsweredRecord): Generator<AnsweredRecord> {
    for (let index = 0; index < answered; index++) {
      const fields = { ...one.sample.fields, id: `sample_${index}`, task: `Task ${index % 10}` }
      const letter = index % 3 === 0 ? one.rightAnswer : 'D'
      const answer = { response: letter, parsed: letter, correct: index % 3 === 0 }
      const score = one.score && { ...one.score, text: letter }
      yield {
        ...one,
        ...answer,
        ...(score && { score }),
        run: 'large',
        sample: { ...one.sample, index, fields },
      }
    }
  }
  const file = join(freshFolder('large'), 'run.json')
  const handle = openSync(file, 'w')
  const large = { ...run, id: 'large', total: answered, settings: { ...run.settings, limit: answered } }
  for (const part of serializeRun({ run: large, records: all(first) })) writeSync(handle, part)
  closeSync(handle)
  return file
}
