/**
 * Two scripted readers answer 60 questions each in browsers of their own, which have the study and the images only. One is killed three
 * times. Nothing is lost, no right answer is anywhere, and kappa is scikit-learn's.
 * @module-tag long
 */
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { sittingOrder } from '../../../../src/features/readers/engine/sitting-order.ts'
import { type Study, studyInText } from '../../../../src/features/readers/engine/study.ts'
import { pickFolder } from '../../../browser/harness/drive.ts'
import { demoDataset, writeFolder } from '../../../browser/harness/folders.ts'
import { killBrowser } from '../../../browser/harness/kill.ts'
import { freshFolder, launchPage, type Opened, temporaryFolder } from '../../../browser/harness/page.ts'
import { saved } from '../../../browser/harness/reports.ts'
import { shownTexts } from '../../../browser/harness/shown.ts'
import { comparedPairs } from './compared-readers.ts'
import { heapSnapshots, propertyTexts } from './heap.ts'
import { everything } from './stored-text.ts'

const n = 60
/** Beside each right answer in the data set, and nowhere else. */
const secret = 'KEY-OF-THE-STUDY'
/** In each option's text, and in no text of the demo. In ASCII, which snapshots do not escape. */
const sign = 'option-of-the-study'
const rightNames = ['gt_answer', 'rightAnswer', 'right', 'answer_note']

const [golden] = JSON.parse(readFileSync('test/features/readers/golden/sitting.json', 'utf8')) as [
  { readonly ratings: readonly [readonly number[], readonly number[]]; readonly cohen: readonly [number] },
]

type Item = Readonly<Record<string, string>> & { readonly id: string; readonly gt_answer: string }

/** Sixty questions of the demo, with a data set's folder and one of images alone. */
function sixty() {
  const from = join(demoDataset, 'PhantomChestXR')
  const items = (JSON.parse(readFileSync(join(from, 'test.json'), 'utf8')) as Item[])
    .slice(0, n)
    .map(item => {
      const options = Object.entries(item).filter(([name]) => name.startsWith('option_'))
      return {
        ...item,
        ...Object.fromEntries(options.map(([name, text]) => [name, `${text} ${sign}`])),
        gt_answer: `${item.gt_answer} ${sign}`,
        answer_note: `${secret} ${item.gt_answer}`,
      }
    })
  const dataset = writeFolder(join(freshFolder('study'), 'sixty'), {
    'Sixty/test.json': JSON.stringify(items),
  })
  const images = join(freshFolder('images'), 'pictures-only')
  for (const folder of [dataset, images])
    cpSync(join(from, 'pictures'), join(folder, 'Sixty', 'pictures'), { recursive: true })
  return { dataset, images, rightAnswers: new Map(items.map(({ id, gt_answer }) => [id, gt_answer])) }
}

interface Script {
  readonly code: string
  readonly study: Study
  /** By the place of the question: 1 for a right answer. */
  readonly right: readonly number[]
  readonly rightAnswers: ReadonlyMap<string, string>
}

const listLetters = ({ code, study, right, rightAnswers }: Script): readonly string[] =>
  sittingOrder(study, code, 1).map(place => {
    const { id, options } = study.questions[place] as Study['questions'][number]
    const wanted = options.find(({ text }) => (text === rightAnswers.get(id)) === (right[place] === 1))
    return wanted?.letter.toLowerCase() ?? ''
  })

const isDone = (page: Page, answered: number) => page.getByText(`${answered} of ${n} done`).waitFor()

async function answer(page: Page, letters: readonly string[], from: number, to: number): Promise<void> {
  for (let at = from; at < to; at++) {
    await isDone(page, at)
    await page.keyboard.press(letters[at] ?? '')
  }
  if (to < n) await isDone(page, to)
  else await page.getByText('This sitting is complete.').waitFor()
}

const chooseImages = async (page: Page, images: string) => {
  await page.getByTestId('people-images').setInputFiles(images)
  await page.getByText('Images are read from “pictures-only”').waitFor()
}

async function begin(page: Page, study: string, images: string, code: string): Promise<void> {
  await page.getByTestId('people-file').setInputFiles(study)
  await page.getByLabel('Reader’s code').waitFor()
  await chooseImages(page, images)
  await page.getByLabel('Reader’s code').fill(code)
  await page.getByLabel('Reader’s code').press('Enter')
  await page.getByAltText('The image of this question').waitFor()
}

