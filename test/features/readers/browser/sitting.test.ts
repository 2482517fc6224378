/** Two readers answer six questions in Chromium: by keyboard and a kill, and by mouse. Then their runs are compared. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { sittingOrder } from '../../../../src/features/readers/engine/sitting-order.ts'
import type { Study } from '../../../../src/features/readers/engine/study.ts'
import { accessibilityProblems } from '../../../browser/harness/axe.ts'
import { killBrowser } from '../../../browser/harness/kill.ts'
import { launchPage, removeFolder, temporaryFolder } from '../../../browser/harness/page.ts'
import { shownElements, shownTexts } from '../../../browser/harness/shown.ts'
import { comparedPairs } from './compared-readers.ts'
import { everything } from './stored-text.ts'

interface Item {
  readonly id: string
  readonly gt_answer: string
  readonly option_A: string
  readonly option_B: string
}
const root = 'public/datasets/phantom-cube'
const items: readonly Item[] = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter(name => name.endsWith('test.json'))
  .flatMap(name => JSON.parse(readFileSync(join(root, name), 'utf8')))
const right = (id: string): string => {
  const item = items.find(one => one.id === id) as Item & Readonly<Record<string, string>>
  return ['A', 'B', 'C', 'D'].find(letter => item[`option_${letter}`] === item.gt_answer) ?? ''
}
/** Whether each of six questions is answered right; scikit-learn's `cohen_kappa_score` of the two is 0.25. */
const first = [true, true, false, true, false, true]
const second = [true, false, false, true, true, true]

/** The next question is shown after so many answers: while one is changed, the screen says so. */
const done = (page: Page, n: number) =>
  page.getByText(new RegExp(`^${n} of 6 done(?!.* You changed back)`)).waitFor()

/** The right answer of a study's question, or another of its options. */
const letterFor = ({ id, options }: Study['questions'][number], isRight: boolean): string =>
  isRight ? right(id) : (options.find(({ letter }) => letter !== right(id))?.letter ?? '')

const loseDocuments = (page: Page) =>
  page.evaluate(async () => {
    const db: IDBDatabase = await new Promise((resolve, reject) => {
      const opening = indexedDB.open('voxelwise')
      opening.onsuccess = () => resolve(opening.result)
      opening.onerror = () => reject(opening.error)
    })
    await new Promise(resolve => {
      const tx = db.transaction('documents', 'readwrite')
      tx.objectStore('documents').clear()
      tx.oncomplete = resolve
    })
    db.close()
  })

/** All practice questions by keyboard, each with its right answer afterwards. */
async function practise(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Practice' }).click()
  for (const n of [1, 2, 3, 4, 5]) {
    await page.getByText(`Practice ${n} of 5.`).waitFor()
    await page.getByAltText('The image of this question').waitFor()
    await expect.poll(() => page.getByText(/The right answer is/).count()).toBe(0)
    await page.keyboard.press('a')
    await page.getByText(/^You answered A: .* The right answer is [A-D]: /).waitFor()
    if (n === 1) expect(await accessibilityProblems(page)).toEqual([])
    await page.keyboard.press('Enter')
  }
  await page.getByText('Practice is over.').waitFor()
  await page.getByRole('button', { name: 'Back to the studies' }).click()
}

test('two readers, a kill, no right answer anywhere before the runs, and their kappa', async () => {
  const profile = temporaryFolder('readers')
  let opened = await launchPage({ profile })
  let { page } = opened
  await page.getByRole('link', { name: 'Have people answer' }).click()
  await page.getByLabel('Questions', { exact: true }).fill('6')
  await page.getByText(/^6 questions on/).waitFor()
  await page.getByLabel('Practice').check()
  await page.getByText('5 questions for practice.').waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await page.getByRole('button', { name: 'Make the study' }).click()
  await practise(page)
  await page.getByLabel('Reader’s code').fill('R1')
  await page.getByText('About the reader and the sitting (optional)').click()
  await page.getByLabel('Years').fill('5')
  await page.getByLabel('Screen, room and aids').fill('tablet, dark room')
  expect(await accessibilityProblems(page)).toEqual([])
  await page.getByLabel('Reader’s code').press('Enter')
  await done(page, 0)
  await page.getByAltText('The image of this question').waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  for (const button of await shownElements(page.locator('.reader-question button')))
    expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  const { study } = await everything(page)
  const listQuestions = (code: string) =>
    sittingOrder(study, code, 1).map(place => ({
      place,
      question: study.questions[place] as Study['questions'][number],
    }))

  // By keyboard: a skip, two answers, and a kill.
  await page.keyboard.press('Space')
  await page.getByText('0 of 6 done, 1 skipped').waitFor()
  const own = listQuestions('R1')
  for (const [answered, { place, question }] of own.slice(1, 3).entries()) {
    await page.keyboard.press(letterFor(question, first[place] ?? false).toLowerCase())
    await done(page, answered + 1)
  }
  await killBrowser(opened, profile)
  opened = await launchPage({ profile, path: '#/people' })
  page = opened.page
  // What the database has lost comes back from the private files.
  await page.getByRole('link', { name: 'Continue as R1' }).waitFor()
  await loseDocuments(page)
  await page.reload()
  await page.getByRole('link', { name: 'Continue as R1' }).click()
  await page.getByText('2 of 6 done, 1 skipped').waitFor()
  for (const [answered, { place, question }] of [...own.slice(3), ...own.slice(0, 1)].entries()) {
    await page.getByRole('heading', { name: question.question }).waitFor()
    await page.keyboard.press(letterFor(question, first[place] ?? false).toLowerCase())
    if (answered < 3) await page.getByText(new RegExp(`^${answered + 3} of 6 done`)).waitFor()
  }
  await page.getByText('This sitting is complete.').waitFor()
  await page.getByRole('button', { name: 'Back to the studies' }).click()

  // By mouse, with one answer that is changed.
  await page.getByLabel('Reader’s code').fill('R2')
  await page.getByRole('button', { name: 'Begin', exact: true }).click()
  for (const [answered, { place, question }] of listQuestions('R2').entries()) {
    await done(page, answered)
    const letter = letterFor(question, second[place] ?? false)
    const press = (one: string) => page.locator(`.reader-option[aria-keyshortcuts="${one}"]`).click()
    if (answered === 2) {
      await press(letterFor(question, !(second[place] ?? false)))
      await done(page, 3)
      await page.getByRole('button', { name: 'Back' }).click()
      await page.getByText('You changed back').waitFor()
    }
    await press(letter)
  }
  await page.getByText('This sitting is complete.').waitFor()
  const blinded = await everything(page)
  expect(blinded.records).toBe(0)
  for (const key of ['gt_answer', 'rightAnswer', 'correct_index', '"correct"', 'rightLetter'])
    expect(blinded.text.includes(key), key).toBe(false)
  await page.getByRole('button', { name: 'Back to the studies' }).click()

  const pairs = await comparedPairs(page, opened.origin)
  await expect
    .poll(async () => (await shownTexts(pairs.getByRole('cell'))).slice(-4, -1))
    .toEqual(['6', expect.anything(), '0.250'])
  expect(await accessibilityProblems(page)).toEqual([])
  expect(opened.errors).toEqual([])
  await opened.close()
  removeFolder(profile)
})
