/** A study with grades of confidence and a margin: one reader answers in Chromium, the answers of another come as CSV. */
import { expect, test } from 'vitest'
import { accessibilityProblems } from '../../../browser/harness/axe.ts'
import { openTab } from '../../../browser/harness/drive.ts'
import { launchPage } from '../../../browser/harness/page.ts'
import { shownTexts } from '../../../browser/harness/shown.ts'
import { comparedPairs } from './compared-readers.ts'
import { everything } from './stored-text.ts'

const questions = 12

test('grades from 1 to 5, a stated margin, and the time of right and wrong answers', async () => {
  const { page, origin, errors, close } = await launchPage({})
  await page.getByRole('link', { name: 'Have people answer' }).click()
  await page.getByLabel('Questions', { exact: true }).fill(String(questions))
  await page.getByLabel('Confidence', { exact: true }).selectOption('1-5')
  await page.getByLabel('Margin', { exact: true }).fill('3')
  await page.getByText(new RegExp(`^${questions} questions on`)).waitFor()
  await page.getByRole('button', { name: 'Make the study' }).click()
  await page.getByText(/with confidence, margin of 3 points/).waitFor()

  await page.getByLabel('Reader’s code').fill('R1')
  await page.getByLabel('Reader’s code').press('Enter')
  for (let answered = 0; answered < questions; answered++) {
    await page.getByText(`${answered} of ${questions} done`).waitFor()
    await page.getByAltText('The image of this question').waitFor()
    await page.keyboard.press('a')
    if (answered === 0) expect(await accessibilityProblems(page)).toEqual([])
    await page
      .getByRole('group', { name: 'How sure are you, from 1 (guessed) to 5 (certain)' })
      .getByRole('button', { name: answered % 2 === 0 ? '2 of 5' : '5 of 5' })
      .click()
    await page.getByRole('button', { name: 'Next' }).click()
  }
  await page.getByText('This sitting is complete.').waitFor()
  await page.getByRole('button', { name: 'Back to the studies' }).click()

  const { study } = await everything(page)
  const csv = (grade: number) =>
    [
      'reader,id,answer,confidence,seconds',
      ...study.questions.map(({ id }) => `R2,${id},A,${grade},10`),
    ].join('\n')
  const add = (text: string) =>
    page
      .getByTestId(/^answers-file-/)
      .setInputFiles({ name: 'answers.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await add(csv(70))
  await page.getByText(/"confidence" is a whole number from 1 to 5/).waitFor()
  await add(csv(4))
  await page.getByText(`Answers to ${questions} questions were added.`).waitFor()

  // Both answered alike, so their right and wrong answers are the same.
  await comparedPairs(page, origin)
  const times = page.getByRole('table', { name: 'Time of an answer' })
  await times.getByText('10.0 s (10.0 s to 10.0 s)').first().waitFor()
  await page
    .getByText('Time of an answer: the median, with quartiles in brackets.', { exact: true })
    .waitFor()
  await page
    .getByRole('table', { name: 'Readers and models' })
    .getByText(/stated margin: 3 points/)
    .first()
    .waitFor()
  expect(await accessibilityProblems(page)).toEqual([])

  // Two grades, each of half of the answers.
  await page.goto(`${origin}/#/runs`)
  await page
    .getByRole('table', { name: 'Runs' })
    .getByRole('link', { name: /Reader R1 on/ })
    .click()
  await openTab(page, 'Reliability', 'Confidence')
  await page
    .getByText(/^The reader stated a mean confidence of 3\.500 of 5, and was right on .+ of 12 answers\.$/)
    .waitFor()
  const steps = page.getByRole('table', { name: 'How often right, by stated confidence' })
  expect((await shownTexts(steps.getByRole('columnheader')))[0]).toBe('Stated, 1 to 5')
  expect((await shownTexts(steps.getByRole('rowheader'))).join()).toBe('2,5')
  expect(errors).toEqual([])
  await close()
})