/** No right answer is stored, in a thread's memory, or came over the network. */
async function expectBlinded({ page, requests }: Opened): Promise<void> {
  const stored = await everything(page)
  expect(stored.records).toBe(0)
  expect(stored.text).toContain(sign)
  for (const name of [...rightNames, secret].filter(one => one !== 'right'))
    expect(stored.text.includes(name), name).toBe(false)
  const heaps = await heapSnapshots(page)
  expect([...heaps.keys()].some(name => name.includes('desk'))).toBe(true)
  expect([...heaps.values()].some(heap => heap.includes(sign))).toBe(true)
  for (const [name, heap] of heaps) {
    expect(heap.includes(secret), name).toBe(false)
    expect(
      propertyTexts(heap, rightNames).filter(text => text.includes(sign)),
      name,
    ).toEqual([])
  }
  expect(requests.filter(url => /sixty/i.test(url))).toEqual([])
}

test('two readers, three kills, no right answer, and scikit-learn’s kappa', {
  timeout: 1_800_000,
}, async () => {
  const { dataset, images, rightAnswers } = sixty()
  const maker = await launchPage({})
  onTestFinished(() => maker.close())
  await pickFolder(maker.page, 'dataset', dataset)
  await maker.page.evaluate(() => {
    location.hash = '#/people'
  })
  await maker.page.getByText(`${n} questions on`).waitFor()
  await maker.page.getByRole('button', { name: 'Make the study' }).click()
  await maker.page.getByLabel('Reader’s code').waitFor()
  const text = String(await saved('Save the study as a file', maker.page.locator('main')))
  const study = studyInText(text)
  expect(text).not.toContain(secret)
  // What is looked for below can be found: here the thread of the data set has it.
  const open = [...(await heapSnapshots(maker.page)).values()]
  expect(open.some(heap => heap.includes(secret))).toBe(true)
  expect(open.some(heap => propertyTexts(heap, rightNames).some(one => one.includes(sign)))).toBe(true)

  const folder = freshFolder('answers')
  const file = join(folder, 'study.json')
  writeFileSync(file, text)
  const [first, second] = golden.ratings
  const files: string[] = []
  const keep = async (page: Page, code: string) => {
    files.push(join(folder, `${code}.json`))
    writeFileSync(
      join(folder, `${code}.json`),
      await saved('Save the answers as a file', page.locator('main')),
    )
  }

  const profile = temporaryFolder('killed')
  const letters = listLetters({ code: 'R1', study, right: first, rightAnswers })
  let opened = await launchPage({ profile, path: '#/people' })
  await begin(opened.page, file, images, 'R1')
  let at = 0
  for (const stop of [12, 30, 47]) {
    await answer(opened.page, letters, at, stop)
    at = stop
    await killBrowser(opened, profile)
    opened = await launchPage({ profile, path: '#/people' })
    await chooseImages(opened.page, images)
    await opened.page.getByRole('link', { name: 'Continue as R1' }).click()
    await isDone(opened.page, at)
  }
  await answer(opened.page, letters, at, n)
  await keep(opened.page, 'R1')
  await opened.close()

  const other = await launchPage({ profile: temporaryFolder('other'), path: '#/people' })
  onTestFinished(() => other.close())
  const own = listLetters({ code: 'R2', study, right: second, rightAnswers })
  await begin(other.page, file, images, 'R2')
  await answer(other.page, own, 0, n / 2)
  await expectBlinded(other)
  await answer(other.page, own, n / 2, n)
  await keep(other.page, 'R2')

  const { page, origin } = maker
  await page.getByTestId('people-file').setInputFiles(files)
  const pairs = await comparedPairs(page, origin)
  await expect
    .poll(async () => (await shownTexts(pairs.getByRole('cell'))).slice(-4, -1))
    .toEqual([String(n), expect.anything(), golden.cohen[0].toFixed(3)])
  const csv = String(await saved('Save as CSV', page.locator('main .stack', { has: pairs }).last()))
  const kappa = Number(csv.split('\r\n')[1]?.split(',').at(-1))
  expect(Math.abs(kappa - golden.cohen[0])).toBeLessThan(1e-9)
  expect(maker.errors).toEqual([])
})
