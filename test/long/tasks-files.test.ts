/** Tasks of researchers with files of others, and with files that are broken. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { card, exportBytes, exportRun, openTab, reach, readyToRun } from '../browser/harness/drive.ts'
import { openCounted, pickBy, task } from '../browser/harness/effort.ts'
import { importFinished } from '../browser/harness/finished-run.ts'
import { copyModel, demoDataset, writeFolder } from '../browser/harness/folders.ts'
import { goldenImage } from '../browser/harness/images.ts'
import { freshFolder } from '../browser/harness/page.ts'
import { medrcubeItem } from '../unit/support/medrcube-item.ts'

const log = 'test/golden/logs/inspect-0.3.285.eval'

const results = (page: Page) => page.getByRole('navigation', { name: 'Results' })
const openList = (page: Page) => page.getByRole('link', { name: 'Results', exact: true }).click()
const importButton = (page: Page) => page.getByRole('button', { name: 'Import a file' })
const folderButton = (page: Page, step: 'dataset' | 'model') =>
  card(page, step).getByRole('button', { name: 'Pick a folder' })

test('a colleague’s run, beside one’s own', async context => {
  const colleague = await openCounted()
  await importFinished(colleague.page, 'words')
  await openTab(colleague.page, 'Export')
  const file = join(freshFolder('mail'), 'run.json')
  writeFileSync(file, await exportBytes(colleague.page, 'run.json'))

  const { page, errors } = await openCounted()
  await importFinished(page, 'choices')
  await task(context, page, async () => {
    await openList(page)
    await pickBy(importButton(page), file)
    await results(page).waitFor()
    await openList(page)
    for (const at of [0, 1]) await page.locator('[data-run]').nth(at).getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Compare 2 runs' }).click()
    await page
      .locator('.choice')
      .getByText(/24 shared questions/)
      .waitFor()
  })
  expect(errors).toEqual([])
})

test('another tool’s log, with its data set open', async context => {
  const { page, errors } = await openCounted()
  await readyToRun(page)
  await task(context, page, async () => {
    await openList(page)
    await pickBy(importButton(page), log)
    await results(page).waitFor()
  })
  expect((await exportRun(page)).records).toHaveLength(6)
  expect(errors).toEqual([])
})

test('another tool’s log, with another data set open: refused, then opened on its own', async context => {
  const other = writeFolder(join(freshFolder('other'), 'other-set'), {
    'test.json': JSON.stringify([1, 2, 3].map(n => ({ ...medrcubeItem, id: `other-${n}` }))),
  })
  const { page, errors } = await openCounted()
  await readyToRun(page)
  await pickBy(folderButton(page, 'dataset'), other)
  await card(page, 'dataset').getByText('3 questions').waitFor()
  await task(context, page, async () => {
    await openList(page)
    await pickBy(importButton(page), log)
    await page
      .locator('main .error-box')
      .getByText(/another data set\. None of its samples has a question in the open data set, other-set/)
      .waitFor()
    await page.getByRole('link', { name: 'Set up', exact: true }).click()
    await pickBy(folderButton(page, 'dataset'), demoDataset)
    await card(page, 'dataset').getByText('1,560 questions').waitFor()
    await openList(page)
    await pickBy(importButton(page), log)
    await results(page).waitFor()
  })
  expect((await exportRun(page)).records).toHaveLength(6)
  expect(errors).toEqual([])
})

test.for(['lmms-eval.zip', 'vlmevalkit.zip'] as const)('our own %s', async (name, context) => {
  const { page, errors } = await openCounted()
  await importFinished(page, 'words')
  const zip = join(freshFolder('zip'), name)
  await task(context, page, async () => {
    await openTab(page, 'Export')
    writeFileSync(zip, await exportBytes(page, name))
    await openList(page)
    await pickBy(importButton(page), zip)
    await results(page).waitFor()
  })
  expect((await exportRun(page)).records).toHaveLength(24)
  expect(errors).toEqual([])
})

test('a broken model is named, and another takes its place', async context => {
  const parent = freshFolder('models')
  const broken = copyModel(parent, 'broken', 'q8')
  const session = join(broken, 'onnx/vision_encoder_quantized.onnx')
  writeFileSync(session, readFileSync(session).subarray(0, 100_000))
  const whole = copyModel(parent, 'whole', 'q8')
  const { page, errors } = await openCounted()
  await readyToRun(page)
  await task(context, page, async () => {
    await pickBy(folderButton(page, 'model'), broken)
    const box = card(page, 'model').locator('.error-box').first()
    await box.getByText('broken/onnx/vision_encoder_quantized.onnx').waitFor()
    await pickBy(folderButton(page, 'model'), whole)
    await page.getByRole('button', { name: /^Run whole / }).waitFor()
    await readyToRun(page)
  })
  expect(errors).toEqual([])
})

test('a broken JSON is named with its line, and its mended folder takes its place', async context => {
  const parent = freshFolder('json')
  const items = [{ ...medrcubeItem, id: '1' }]
  const broken = writeFolder(join(parent, 'cut'), { 'test.json': '[{"id": 1},\n nonsense]' })
  const mended = writeFolder(join(parent, 'mended'), { 'test.json': JSON.stringify(items) })
  const { page, errors } = await openCounted()
  await readyToRun(page)
  await task(context, page, async () => {
    await pickBy(folderButton(page, 'dataset'), broken)
    const box = card(page, 'dataset').locator('.error-box').first()
    await box.getByText('cut/test.json').waitFor()
    await box.getByText(/line 2, column 2/).waitFor()
    await pickBy(folderButton(page, 'dataset'), mended)
    await card(page, 'dataset').getByText('1 question').first().waitFor()
    await readyToRun(page)
  })
  expect(errors).toEqual([])
})

test('a broken image fails its question alone, which says why', async context => {
  const item = (id: string, image_path: string) => ({ ...medrcubeItem, id, image_path })
  const folder = writeFolder(join(freshFolder('images'), 'images'), {
    'test.json': JSON.stringify([item('fine', 'fine.png'), item('cut', 'cut.png')]),
    'fine.png': goldenImage('rgb8.png'),
    'cut.png': goldenImage('truncated.png'),
  })
  const { page, errors } = await openCounted()
  await readyToRun(page)
  await task(context, page, async () => {
    await pickBy(folderButton(page, 'dataset'), folder)
    await card(page, 'dataset').getByText('2 questions').waitFor()
    await (await readyToRun(page)).click()
    await reach(page, 'Done')
    await page
      .getByRole('link', { name: /1 question failed|1 failed/ })
      .first()
      .click()
    await page.getByRole('listbox', { name: 'Samples' }).getByRole('option').first().click()
    const sample = page.getByRole('article', { name: 'Sample cut' })
    await sample.getByText('images/cut.png').first().waitFor()
    await sample.getByText('image-truncated').waitFor()
  })
  expect(errors).toEqual([])
})
