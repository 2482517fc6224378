/** Replies that name one letter in a form which the run's rules do not read: counted, with a button that reads them by other rules. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { serializeRun } from '../../src/data/export/run-file.ts'
import { mappedRun } from '../unit/support/mapped.ts'
import { openPage, removeFolder, temporaryFolder } from './harness/page.ts'

const inOtherForm = ['Option B', '<answer>B</answer>', '答案是B']
const unread = ['I cannot tell.', 'A or B']
const read = ['B', 'A', '(B)', 'B', 'B']

test('the results count them in a sentence, and the button shows what each rule reads', async () => {
  const { run, records } = mappedRun(
    [...inOtherForm, ...unread, ...read].map(reply => [{ answer: 'B' }, reply]),
  )
  const folder = temporaryFolder('other-form')
  const file = join(folder, 'run.json')
  writeFileSync(file, [...serializeRun({ run, records })].join(''))
  const { page, errors } = await openPage({ path: '#/runs' })
  await page.getByTestId('import-input').setInputFiles(file)
  await page.getByRole('navigation', { name: 'Results' }).waitFor()
  await page.getByText('5 answers could not be parsed and count as wrong.').waitFor()
  await page
    .getByText(
      '3 of them have exactly one option letter in another form, such as “Option B”. Other rules may read them.',
    )
    .waitFor()
  await page.getByRole('button', { name: 'Read them by other rules' }).click()
  const table = page.getByRole('table', { name: 'Accuracy of the same answers by rule' })
  const own = table.getByRole('row').filter({ hasText: 'this run:' })
  await expect.poll(() => own.textContent()).toContain('40.0%')
  const other = table.getByRole('row').filter({ hasText: /^MMMU/ })
  await expect.poll(() => other.textContent()).toContain('60.0%')
  expect(errors).toEqual([])
  removeFolder(folder)
})
