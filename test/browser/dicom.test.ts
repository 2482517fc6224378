/** A hospital's own files: pictures as in Node, and questions from their headers, from the folder to the report. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { display, type GreyFrame, parsePolicy } from '@voxelwise/pixels'
import { nodeCodec } from '@voxelwise/pixels/node'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { readDepth } from '../../src/data/images/decoding.ts'
import { valueText } from '../../src/ui/shared/sample/depth/depth-window.ts'
import { compareHref } from '../../src/ui/state/router.ts'
import { coronal, ctSlice } from '../unit/support/dicom-bytes.ts'
import { medrcubeItem } from '../unit/support/medrcube-item.ts'
import {
  card,
  exportRun,
  openSettings,
  openStep,
  openTab,
  pickFolder,
  readyToRun,
  runToEnd,
} from './harness/drive.ts'
import { everything, expectNoCanary } from './harness/everything.ts'
import { sharedFolder, writeFolder } from './harness/folders.ts'
import { freshFolder, openPage } from './harness/page.ts'

const dicom = sharedFolder('dicom')

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

test('a run on DICOM files shows them, and each record says how they were shown', {
  tags: ['wide'],
}, async () => {
  const { page, errors } = await openPage()
  await readyToRun(page)
  await pickFolder(page, 'dataset', join(dicom, 'DicomBrain'))
  await card(page, 'dataset').getByText('29 questions').waitFor()
  await openSettings(page)
  await page.getByLabel('Grey window').selectOption('preset:brain')
  await runToEnd(page, { limit: 3, maxNewTokens: 1 })
  const { records, run } = await exportRun(page)
  expect(run.settings.window).toBe('preset:brain')
  for (const { imageFile } of records) expect(imageFile?.display).toBeDefined()
  expect(errors).toEqual([])
})

test('a series in a folder becomes as many ordered slices as the user chooses, and the run stores the rule', {
  tags: ['wide'],
}, async () => {
  const { page, errors } = await openPage()
  const heights = [30, 10, 40, 20]
  const files = Object.fromEntries(
    heights.map((height, i) => [
      `series/${i}`,
      ctSlice({ patient: 1, more: { 2097202: ['DS', `0\\0\\${height}`] } }),
    ]),
  )
  const folder = writeFolder(freshFolder('series'), {
    'test.json': JSON.stringify([{ ...medrcubeItem, id: '1', image_path: 'series' }]),
    ...files,
  })
  await readyToRun(page)
  await pickFolder(page, 'dataset', folder)
  const read = card(page, 'dataset')
  await read.getByText('up to 4 per question').waitFor()
  await read.getByLabel('Slices per volume').fill('2')
  await read.getByRole('button', { name: 'Read with these slices' }).click()
  await read.getByText('up to 2 per question').waitFor()
  await runToEnd(page, { maxNewTokens: 1 })
  const { run } = await exportRun(page)
  expect(run.dataset).toMatchObject({ slices: '2:axial', salted: true })
  expect(errors).toEqual([])
})

test('two runs that differ in the window only are a probe: Compare names both windows', {
  tags: ['wide'],
}, async () => {
  const { page, errors } = await openPage()
  await readyToRun(page)
  await pickFolder(page, 'dataset', join(dicom, 'DicomBrain'))
  await card(page, 'dataset').getByText('29 questions').waitFor()
  const runs: string[] = []
  for (const policy of ['file', 'preset:lung']) {
    await page.getByRole('link', { name: 'Set up', exact: true }).click()
    await openSettings(page)
    await page.getByLabel('Grey window').selectOption(policy)
    runs.push(await runToEnd(page, { limit: 6, maxNewTokens: 1 }))
  }
  await page.evaluate(hash => {
    location.hash = hash
  }, compareHref(runs))
  const probe = page.getByRole('region', { name: 'Window of run 2' })
  await probe.getByText('The baseline shows the file’s window. Run 2 shows CT lung').waitFor()
  await probe.getByRole('row', { name: /All questions/ }).waitFor()
  await page.getByRole('row', { name: /^Grey window the file’s window CT lung/ }).waitFor()
  expect(errors).toEqual([])
})

/** Two patients with two slices each, a question file, and what cannot be read: names of people everywhere. */
function canaryFolder(questions: readonly object[] | null): string {
  const patients = [1, 2, 3, 4]
  return writeFolder(join(freshFolder('dicom'), 'CANARY SMITH JOHN'), {
    ...Object.fromEntries(
      patients.flatMap(patient => [
        [`SMITH ${patient}/CANARY1`, ctSlice({ patient })],
        [`SMITH ${patient}/CANARY2.dcm`, ctSlice({ patient, orientation: coronal, bodyPart: 'ABDOMEN' })],
      ]),
    ),
    'SMITH 5/CANARY.dcm': ctSlice({ patient: 5, bodyPart: 'CANARY SMITH' }).subarray(0, -100),
    'SMITH 6/CANARY.dcm': ctSlice({ patient: 6, more: { 2622210: ['CS', 'YES'] } }),
    ...(questions && { 'test.json': JSON.stringify(questions) }),
  })
}

