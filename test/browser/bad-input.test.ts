/** Everything that can be wrong with a folder: named, counted, and never in the way of the rest. */

import { join } from 'node:path'
import type { Page, Worker } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RunFile } from '../../src/data/export/run-file.ts'
import {
  card,
  exportAll,
  exportRun,
  openResults,
  openTab,
  pickFolder,
  reach,
  readyToRun,
  runToEnd,
  startRun,
} from './harness/drive.ts'
import { writeFolder } from './harness/folders.ts'
import { blackPng, goldenImage, heic } from './harness/images.ts'
import { layoutProblems } from './harness/layout.ts'
import { launchPage, type Opened, openPage, removeFolder, temporaryFolder } from './harness/page.ts'

const manyDigits = '7'.repeat(400)

/** Each image that cannot be read, and the code of its error. */
const broken = {
  'truncated.png': 'image-truncated',
  'truncated.jpg': 'image-truncated',
  'empty.png': 'image-empty',
  'slice.heic': 'image-unsupported',
  'giant.png': 'image-too-large',
} as const

/** One sample as JSON text: not every number would survive being written by JavaScript. */
function sample(id: string, image: string | null, more = ''): string {
  const path = image === null ? '' : `"image_path": ${JSON.stringify(image)}, `
  return `{"id": ${id}, ${path}"question": "What is shown?", "option_A": "A slice", "option_B": "A plan", "gt_answer": "A slice"${more}}`
}

const good = [
  sample('"first"', 'pictures/fine.png', ', "task": "Plane", "scale": 1e400'),
  ...Object.keys(broken).map(name => sample(`"${name}"`, `pictures/${name}`)),
  sample('"outside"', '../../../outside.png'),
  sample('"absolute"', '/etc/hostname'),
  sample('1e400', null, `, "task": ${manyDigits}`),
  sample('"last"', 'pictures/fine.png'),
]

const contents = {
  'Broken/test.json': '[{"id": "cut", "question": ',
  'Object/test.json': '{"id": "not in an array"}',
  'Good/test.json': `[\n${good.join(',\n')}\n]`,
  'Good/pictures/fine.png': goldenImage('rgb8.png'),
  'Good/pictures/truncated.png': goldenImage('truncated.png'),
  'Good/pictures/truncated.jpg': goldenImage('truncated.jpg'),
  'Good/pictures/empty.png': '',
  'Good/pictures/slice.heic': heic,
  'Good/pictures/giant.png': blackPng(20_000, 20_000),
}

let parent: string
let opened: Opened
let page: Page
beforeAll(async () => {
  parent = temporaryFolder('bad')
  writeFolder(join(parent, 'outside'), { 'outside.png': goldenImage('rgb8.png') })
  writeFolder(join(parent, 'bad'), contents)
  opened = await launchPage()
  page = opened.page
  await readyToRun(page)
})
afterAll(async () => {
  await opened.close()
  removeFolder(parent)
})

/** Picks a folder that cannot be used and reads what its card says. */
async function refused(name: string, files: Readonly<Record<string, string>>): Promise<string | null> {
  await pickFolder(page, 'dataset', writeFolder(join(parent, name), files))
  // That of the folder before may still be there.
  await card(page, 'dataset').locator('.error-box', { hasText: name }).locator('code').first().waitFor()
  return card(page, 'dataset').textContent()
}

describe('a folder without a single sample', () => {
  test('that has no test.json anywhere', async () => {
    const told = await refused('nothing', { 'readme.txt': 'hello', 'deep/er/data.json': '[]' })
    expect(told).toContain('This folder and its subfolders contain no test.json and no table with rows.')
    expect(told).toContain('no-mapping')
    await expect.poll(() => page.getByRole('button', { name: /^Run/ }).isDisabled()).toBe(true)
  })

  test('whose only test.json is broken JSON', async () => {
    const told = await refused('broken', { 'Set/test.json': '[{"id": 1},\n nonsense]' })
    expect(told).toContain('bad-json')
    expect(told).toContain('broken/Set/test.json')
    expect(told).toContain('line 2, column 2')
  })

  test('whose only test.json is an object', async () => {
    const told = await refused('object', { 'Set/test.json': '{"samples": []}' })
    expect(told).toContain('not-an-array')
    expect(told).toContain('object/Set/test.json')
  })

  test('whose test.json is empty', async () => {
    expect(await refused('empty', { 'Set/test.json': '' })).toContain('bad-json')
  })
})

