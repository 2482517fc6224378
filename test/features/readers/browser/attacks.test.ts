/** Two tabs, files that were changed by hand, images that nobody can show, and a page that is loaded again. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { type Study, studyHash, studyInText } from '../../../../src/features/readers/engine/study.ts'
import { accessibilityProblems } from '../../../browser/harness/axe.ts'
import { openPage } from '../../../browser/harness/page.ts'
import { saved } from '../../../browser/harness/reports.ts'

const picture = readFileSync('public/datasets/phantom-cube/PhantomChestXR/pictures/case_01.png')
const broken = Buffer.from('this is no picture')
const at = '2026-01-02T03:04:05.678Z'

const makeImage = (path: string, bytes: Uint8Array) => ({
  ...{ path: `elsewhere/${path}`, size: bytes.byteLength },
  sha256: createHash('sha256').update(bytes).digest('hex'),
})

/** A study of another machine: one good image, one that differs here, one that is no image, and one that is not here. */
const study: Study = {
  ...{ format: 'voxelwise-study', version: 1, id: 's', name: 'From elsewhere', created: at, seed: 1 },
  dataset: { name: 'elsewhere', fingerprint: 'a'.repeat(64) },
  protocol: { id: 'direct', version: 2 },
  questions: [
    makeImage('good.png', picture),
    makeImage('changed.png', broken),
    makeImage('broken.png', broken),
    makeImage('../missing.png', picture),
  ].map((image, index) => ({
    ...{ index, id: `q${index}`, kind: 'choice', question: `Question ${index}?` },
    options: ['A', 'B'].map(letter => ({ letter, text: `option ${letter}` })),
    images: [image],
  })),
  ...{ ownOrders: true, confidence: 'none', limitSeconds: null, washoutDays: 28 },
}

const file = (name: string, content: string) => ({
  ...{ name, mimeType: 'application/json' },
  buffer: Buffer.from(content),
})

/** The browser's picker gives a private folder, which stays allowed. */
async function keepPictures(page: Page): Promise<void> {
  const files = { 'good.png': [...picture], 'changed.png': [...picture], 'broken.png': [...broken] }
  await page.evaluate(async all => {
    const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('pics', { create: true })
    for (const [name, bytes] of Object.entries(all)) {
      const writer = await (await folder.getFileHandle(name, { create: true })).createWritable()
      await writer.write(new Uint8Array(bytes))
      await writer.close()
    }
    window.showDirectoryPicker = async () => folder
  }, files)
}

const open = (page: Page, one: ReturnType<typeof file>) => page.getByTestId('people-file').setInputFiles(one)

test('files that were changed by hand are refused by the field at fault', async () => {
  const { page, errors } = await openPage({ path: '#/people' })
  const [first] = study.questions
  const refused = async (content: object | string, words: RegExp | string) => {
    await open(page, file('x.json', typeof content === 'string' ? content : JSON.stringify(content)))
    await page.getByText(words).first().waitFor()
  }
  await refused({ ...study, questions: [first, first] }, /questions\[1\]\.id/)
  await refused({ ...study, practice: [{ ...first, right: 'A' }] }, /practice\[0\]\.id/)
  await refused(JSON.stringify(study).slice(0, 400), /The file is not a study, or a reader’s answers\./)
  const sitting = {
    ...{ id: 'one', study: await studyHash(study), reader: { code: 'R1' }, number: 1, begun: at },
    ...{ ended: at, given: [] },
  }
  const answers = { format: 'voxelwise-answers', version: 1, study, sitting }
  await refused({ ...answers, study: { ...study, seed: 2 } }, /is not the one that was answered/)
  const given = [{ id: 'q9', status: 'answered', answer: 'A', confidence: null, seconds: 1 }]
  await refused(
    { ...answers, sitting: { ...sitting, given: [{ ...given[0], pausedSeconds: 0, times: 1, at }] } },
    /sitting\.given\[0\]\.id/,
  )
  await page.getByText('None yet.').waitFor()
  expect(errors).toEqual([])
})

