/** Questions of several images, from the folder to the sample page, with the bundled model. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { card, exportRun, openSettings, openTab, pickFolder, readyToRun, runToEnd } from './harness/drive.ts'
import { demoDataset, writeFolder } from './harness/folders.ts'
import { freshFolder, openPage } from './harness/page.ts'

const picture = (name: string) =>
  readFileSync(join(demoDataset, 'PhantomChestCT/pictures', `case_${name}.png`))
const pictures = { 'a.png': picture('01'), 'b.png': picture('02'), 'c.png': picture('03') }

const row = (id: string, question: string, ...images: readonly string[]) => ({
  id,
  question,
  options: ['Computed tomography', 'Ultrasound'],
  answer: 'Computed tomography',
  modality: 'CT',
  images,
})
const rows = [
  row('one', 'Which modality is this?', 'a.png'),
  row('pair', 'Which modality is the first?', 'a.png', 'b.png'),
  row('reversed', 'Which modality is the last?', 'b.png', 'a.png'),
  row('placed', 'After <image 2> came <image 1>. Which modality is it?', 'a.png', 'b.png', 'c.png'),
  row('pair again', 'Which modality is the second?', 'a.png', 'b.png'),
  row('broken', 'Which modality is it?', 'a.png', 'broken.png'),
]

test('several images are asked about together, counted, shown, and refused if a model takes one', {
  tags: ['wide'],
}, async () => {
  const folder = writeFolder(join(freshFolder('several'), 'several'), {
    'questions.jsonl': rows.map(each => JSON.stringify(each)).join('\n'),
    'images/broken.png': 'no picture',
    ...Object.fromEntries(Object.entries(pictures).map(([name, bytes]) => [`images/${name}`, bytes])),
  })
  const { page, errors } = await openPage({ cores: 1 })
  await readyToRun(page)
  await pickFolder(page, 'dataset', folder)
  await card(page, 'dataset').getByText('up to 3 per question').waitFor()
  await page.getByRole('button', { name: 'Confirm the mapping' }).click()

  await pickFolder(page, 'model', resolve('test/golden/families/paligemma'))
  await card(page, 'model').getByText('paligemma', { exact: true }).first().waitFor()
  await page
    .getByText('A question of the data set has 3 images, and the family "paligemma" takes one')
    .waitFor()
  await expect.poll(() => page.getByRole('button', { name: /^Run / }).isEnabled()).toBe(false)

  await pickFolder(page, 'model', resolve('public/models/phantom-vlm'))
  await readyToRun(page)
  await card(page, 'model').getByText('with 3 images of 512 × 512').waitFor()
  // What is not encoded again is then in memory.
  await openSettings(page)
  await page.getByLabel('Keep image features').uncheck()
  const run = await runToEnd(page, { maxNewTokens: 2 })
  const { records } = await exportRun(page)
  const of = (id: string) => {
    const found = records.find(({ sample }) => sample.fields.id === id)
    if (!found) throw new Error(`There is no record of "${id}".`)
    return found
  }
  const readScore = (id: string) => {
    const record = of(id)
    if (record.status === 'failed') throw new Error(`${id}: ${record.error.message}`)
    if (!record.score) throw new Error(`${id} has no score.`)
    return record.score
  }
  const sha256 = (name: keyof typeof pictures) => createHash('sha256').update(pictures[name]).digest('hex')
  const digests = (id: string) => {
    const { imageFile, furtherImageFiles = [] } = of(id)
    return [imageFile, ...furtherImageFiles].map(file => file?.sha256)
  }

  // Each image has its tokens, and its file is told.
  const one = readScore('one').tokens.image
  expect(one).toBeGreaterThan(0)
  for (const [id, ...names] of [
    ['one', 'a.png'],
    ['pair', 'a.png', 'b.png'],
    ['reversed', 'b.png', 'a.png'],
    ['placed', 'a.png', 'b.png', 'c.png'],
  ] as const) {
    expect(digests(id)).toEqual(names.map(sha256))
    expect(readScore(id).tokens.image).toBe(names.length * one)
    expect(of(id).sample.image).toBe(`several/images/${names[0]}`)
  }
  // What the two questions on one pair share is computed once; nothing is shared where text comes first.
  expect(readScore('pair').tokens.reused).toBeGreaterThan(2 * one)
  expect(readScore('pair again').tokens.reused).toBe(readScore('pair').tokens.reused)
  expect(readScore('placed').tokens.reused).toBe(0)
  // The later of two that show the same images encodes none, whichever that is.
  const encoded = ['one', 'pair', 'reversed', 'placed'].map(id => readScore(id).timings.encode)
  expect(Math.max(...encoded)).toBeGreaterThan(0)
  expect(Math.min(readScore('pair').timings.encode, readScore('reversed').timings.encode)).toBe(0)
  // The image at fault is named.
  expect(of('broken')).toMatchObject({
    status: 'failed',
    error: { code: 'image-unsupported', subject: 'several/images/broken.png' },
  })

  await openTab(page, 'Samples')
  await page.goto(`${page.url().replace(/#.*/, '')}#/runs/${run}/samples?sample=${of('placed').sample.index}`)
  const detail = page.getByRole('article', { name: 'Sample placed' })
  await detail.getByRole('button', { name: 'Image 3 of 3' }).click()
  await detail.getByText('several/images/c.png', { exact: true }).waitFor()
  await detail.getByText('[image 3]Question: After [image 2] came [image 1].').waitFor()
  expect(errors).toEqual([])
})
