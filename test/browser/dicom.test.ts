/** A hospital's own files: pictures as in Node, and questions from their headers, from the folder to the report. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  card,
  exportAll,
  exportRun,
  openSettings,
  pickFolder,
  readyToRun,
  runToEnd,
} from './harness/drive.ts'
import { sharedFolder } from './harness/folders.ts'
import { openPage } from './harness/page.ts'
import { readStored } from './harness/stored.ts'

const dicom = sharedFolder('dicom')
const headers = sharedFolder('header-cube/set')

interface Expected {
  readonly images: readonly string[]
  readonly pixels: readonly string[]
}

const expected: readonly Expected[] = readFileSync(join(dicom, 'DicomBrain.expected.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map(line => JSON.parse(line))

test('every DICOM encoding becomes the expected picture under the page’s own policy', async () => {
  const { page, errors } = await openPage({ path: 'headless.html' })
  const items: readonly { image_path: string; frame?: number }[] = JSON.parse(
    readFileSync(join(dicom, 'DicomBrain/test.json'), 'utf8'),
  )
  const read: unknown[] = []
  for (const { image_path, frame } of items) {
    const bytes = readFileSync(join(dicom, 'DicomBrain', image_path)).toString('base64')
    const name = frame === undefined ? image_path : `${image_path}//frame=${frame}`
    read.push(
      await page.evaluate(([bytes, name]) => globalThis.voxelwisePixels(bytes, name), [bytes, name] as const),
    )
  }
  expect(read.map(one => (one as { sha256?: string }).sha256)).toEqual(
    expected.map(({ pixels }) => pixels[0]),
  )
  expect(errors).toEqual([])
})

test('a run on DICOM files shows them, and each record says how they were shown', async () => {
  const { page, errors } = await openPage()
  await readyToRun(page)
  await pickFolder(page, 'dataset', join(dicom, 'DicomBrain'))
  await card(page, 'dataset').getByText('29 questions').waitFor()
  await openSettings(page)
  await page.getByLabel('DICOM window').selectOption('preset:brain')
  await runToEnd(page, { limit: 3, maxNewTokens: 1 })
  const { records, run } = await exportRun(page)
  expect(run.settings.window).toBe('preset:brain')
  for (const { imageFile } of records) expect(imageFile?.display).toBeDefined()
  expect(errors).toEqual([])
})

test('a folder without questions is asked about from its headers, and nothing names a patient', async () => {
  const { page, errors } = await openPage()
  await readyToRun(page)
  await pickFolder(page, 'dataset', headers)
  await card(page, 'dataset').getByRole('button', { name: 'Derive questions from headers' }).click()
  await card(page, 'dataset').getByText('380 questions').waitFor({ timeout: 120_000 })
  const shown = await page.locator('main').innerText()
  await runToEnd(page, { limit: 4, maxNewTokens: 1 })
  const exported = await exportAll(page)
  const stored = JSON.stringify(await readStored(page))
  for (const text of [shown, stored, ...Object.values(exported)])
    expect(text).not.toMatch(/CANARY|SMITH|77777|19010203/)
  expect(errors).toEqual([])
})