test('a study of another machine: its folder is remembered, bad images are named, and the sitting goes on', async () => {
  const { page, errors } = await openPage({ path: '#/people' })
  await page.getByText('None yet.').waitFor()
  await keepPictures(page)
  await open(page, file('study.json', JSON.stringify(study)))
  await page.getByLabel('Reader’s code').waitFor()
  await page.getByRole('button', { name: 'Choose the folder of images' }).click()
  await page.getByText('Images are read from “pics”.').waitFor()
  await page.getByLabel('Reader’s code').fill('__proto__')
  await page.getByLabel('Reader’s code').press('Enter')
  await page.getByRole('heading', { name: 'Reader __proto__' }).waitFor()
  const seen = new Set<string>()
  for (let done = 0; done < 4; done++) {
    await page.getByText(`${done} of 4 done`).waitFor()
    const question = await page.locator('h2.reader-text').innerText()
    seen.add(question)
    // Loaded again in the middle, without a press: the folder is remembered.
    if (done === 1) await page.reload()
    const wanted: Readonly<Record<string, string>> = {
      'Question 1?': 'This image differs from the one of the study.',
      'Question 2?': 'image-',
      'Question 3?': 'file-',
    }
    if (question === 'Question 0?') await page.getByAltText('The image of this question').waitFor()
    else
      await page
        .locator('.error-box')
        .filter({ hasText: wanted[question] ?? '?' })
        .waitFor()
    // A name of a file may tell the answer.
    await expect.poll(() => page.locator('main').innerText()).not.toContain('.png')
    await page.setViewportSize({ width: done % 2 === 0 ? 420 : 1280, height: 800 })
    expect(await accessibilityProblems(page)).toEqual([])
    await page.keyboard.press('a')
  }
  expect([...seen].sort()).toEqual(study.questions.map(({ question }) => question))
  await page.getByText('This sitting is complete.').waitFor()
  await page.getByRole('button', { name: 'Back to the studies' }).click()
  await page.getByText('4 of 4').waitFor()
  // Answers that were given elsewhere, and those that differ from the ones that are here.
  const csv = (text: string) =>
    page
      .getByTestId(/^answers-file-/)
      .setInputFiles({ name: 'answers.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await csv('reader,id,answer\nR9,q0,A\nR9,q1,B\n')
  await page.getByText('Answers to 2 questions were added.').waitFor()
  await page.getByRole('button', { name: 'Make a run of R9' }).waitFor()
  await csv('reader,id,answer\nR9,q0,B\n')
  await page.getByText('This browser has another answer of this sitting to the same question.').waitFor()
  expect(errors).toEqual([])
})

test('a sitting is open in one tab, and nothing changes it from another; the clock may jump', async () => {
  const { page, context, origin, errors } = await openPage({ path: '#/people' })
  await page.getByLabel('Questions', { exact: true }).fill('3')
  await page.getByText(/^3 questions on/).waitFor()
  await page.getByRole('button', { name: 'Make the study' }).click()
  await page.getByLabel('Reader’s code').fill('R1')
  await page.getByLabel('Reader’s code').press('Enter')
  await page.getByText('0 of 3 done').waitFor()
  await page.keyboard.press('a')
  await page.getByText('1 of 3 done').waitFor()

  const other = await context.newPage()
  onTestFinished(() => other.close())
  await other.goto(`${origin}/#/people`)
  await other.getByRole('button', { name: 'End the sitting of R1' }).click()
  await other.getByText('This sitting is open in another tab.').waitFor()
  await other.getByRole('link', { name: 'Continue as R1' }).click()
  await other.getByText('This sitting is open in another tab.').waitFor()

  await page.keyboard.press('b')
  await page.getByText('2 of 3 done').waitFor()
  await page.getByRole('button', { name: 'Pause' }).click()
  await page.getByRole('link', { name: 'Continue as R1' }).waitFor()
  // The other tab goes on where this one stopped, and Back goes to the last answer though the clock went back.
  await other.reload()
  await other.getByText('2 of 3 done').waitFor()
  await other.clock.setFixedTime(new Date('2020-01-01T00:00:00Z'))
  await other.getByRole('button', { name: 'Back' }).click()
  await other.getByText('You changed back').waitFor()
  await other.keyboard.press('ArrowRight')
  await other.getByText('You changed back').waitFor({ state: 'hidden' })
  await other.keyboard.press('a')
  await other.getByText('This sitting is complete.').waitFor()
  const text = String(await saved('Save the answers as a file', other.locator('main')))
  const { sitting } = JSON.parse(text) as { sitting: { given: { answer: string }[]; study: string } }
  expect(sitting.given.map(({ answer }) => answer)).toEqual(['A', 'B', 'A'])
  expect(await studyHash(studyInText(JSON.stringify(JSON.parse(text).study)))).toBe(sitting.study)
  expect(errors).toEqual([])
})

test('an answer in time counts, and the time limit ends a question once', async () => {
  const { page, errors } = await openPage({ path: '#/people' })
  const [first, second] = study.questions.map(question => ({ ...question, images: [] }))
  await open(
    page,
    file('study.json', JSON.stringify({ ...study, questions: [first, second], limitSeconds: 4 })),
  )
  await page.getByLabel('Reader’s code').fill('R1')
  await page.getByLabel('Reader’s code').press('Enter')
  await page.getByText('0 of 2 done').waitFor()
  // Twice in one frame: the second press is of no question.
  await page.evaluate(() => {
    for (const key of ['a', 'b']) window.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
  })
  await page.getByText('1 of 2 done').waitFor()
  await page.getByText('This sitting is complete.').waitFor()
  const text = String(await saved('Save the answers as a file', page.locator('main')))
  const { sitting } = JSON.parse(text) as { sitting: { given: object[] } }
  expect(sitting.given).toMatchObject([
    { status: 'answered', answer: 'A', times: 1 },
    { status: 'unanswered', answer: null, times: 1 },
  ])
  expect(errors).toEqual([])
})