test('a folder without questions is asked about from its headers up to the report, and nothing names a patient', async () => {
  const { page, errors } = await openPage()
  await readyToRun(page)
  await pickFolder(page, 'dataset', canaryFolder(null))
  await card(page, 'dataset').getByRole('button', { name: 'Derive questions from headers' }).click()
  await card(page, 'dataset').getByText('a face may be recognisable').waitFor()
  await card(page, 'dataset').getByText('For example:').waitFor()
  const run = await runToEnd(page, { maxNewTokens: 1 })
  const all = await everything(page, run)
  expectNoCanary(all, errors)
  for (const axis of ['all questions', 'rule', 'task', 'modality', 'region', 'voxel'])
    expect(all.report).toMatch(new RegExp(`Blind baseline: ${axis}`, 'i'))
  expect(all.shown).toMatch(/Blind baselines: guessing, the most frequent answer/)
  expect(all.report).toContain('Above all three')
  await page.goBack()
  await openTab(page, 'Samples')
  await page.getByRole('listbox', { name: 'Samples' }).getByRole('option').first().click()
  await page.locator('.viewer img').first().waitFor()
})

test('a folder with questions has salted names, and nothing else names a patient, failures included', {
  tags: ['wide'],
}, async () => {
  const { page, errors } = await openPage()
  await readyToRun(page)
  const item = (id: number, image_path: string) => ({
    ...medrcubeItem,
    ...{ id: String(id), image_path, dataset: 'set' },
  })
  const folder = canaryFolder([
    ...[1, 2, 3].map(n => item(n, `SMITH ${n}/CANARY1`)),
    item(4, 'SMITH 5/CANARY.dcm'),
    item(5, 'SMITH 6/CANARY.dcm'),
    item(6, 'SMITH 7/missing.dcm'),
  ])
  await pickFolder(page, 'dataset', folder)
  await card(page, 'dataset').getByText('a face may be recognisable').waitFor()
  const run = await runToEnd(page, { maxNewTokens: 1 })
  const all = await everything(page, run)
  expect(all['run.json']).toMatch(/image-truncated/)
  expectNoCanary(all, errors)
  await openStep(page, 'dataset')
  await card(page, 'dataset').getByRole('button', { name: 'Keep the file names' }).click()
  await card(page, 'dataset').getByText('CANARY SMITH JOHN').waitFor()
})

/** SHA-256 (hex) of the red channel of the canvas: all that is in a grey picture. */
const canvasDigest = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const canvas = document.querySelector<HTMLCanvasElement>('.depth canvas')
    const context = canvas?.getContext('2d')
    if (!canvas || !context) return ''
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height)
    const greys = data.filter((_, i) => i % 4 === 0)
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array(greys)))
    return Array.from(digest, byte => byte.toString(16).padStart(2, '0')).join('')
  })