describe('a folder with some of everything', () => {
  let stored: RunFile
  let failedOnPage: string | null
  beforeAll(async () => {
    await pickFolder(page, 'dataset', join(parent, 'bad'))
    await card(page, 'dataset').getByText('8 questions').waitFor()
  })

  test('is no wider than its window, however long a label is', async () => {
    const before = page.viewportSize()
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await layoutProblems(page)).toEqual([])
    }
    if (before) await page.setViewportSize(before)
  })

  test('lists the files that were left out, and why samples were skipped', async () => {
    const left = card(page, 'dataset')
    for (const [file, code] of [
      ['bad/Broken/test.json', 'bad-json'],
      ['bad/Object/test.json', 'not-an-array'],
    ] as const) {
      await expect.poll(() => left.textContent()).toContain(file)
      await expect.poll(() => left.textContent()).toContain(code)
    }
    await page.getByRole('link', { name: /2 of 10 samples skipped/ }).click()
    const findings = page.getByRole('listbox', { name: 'Findings' }).getByRole('option')
    for (const path of ['../../../outside.png', '/etc/hostname'])
      await findings.filter({ hasText: `Image outside the folder${path}` }).waitFor()
  })

  test('is run to its end', async () => {
    await startRun(page, { maxNewTokens: 2 })
    await reach(page, 'Done')
    failedOnPage = await page.getByRole('region', { name: 'So far', exact: true }).textContent()
    await openResults(page)
    stored = await exportRun(page)
    expect(failedOnPage).toContain('5 questions failed')
    expect(stored.records.map(({ status }) => status)).toEqual([
      'answered',
      ...Object.keys(broken).map(() => 'failed'),
      'answered',
      'answered',
    ])
  })

  test('has its failures in run.json, each with its file and code', () => {
    const failures = stored.records.flatMap(record => (record.status === 'failed' ? [record.error] : []))
    expect(failures.map(({ code, subject }) => [subject, code])).toEqual(
      Object.entries(broken).map(([name, code]) => [`bad/Good/pictures/${name}`, code]),
    )
    for (const { message, remedy } of failures) expect(message && remedy).toBeTruthy()
  })

  test('keeps numbers as they were written, and failures out of the official files', async () => {
    const files = await exportAll(page)
    for (const number of ['"scale":1e400', '"id":1e400', `"task":${manyDigits}`])
      expect(files['run.json']).toContain(number)
    // As Python reads and writes them.
    for (const number of ['"scale": Infinity', '"id": Infinity', `"task": ${manyDigits}`])
      expect(files['results.json']).toContain(number)
    expect(files['results.json'].match(/"model_response"/g)).toHaveLength(3)
    for (const name of Object.keys(broken)) expect(files['results.json']).not.toContain(name)
    expect(JSON.parse(files['metrics_summary.json']).global.n).toBe(3)
  })

  test('shows its failures by their filter, with the file and the remedy', async () => {
    await openTab(page, 'Samples')
    await page.getByLabel('Verdict').selectOption({ label: 'Failed (5)' })
    const rows = page.getByRole('listbox', { name: 'Samples' }).getByRole('option')
    await expect.poll(() => rows.count()).toBe(5)
    await rows.filter({ hasText: 'slice.heic' }).click()
    const detail = page.getByRole('article', { name: 'Sample slice.heic' })
    await detail.getByText('image-unsupported').waitFor()
    await expect.poll(() => detail.textContent()).toContain('bad/Good/pictures/slice.heic')
    await expect.poll(() => detail.textContent()).toContain('Convert the file to PNG')
  })

  test('leaves nothing uncaught', () => {
    expect(opened.errors).toEqual([])
  })
})

test('a data thread that is blocked by a file is replaced, and the file is named', {
  tags: ['wide'],
}, async () => {
  const { page, errors } = await openPage()
  await page.clock.install()
  await page.reload()
  await readyToRun(page)
  const dataThread = () => page.workers().filter(worker => worker.url().includes('/data.worker'))
  const [stuck] = dataThread()
  // A disk that never answers where this file is read, which holds the whole thread.
  await stuck?.evaluate(() => {
    const { slice } = Blob.prototype
    Blob.prototype.slice = function (this: Blob, ...range) {
      if (!(this instanceof File && this.name === 'stuck.csv')) return slice.apply(this, range)
      console.log('blocked')
      for (;;);
    }
  })
  const isStuck = page.waitForEvent('console', message => message.text() === 'blocked')
  const rows = 'question,A,B,answer\nWhich?,left,right,A\n'
  await pickFolder(
    page,
    'dataset',
    writeFolder(join(parent, 'disk'), { 'good.csv': rows, 'stuck.csv': rows }),
  )
  await isStuck
  await page.clock.runFor(61_000)
  const shown = card(page, 'dataset')
  await shown.getByText('Reading made no progress for 60 seconds').waitFor()
  await expect.poll(() => shown.textContent()).toContain('disk/stuck.csv')
  await expect.poll(() => dataThread().includes(stuck as Worker)).toBe(false)
  // The thread in its place reads the next folder, and has the model.
  await shown.getByRole('button', { name: 'Use the demo' }).click()
  await runToEnd(page, { limit: 2, maxNewTokens: 2 })
  expect(errors).toEqual([])
})
