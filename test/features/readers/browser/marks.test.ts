/** Two people label wrong answers by keyboard, and rate reasons without seeing model and right answer. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { accessibilityProblems } from '../../../browser/harness/axe.ts'
import { importFinished } from '../../../browser/harness/finished-run.ts'
import { openPage } from '../../../browser/harness/page.ts'
import { saved } from '../../../browser/harness/reports.ts'
import { shownTexts } from '../../../browser/harness/shown.ts'
import { everything } from './stored-text.ts'

const reply = 'A. The image shows a bright round lesion, so this is the answer.'

/** Gives every stored answer reasons: the demo model answers in single words. */
const giveReasons = (page: Page) =>
  page.evaluate(async text => {
    const of = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const db = await of(indexedDB.open('voxelwise'))
    const store = db.transaction('records', 'readwrite').objectStore('records')
    const keys = await of(store.getAllKeys())
    for (const [at, record] of (await of(store.getAll())).entries())
      await of(store.put({ ...record, response: text }, store.keyPath ? undefined : keys[at]))
    db.close()
  }, reply)

const nth = (page: Page, place: number) => page.getByRole('article', { name: `Answer ${place}`, exact: true })

test('labels by keyboard, their agreement, and the question in all runs', async () => {
  const { page, origin, errors, close } = await openPage({})
  const run = await importFinished(page, 'words')
  const begin = async (code: string, set: string) => {
    await page.goto(`${origin}/#/people?mark=${run}&set=${set}`)
    await page.getByLabel('Your code').fill(code)
    await page.getByRole('button', { name: 'Begin' }).click()
    await nth(page, 1).waitFor()
  }
  await page.goto(`${origin}/#/runs/${run}/labels`)
  await page.getByText('Nobody has given labels of this set yet.').waitFor()
  await page.getByRole('link', { name: 'Label answers' }).click()
  await page.getByLabel('Your code').fill('A')
  expect(await accessibilityProblems(page)).toEqual([])
  await page.getByLabel('Your code').press('Enter')
  await nth(page, 1).getByText('Answer', { exact: true }).waitFor()
  await page.keyboard.press('e')
  await page.getByText('1 done by A').waitFor()
  await page.keyboard.press('h')
  await page.locator('.reader-option[aria-pressed="true"]').nth(1).waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await page.keyboard.press('Enter')
  await nth(page, 2).waitFor()
  await page.keyboard.press('a')
  await page.getByText('2 done by A').waitFor()

  // What is stored outlives the page, and the first answer without a label comes first.
  await page.reload()
  await nth(page, 3).waitFor()

  await begin('B', 'errors-1')
  await expect.poll(() => page.locator('.reader-option[aria-pressed="true"]').count()).toBe(0)
  await page.keyboard.press('e')
  await page.getByText('1 done by B').waitFor()
  await page.getByRole('link', { name: 'Stop' }).click()
  await page.getByText('2 people labelled here.').waitFor()
  expect(await accessibilityProblems(page)).toEqual([])

  await page.goto(`${origin}/#/runs/${run}/samples?verdict=wrong`)
  await page.getByRole('link', { name: 'Label this answer' }).waitFor()
  await page.getByText('This question in all runs').click()
  await page.getByRole('table', { name: 'This question in all runs' }).waitFor()
  expect(await accessibilityProblems(page)).toEqual([])

  // While people label, nobody sees the labels of others: neither there nor in a filter.
  const tag = page.locator('option', { hasText: 'A: wrong inference' })
  await expect.poll(() => tag.count()).toBe(0)
  await page.goto(`${origin}/#/runs/${run}/labels`)
  await page.getByRole('button', { name: 'All have finished: show the labels' }).click()
  await expect
    .poll(() => shownTexts(page.getByRole('table', { name: 'Errors: who labelled' }).getByRole('cell')))
    .toEqual(['2', expect.anything(), '1', expect.anything()])
  expect(await accessibilityProblems(page)).toEqual([])
  await page.goto(`${origin}/#/runs/${run}/samples?verdict=wrong`)
  await tag.first().waitFor({ state: 'attached' })

  await giveReasons(page)
  await page.reload()
  await rate(page, `${origin}/#/people?mark=${run}&set=reasons-1`)
  await page.getByRole('button', { name: 'Add the ratings of A to the runs' }).click()
  await page.getByText('1 person labelled here.').waitFor()
  await rateElsewhere(page, run)
  await page.getByText('2 people labelled here.').waitFor()
  await page.getByRole('button', { name: 'All have finished: show the labels' }).click()
  await expect
    .poll(() =>
      shownTexts(page.getByRole('table', { name: 'Reasons, four points: who labelled' }).getByRole('cell')),
    )
    .toEqual(['3', expect.anything(), '3.000', '3', expect.anything(), '2.000'])
  await page.getByTestId('labels-file').setInputFiles({
    ...{ name: 'ratings.csv', mimeType: 'text/csv' },
    buffer: Buffer.from(await csvOfOther(page, run)),
  })
  await page.getByText('Labels of 2 answers were added.').waitFor()
  await page.getByRole('table', { name: 'Reasons, four points: agreement', exact: true }).waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  expect(errors).toEqual([])
  await close()
})

