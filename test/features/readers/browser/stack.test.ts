/**
 * A sitting shows slices of a volume and frames of a file, by keyboard.
 * @module-tag wide
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { accessibilityProblems } from '../../../browser/harness/axe.ts'
import { pickFolder } from '../../../browser/harness/drive.ts'
import { writeFolder } from '../../../browser/harness/folders.ts'
import { freshFolder, openPage } from '../../../browser/harness/page.ts'
import { medrcubeItem } from '../../../unit/support/medrcube-item.ts'

const nifti = '06-float32-oblique.nii.gz'

test('slices are chosen by the arrows, which then do not leave the question', async () => {
  const { page, errors } = await openPage()
  const item = { ...medrcubeItem, id: '1', image_path: nifti, dataset: 'set', axis: 'axial', index: 3 }
  const folder = writeFolder(join(freshFolder('stack'), 'set'), {
    [nifti]: new Uint8Array(readFileSync(join('packages/pixels/test/golden/nifti', nifti))),
    'test.json': JSON.stringify([item]),
  })
  await pickFolder(page, 'dataset', folder)
  await page.evaluate(() => {
    location.hash = '#/people'
  })
  await page.getByText('1 question on 1 image').waitFor()
  await page.getByRole('button', { name: 'Make the study' }).click()
  await page.getByLabel('Reader’s code').fill('R1')
  await page.getByLabel('Reader’s code').press('Enter')
  const slice = page.getByLabel('Axial slice')
  await expect.poll(() => slice.inputValue()).toBe('3')
  await slice.focus()
  await slice.press('ArrowLeft')
  await expect.poll(() => slice.inputValue()).toBe('2')
  await page.getByText('2, last').waitFor()
  await page.getByText('0 of 1 done').waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  expect(errors).toEqual([])
})