test('the sample page shows the full depth: any window, any frame, and each value', {
  tags: ['wide'],
}, async () => {
  const files = ['explicit.dcm', 'frames-3.dcm', '06-float32-oblique.nii.gz']
  const bytes = files.map(file => {
    const folder = file.endsWith('.dcm')
      ? join(dicom, 'DicomBrain/pictures')
      : 'packages/pixels/test/golden/nifti'
    return new Uint8Array(readFileSync(join(folder, file)))
  })
  const readGrey = async (file: number, place: number): Promise<GreyFrame> => {
    const blob = new Blob([bytes[file] ?? new Uint8Array()])
    const depth = await readDepth(blob, files[file] ?? '', place, nodeCodec)
    if (depth?.frame.kind !== 'grey') throw new Error('The file has no values.')
    return depth.frame.grey
  }
  const displayDigest = (grey: GreyFrame, policy: string): string =>
    createHash('sha256')
      .update(display(grey, parsePolicy(policy)).pixels.data)
      .digest('hex')

  const { page, errors } = await openPage()
  await readyToRun(page)
  const questions = files.map((image_path, i) => ({
    ...{ ...medrcubeItem, id: String(i), image_path, dataset: 'set' },
    ...(i === 1 && { frame: 2 }),
    ...(i === 2 && { axis: 'axial', index: 3 }),
  }))
  await pickFolder(
    page,
    'dataset',
    writeFolder(join(freshFolder('depth'), 'set'), {
      ...Object.fromEntries(files.map((file, i) => [file, bytes[i] ?? ''])),
      'test.json': JSON.stringify(questions),
    }),
  )
  await runToEnd(page, { limit: 3, maxNewTokens: 1 })
  await openTab(page, 'Samples')
  const samples = page.getByRole('listbox', { name: 'Samples' }).getByRole('option')
  await samples.first().click()
  await page.locator('.viewer img').first().waitFor()
  const grey = await readGrey(0, 0)
  const shows = (digest: string) => expect.poll(() => canvasDigest(page), { timeout: 30_000 }).toBe(digest)
  await shows(displayDigest(grey, 'file'))

  // Values by keys: the first press puts the marker in the middle.
  const picture = page.getByRole('group', { name: 'Full depth' })
  await picture.focus()
  await picture.press('ArrowDown')
  await picture.press('ArrowRight')
  const middle = { column: Math.floor(grey.width / 2) + 1, row: Math.floor(grey.height / 2) }
  const text = `Column ${middle.column + 1}, row ${middle.row + 1}: ${valueText(grey, middle)}`
  await page.getByLabel('Value', { exact: true }).getByText(text, { exact: true }).waitFor()

  // Windows by name, by number, inverted.
  const window = page.getByLabel('Window', { exact: true })
  await window.selectOption('CT brain (40/80)')
  await shows(displayDigest(grey, '40/80'))
  await page.getByLabel('Centre', { exact: true }).fill('-600')
  await page.getByLabel('Width', { exact: true }).fill('1500')
  await shows(displayDigest(grey, '-600/1500'))
  await page.getByRole('button', { name: 'Invert' }).click()
  await shows(displayDigest({ ...grey, isInverted: !grey.isInverted }, '-600/1500'))

  // The parts of a drag add up: to the right by half of the width.
  const box = await picture.boundingBox()
  if (!box) throw new Error('The picture has no place.')
  const [x, y] = [box.x + box.width / 4, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  for (const part of [1, 2, 3, 4]) await page.mouse.move(x + (part * box.width) / 8, y)
  await page.mouse.up()
  const width = () => page.getByLabel('Width', { exact: true }).inputValue()
  await expect.poll(async () => Math.round(Number(await width()) / 10)).toBe(Math.round(150 * Math.E))

  // Another frame of a file that has several.
  await samples.nth(1).click()
  await page.getByText('2 of 3').waitFor()
  const slider = page.getByLabel('Frame', { exact: true })
  await shows(displayDigest(await readGrey(1, 1), 'file'))
  await slider.fill('3')
  await page.getByText('3 of 3').waitFor()
  await shows(displayDigest(await readGrey(1, 2), 'file'))

  // Another slice of a volume.
  await samples.nth(2).click()
  await page.getByText('3, last 4').waitFor()
  const volume = async (place: number) => displayDigest(await readGrey(2, place), 'file')
  await shows(await volume(3))
  await page.getByLabel('Axial slice', { exact: true }).fill('4')
  await shows(await volume(4))
  expect(errors).toEqual([])
})