/** Three replies by one rater, who gets neither the model nor the right answer, nor the name of the image's file. */
async function rate(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await page.getByText(/^\d+ replies of five words or more\.$/).waitFor()
  await page.getByLabel('At most').fill('3')
  await page.getByText('3 replies of five words or more.').waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await page.getByRole('button', { name: 'Make the study' }).click()
  await page.getByLabel('Reader’s code').fill('A')
  await page.getByLabel('Reader’s code').press('Enter')
  await page.getByText('0 of 3 done').waitFor()
  await page.getByText(reply).waitFor()
  const { study } = await everything(page)
  const text = JSON.stringify(study)
  for (const word of ['rightAnswer', 'gt_answer', 'voxelwise-demo', 'phantom-vlm', 'parsed'])
    expect(text, word).not.toContain(word)
  expect(study.questions.map(({ id }) => /^[0-9a-f]{32}$/.test(id))).toEqual([true, true, true])
  const shown = await page.locator('main').innerText()
  for (const word of ['.png', 'right answer', 'model’s answer', 'voxelwise-demo'])
    expect(shown).not.toContain(word)
  expect(await accessibilityProblems(page)).toEqual([])
  for (const done of [1, 2, 3]) {
    await page.keyboard.press('3')
    await page.keyboard.press('u')
    await page.locator('.reader-option[aria-pressed="true"]').nth(1).waitFor()
    await page.keyboard.press('Enter')
    if (done < 3) await page.getByText(`${done} of 3 done`).waitFor()
  }
  await page.getByText('This sitting is complete.').waitFor()
  await page.getByRole('button', { name: 'Back to the studies' }).click()
}

/** Another rater has the study's file alone: nothing in that browser knows the run. The answers' file brings the ratings back. */
async function rateElsewhere(page: Page, run: string): Promise<void> {
  const { origin } = new URL(page.url())
  await page.goto(`${origin}/#/people`)
  const study = String(await saved('Save the study as a file', page.locator('main')))
  const other = await openPage({ path: '#/people' })
  const file = (name: string, text: string) => ({
    ...{ name, mimeType: 'application/json' },
    buffer: Buffer.from(text),
  })
  await other.page.getByTestId('people-file').setInputFiles(file('study.json', study))
  await other.page.getByLabel('Reader’s code').fill('B')
  await other.page.getByLabel('Reader’s code').press('Enter')
  for (const done of [0, 1, 2]) {
    await other.page.getByText(`${done} of 3 done`).waitFor()
    await other.page.getByAltText('The image of this question').waitFor()
    if (done === 1) {
      const { text } = await everything(other.page)
      for (const word of [run, 'rightAnswer', 'gt_answer', '"correct"', '"parsed"'])
        expect(text.includes(word), word).toBe(false)
    }
    await other.page.keyboard.press('2')
    await other.page.keyboard.press('Enter')
  }
  await other.page.getByText('This sitting is complete.').waitFor()
  const answers = String(await saved('Save the answers as a file', other.page.locator('main')))
  expect(other.errors).toEqual([])
  await page.getByTestId('people-file').setInputFiles(file('answers.json', answers))
  await page.getByRole('button', { name: 'Add the ratings of B to the runs' }).click()
}

/** Ratings of two answers by somebody else. */
const csvOfOther = (page: Page, run: string): Promise<string> =>
  page.evaluate(async id => {
    const db: IDBDatabase = await new Promise((resolve, reject) => {
      const opening = indexedDB.open('voxelwise')
      opening.onsuccess = () => resolve(opening.result)
      opening.onerror = () => reject(opening.error)
    })
    const records: { run: string; sample: { fields: { id: unknown } } }[] = await new Promise(resolve => {
      const reading = db.transaction('records').objectStore('records').getAll()
      reading.onsuccess = () => resolve(reading.result)
    })
    db.close()
    const ids = records.filter(one => one.run === id).map(one => String(one.sample.fields.id))
    return `id,by,set,label\n${ids
      .slice(0, 2)
      .map(one => `${one},C,reasons-1,3`)
      .join('\n')}\n`
  }, run)
