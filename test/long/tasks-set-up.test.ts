/** Tasks of researchers that begin on the first page: own files, a comparison, a part of the questions, an interrupted run. */
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { card, exportRun, openResults, reach, readyToRun, waitForDone } from '../browser/harness/drive.ts'
import { countClicks, openCounted, pickBy, task, typeInto } from '../browser/harness/effort.ts'
import { copyModel, demoDataset, writeFolder } from '../browser/harness/folders.ts'
import { goldenImage } from '../browser/harness/images.ts'
import { freshFolder, launchPage } from '../browser/harness/page.ts'
import { expectReadable } from '../browser/harness/reports.ts'
import { coronal, ctSlice } from '../unit/support/dicom-bytes.ts'

const folderButton = (page: Page, step: 'dataset' | 'model') =>
  card(page, step).getByRole('button', { name: 'Pick a folder' })

test('a hospital’s German CSV and PNG files', async context => {
  const rows = ['CT', 'MRT', 'Röntgen'].flatMap((modality, at) =>
    [1, 2].map(
      n => `aufnahme-${2 * at + n}.png;Welche Seite ist betroffen?;Links;Rechts;Links;${modality};Lunge`,
    ),
  )
  const folder = writeFolder(freshFolder('klinik'), {
    'fälle.csv': ['Bild;Frage;A;B;Richtige Antwort;Modalität;Körperregion', ...rows].join('\r\n'),
    ...Object.fromEntries([1, 2, 3, 4, 5, 6].map(n => [`aufnahme-${n}.png`, goldenImage('grey1.png')])),
  })
  const model = copyModel(freshFolder('model'), 'own-model', 'q8')
  const { page, errors } = await openCounted()
  await readyToRun(page)
  await task(context, page, async () => {
    await pickBy(folderButton(page, 'dataset'), folder)
    const mapping = card(page, 'dataset').getByRole('region', { name: 'Column mapping' })
    await mapping.getByText('Not a known benchmark.').waitFor()
    await mapping.getByRole('button', { name: 'Confirm the mapping' }).click()
    await card(page, 'model')
      .getByText('The demo model knows only the drawings of the demo.')
      .first()
      .waitFor()
    await pickBy(folderButton(page, 'model'), model)
    await page.getByRole('button', { name: /^Run own-model .* on 6 questions/ }).click()
    await reach(page, 'Done')
    await openResults(page)
  })
  const { run, records } = await exportRun(page)
  expect(run.model.name).toBe('own-model')
  const fields = records.map(({ sample }) => sample.fields)
  expect(fields.map(({ modality }) => modality)).toEqual(['CT', 'CT', 'MRT', 'MRT', 'Röntgen', 'Röntgen'])
  expect(new Set(fields.map(({ parts }) => parts))).toEqual(new Set(['Lunge']))
  expect(errors).toEqual([])
})

test('a folder of DICOM files, up to the report', async context => {
  const parent = freshFolder('dicom')
  const folder = writeFolder(
    join(parent, 'studies'),
    Object.fromEntries(
      [1, 2, 3, 4].flatMap(patient => [
        [`${patient}/1`, ctSlice({ patient })],
        [`${patient}/2.dcm`, ctSlice({ patient, orientation: coronal, bodyPart: 'ABDOMEN' })],
      ]),
    ),
  )
  const model = copyModel(parent, 'own-model', 'q8')
  const report = join(parent, 'report.html')
  const { page, errors } = await openCounted()
  await readyToRun(page)
  await task(context, page, async () => {
    await pickBy(folderButton(page, 'dataset'), folder)
    await card(page, 'dataset').getByRole('button', { name: 'Derive questions from headers' }).click()
    await card(page, 'dataset').getByText('For example:').waitFor()
    await pickBy(folderButton(page, 'model'), model)
    await page.getByRole('button', { name: /^Run own-model / }).click()
    await reach(page, 'Done')
    await openResults(page)
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save the report' }).click()
    await (await saving).saveAs(report)
  })
  await expectReadable(report)
  expect(errors).toEqual([])
})

test('fp32 or q4?', async context => {
  const { page, errors } = await openCounted()
  await readyToRun(page)
  await typeInto(page.getByLabel('Limit to'), '200')
  await expect.poll(() => page.getByLabel('Precision').inputValue()).toBe('fp32')
  await task(context, page, async () => {
    await (await readyToRun(page)).click()
    await reach(page, 'Done')
    await page.getByRole('link', { name: 'Set up', exact: true }).click()
    await page.getByLabel('Precision').selectOption('q4')
    await (await readyToRun(page)).click()
    await reach(page, 'Done')
    await page.getByRole('link', { name: 'Compare with the previous run' }).click()
    const choice = page.locator('.choice')
    await choice.getByText(/^q4 (and|against|is) .*200 shared questions/).waitFor()
    // Which to use, by what the figures show.
    await choice.getByText(/[Uu]se (fp32|q4)|favour neither|no reason to prefer|support neither/).waitFor()
  })
  expect(errors).toEqual([])
})

test('only CT, 200 questions', async context => {
  const { page, errors } = await openCounted()
  await readyToRun(page)
  await task(context, page, async () => {
    await typeInto(page.getByLabel('Ask only'), 'ct')
    await page.getByText('480 of 1,560 questions').waitFor()
    await typeInto(page.getByLabel('Limit to'), '200')
    await page.getByRole('button', { name: /^Run the demo on 200 questions/ }).click()
    await reach(page, 'Done')
  })
  await openResults(page)
  const { run, records } = await exportRun(page)
  expect(run.total).toBe(200)
  expect(new Set(records.map(({ sample }) => sample.fields.modality))).toEqual(new Set(['CT']))
  expect(errors).toEqual([])
})

test('the same without a mouse; a value that no question has starts nothing', async () => {
  const { page, errors } = await openCounted()
  await readyToRun(page)
  await page.getByLabel('Ask only').focus()
  await page.keyboard.type('modality=PET')
  await page.keyboard.press('Enter')
  await page.getByText('No question matches “Ask only”').waitFor()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('modality=CT')
  await page.keyboard.press('Tab')
  await page.getByText('480 of 1,560 questions').waitFor()
  await page.getByLabel('Limit to').focus()
  await page.keyboard.type('20')
  await page.getByRole('button', { name: /^Run the demo on 20 questions/ }).waitFor()
  await page.keyboard.press('ControlOrMeta+Enter')
  await reach(page, 'Done')
  expect(errors).toEqual([])
})

test('a run is continued after the browser was closed, with its folder', async context => {
  const profile = freshFolder('profile')
  const first = await launchPage({ profile })
  await countClicks(first.page)
  await readyToRun(first.page)
  await pickBy(folderButton(first.page, 'dataset'), demoDataset)
  await (await readyToRun(first.page)).click()
  const before = await waitForDone(first.page, 20)
  await first.close()

  const { page, errors } = await openCounted({ profile })
  await page.getByText(/stopped at \d+ of 1,560\./).waitFor()
  await task(context, page, async () => {
    await pickBy(page.getByRole('button', { name: 'Continue' }), demoDataset)
    await reach(page, 'Done', 400_000)
  })
  await openResults(page)
  const { records } = await exportRun(page)
  expect(before).toBeLessThan(1560)
  const asked = records.map(({ sample }) => sample.index).sort((a, b) => a - b)
  expect(asked).toEqual(Array.from({ length: 1560 }, (_, i) => i))
  expect(errors).toEqual([])
})
