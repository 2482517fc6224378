/** Data sets of people: thousands of names in every place that can hold one, and none in what Voxelwise stores or writes. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { canaries, ctSlice } from '../unit/support/dicom-bytes.ts'
import { niftiBytes } from '../unit/support/nifti-bytes.ts'
import { card, openStep, pickFolder, readyToRun, runToEnd } from './harness/drive.ts'
import { everything, expectNoCanary } from './harness/everything.ts'
import { type Contents, writeFolder } from './harness/folders.ts'
import { blackPng } from './harness/images.ts'
import { freshFolder, openPage } from './harness/page.ts'

/** Columns that no question needs, each with a name in every row. */
const unused = [
  'patient_name',
  'notes',
  'report',
  'ward',
  'size',
  'caption',
  ...Array.from({ length: 30 }, (_, i) => `v${i}`),
]

const rows = 60

/** @param images of the rows, in turn */
function table(images: readonly string[]): string {
  const lines = Array.from({ length: rows }, (_, i) => {
    const asked = [
      `${images[i % images.length]?.split('/').at(1)} ${i}`,
      images[i % images.length],
      `What is it ${i}?`,
      'a lung',
      'a heart',
      'AB'.charAt(i % 2),
    ]
    return [...asked, `SMITH ${i % 7}`, ...unused.map((_, column) => `CANARY ${column} ${i}`)].join(',')
  })
  return [['id', 'image', 'question', 'A', 'B', 'answer', 'patient_id', ...unused].join(','), ...lines].join(
    '\n',
  )
}

function privateFolder(images: Contents): string {
  const paths = Object.keys(images)
  return writeFolder(join(freshFolder('private'), 'CANARY SMITH JOHN'), {
    ...images,
    'SMITH/CANARY questions.csv': table([...paths, 'SMITH/missing CANARY.png']),
  })
}

/** Names in the names and the bytes of a folder's files. */
function canariesIn(folder: string): number {
  const every = new RegExp(canaries, 'gi')
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
    .reduce((sum, file) => sum + [...`${file}${readFileSync(file, 'latin1')}`.matchAll(every)].length, 0)
}

const pictures: Contents = Object.fromEntries(
  Array.from({ length: 9 }, (_, i) => [
    [`SMITH/CANARY${i}/SMITH${i}.png`, blackPng(40 + i, 40)] as const,
    [`SMITH/CANARY${i}/SMITH.nii`, niftiBytes([6, 6, 4], (x, y, z) => 40 * x + y + z + i)] as const,
  ]).flat(),
)

const slices: Contents = Object.fromEntries(
  [1, 2].map(patient => [`SMITH ${patient}/CANARY.dcm`, ctSlice({ patient })]),
)

const confirm = async (page: Page): Promise<void> => {
  await openStep(page, 'dataset')
  await page.getByRole('button', { name: 'Confirm the mapping' }).click()
}

test.each([
  [
    'marked as private',
    pictures,
    2000,
    async (page: Page) => card(page, 'dataset').getByLabel('Private data set').click(),
  ],
  ['with DICOM files', { ...pictures, ...slices }, 6000, async () => {}],
] as const)(
  'of a data set %s nothing names a patient',
  { timeout: 240_000 },
  async (_, images, least, mark) => {
    const folder = privateFolder(images)
    expect(canariesIn(folder)).toBeGreaterThan(least)
    const { page, errors } = await openPage()
    await readyToRun(page)
    await pickFolder(page, 'dataset', folder)
    const dataset = card(page, 'dataset')
    await dataset
      .getByText(/^\d+ questions$/)
      .first()
      .waitFor()
    await mark(page)
    await dataset.getByText(/^Of this private data set/).waitFor()
    for (const column of unused)
      await dataset
        .locator('li')
        .filter({ hasText: new RegExp(`^${column}\\b`) })
        .first()
        .waitFor()
    await confirm(page)
    const run = await runToEnd(page, { limit: 12, maxNewTokens: 1 }, 200_000)
    const all = await everything(page, run)
    for (const part of [
      'run.json',
      'figures.json',
      'report',
      'all files/paper.zip/annex.csv',
      'backup/run-0001.json',
    ])
      expect(Object.keys(all), part).toContain(part)
    expectNoCanary(all, errors)
  },
)
