/**
 * Runs outlive pauses, reloads, closed tabs and killed browsers, without a lost or a doubled record.
 * @module-tag wide
 */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page, Worker } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { evaluatedFiles } from '../../src/cli/evaluate/page.ts'
import type { RunFile } from '../../src/data/export/run-file.ts'
import type { RunRecord } from '../../src/engine/protocol/record.ts'
import type { Run } from '../../src/engine/protocol/run.ts'
import {
  card,
  choose,
  done,
  exportAll,
  exportRun,
  openResults,
  openSettings,
  pickFolder,
  reach,
  readyToRun,
  runToEnd,
  startRun,
  type TextName,
  waitForDone,
} from './harness/drive.ts'
import { sharedFolder } from './harness/folders.ts'
import { killBrowser } from './harness/kill.ts'
import { freshFolder, launchPage, type Opened, openPage } from './harness/page.ts'
import { readStored, writeRecord } from './harness/stored.ts'

/** Enough questions to be interrupted among: some three seconds of one copy of the model. */
const choices = { limit: 160, maxNewTokens: 2 }
const alone = { cores: 1 }
const before = 8

/** The others have ids of the run and times. */
const timelessNames = evaluatedFiles.filter(name => !['run.json', 'answers.csv'].includes(name))

/** The same run, never interrupted. */
let opened: Opened
let whole: RunFile
let files: Readonly<Record<TextName, string>>
beforeAll(async () => {
  opened = await launchPage()
  await runToEnd(opened.page, choices)
  files = await exportAll(opened.page)
  whole = await exportRun(opened.page)
}, 180_000)
afterAll(() => opened.close())

const answers = (records: readonly RunRecord[]) =>
  records.map(record => [
    record.sample.index,
    record.status,
    record.status === 'answered' ? record.response : record.error.code,
  ])

/** Every sample once, in order, answered as in the run that nothing interrupted. */
async function expectWhole(page: Page): Promise<void> {
  await reach(page, 'Done')
  expect(await done(page)).toBe(choices.limit)
  const { runs, records } = await readStored(page)
  expect(runs.map(({ state }) => state)).toEqual(['done'])
  expect(records.map(({ sample }) => sample.index)).toEqual(
    Array.from({ length: choices.limit }, (_, i) => i),
  )
  expect(answers(records)).toEqual(answers(whole.records))
  await openResults(page)
  const again = await exportAll(page)
  for (const name of timelessNames) expect(again[name], name).toBe(files[name])
}

/** The run as the list of runs shows it. */
function listed(page: Page) {
  return page.getByRole('table', { name: 'Runs' }).locator('[data-run]').first()
}

/** Where the keyboard is, as the page says it. */
function focused(page: Page): Promise<string | null | undefined> {
  return page.evaluate(() => document.activeElement?.textContent)
}

async function startAndPause(page: Page): Promise<void> {
  await startRun(page, choices)
  await waitForDone(page, before)
  await pause(page)
}

async function pause(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Pause' }).click()
  await reach(page, 'Paused')
}

const isModel = (one: Worker): boolean => one.url().includes('/run.worker')

/** The threads that have a model, the oldest first. */
const models = (page: Page): readonly Worker[] => page.workers().filter(isModel)

function freshModel(page: Page): Promise<Worker> {
  return page.waitForEvent('worker', { predicate: isModel, timeout: 90_000 })
}

/** In a worker. */
function crash(): void {
  setTimeout(() => {
    throw new Error('A crash, on purpose.')
  })
}

async function openRuns(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Results' }).click()
  await page.getByRole('table', { name: 'Runs' }).waitFor()
}

describe('a run', () => {
  test('is finished after Chromium was killed', async () => {
    const profile = freshFolder('profile')
    const first = await launchPage({ profile, ...alone })
    await startRun(first.page, choices)
    await waitForDone(first.page, before)
    const seen = (await readStored(first.page)).records
    expect(seen.length).toBeGreaterThanOrEqual(before)
    await killBrowser(first, profile)

    const { page } = await openPage({ profile, ...alone })
    await page.getByText(/ stopped at \d+ of 160\./).waitFor()
    await openRuns(page)
    // What only the journals had comes back while the page is shown already.
    let kept: readonly RunRecord[] = []
    await expect
      .poll(async () => {
        kept = (await readStored(page)).records
        const indices = new Set(kept.map(({ sample }) => sample.index))
        const lost = seen.filter(({ sample }) => !indices.has(sample.index))
        const text = (await listed(page).textContent()) ?? ''
        const isListed = text.includes('Unfinished') && text.includes(`${kept.length} of 160`)
        return { lost, isListed }
      })
      .toEqual({ lost: [], isListed: true })
    expect(kept.length).toBeLessThan(choices.limit)

    await listed(page).getByRole('button', { name: 'Continue' }).click()
    await expectWhole(page)
    const { records } = await readStored(page)
    // What was there has not been asked again.
    for (const record of kept) expect(records).toContainEqual(record)
  })

  test('is finished after a reload, from the first page', async () => {
    const { page } = await openPage(alone)
    await startRun(page, choices)
    await waitForDone(page, before)
    await page.goto(`${opened.origin}/`)
    await page.reload()
    await page.getByText(/ stopped at \d+ of 160\./).waitFor()
    await page.getByRole('button', { name: 'Continue' }).click()
    await expectWhole(page)
  })

  test('stops while paused, continues when resumed, and can be stopped and continued', async () => {
    const { page, errors } = await openPage(alone)
    await startAndPause(page)
    await expect.poll(() => focused(page)).toBe('Resume')
    const paused = await done(page)
    expect(paused).toBeLessThan(choices.limit)
    await page.waitForTimeout(1000)
    expect(await done(page)).toBe(paused)
    expect((await readStored(page)).records.length).toBe(paused)

    await page.getByRole('button', { name: 'Resume' }).click()
    await waitForDone(page, paused + 1)
    await page.getByRole('button', { name: 'Stop' }).click()
    await reach(page, 'Stopped')
    await expect.poll(() => focused(page)).toBe('See the results')
    const stopped = (await readStored(page)).records.length
    expect(stopped).toBeGreaterThanOrEqual(paused + 1)
    await openRuns(page)
    await expect.poll(() => listed(page).textContent()).toContain(`${stopped} of 160`)
    await listed(page).getByRole('button', { name: 'Continue' }).click()
    await expectWhole(page)
    expect(errors).toEqual([])
  })

  test('leaves existing records unchanged, and continues', async () => {
    const { page, errors } = await openPage(alone)
    await startAndPause(page)
    const [known] = (await readStored(page)).records
    if (known?.status !== 'answered') throw new Error('The first sample was not answered.')
    const last = choices.limit - 1
    const other: RunRecord = {
      ...known,
      sample: { ...known.sample, index: last },
      response: 'of another tab',
    }
    await writeRecord(page, other)
    await page.getByRole('button', { name: 'Resume' }).click()
    await reach(page, 'Done')
    const { records } = await readStored(page)
    expect(records.map(({ sample }) => sample.index)).toEqual(whole.records.map(({ sample }) => sample.index))
    expect(answers(records.slice(0, last))).toEqual(answers(whole.records.slice(0, last)))
    expect(records[last]).toEqual(other)
    expect(errors).toEqual([])
  })

  test('asks again for a folder that the browser cannot remember', async () => {
    const folder = sharedFolder('real-slices')
    // Its 108 questions are answered soon; on one core not too soon.
    const { page } = await openPage(alone)
    await readyToRun(page)
    await pickFolder(page, 'dataset', folder)
    await card(page, 'dataset').getByText('108 questions').waitFor()
    await startRun(page, choices)
    await waitForDone(page, 1)
    await page.goto(`${opened.origin}/`)
    await page.reload()
    const again = card(page, 'dataset').getByRole('button', { name: 'Pick real-slices again' })
    await again.waitFor()
    const picker = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Continue' }).click()
    await (await picker).setFiles(folder)
    await reach(page, 'Done')
    const { records } = await readStored(page)
    expect(records.map(({ sample }) => sample.index)).toEqual(Array.from({ length: 108 }, (_, i) => i))
  })

  test('continues when its worker breaks, and when it hangs', async () => {
    // One copy of the model: that it answers again says that the fresh worker does.
    const { page } = await openPage(alone)
    await choose(page, choices)
    await openSettings(page)
    await page.getByLabel('Give up after').fill('10')
    await startRun(page)
    await waitForDone(page, before)
    await pause(page)
    const broken = freshModel(page)
    await models(page)[0]?.evaluate(crash)
    await broken
    const answered = await done(page)
    await page.getByRole('button', { name: 'Resume' }).click()
    await waitForDone(page, answered + 1)
    await pause(page)
    const hung = freshModel(page)
    await models(page)
      .at(-1)
      ?.evaluate(() => {
        setTimeout(() => {
          for (;;);
        })
      })
    await page.getByRole('button', { name: 'Resume' }).click()
    await hung
    await reach(page, 'Done')
    await page.getByText('Event log').click()
    const log = page.getByRole('list', { name: 'Event log' })
    await log.getByText('A fresh worker loads the model.').nth(1).waitFor()
    await log.getByText('no answer within 10 seconds').first().waitFor()
    const { runs } = await readStored(page)
    expect(runs[0]?.events?.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['load', 'broke', 'retry', 'restart', 'timeout', 'end']),
    )
    await expectWhole(page)
  })

  test('keeps its folders while others are picked', async () => {
    const { page } = await openPage(alone)
    await startRun(page, choices)
    await waitForDone(page, before)
    await page.getByRole('link', { name: 'Set up', exact: true }).click()
    await page.getByTestId('dataset-folder-input').setInputFiles(onlyText())
    await page.getByRole('region', { name: 'Data set' }).getByText('1 question').waitFor()
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Run' }).click()
    await expectWhole(page)
  })

  test('is worked on in one tab only', async () => {
    const { page, context } = await openPage(alone)
    await startAndPause(page)
    const other = await context.newPage()
    await other.goto(`${opened.origin}/#/runs`)
    await listed(other).getByText('In another tab').waitFor()
    for (const name of ['Continue', 'Delete'])
      await expect.poll(() => listed(other).getByRole('button', { name }).count()).toBe(0)
    await other.close()
    await page.getByRole('button', { name: 'Resume' }).click()
    await expectWhole(page)
  })
})

function onlyText(): string {
  const folder = freshFolder('other')
  const sample = { id: '1', question: 'Yes?', option_A: 'Yes', option_B: 'No', gt_answer: 'Yes' }
  writeFileSync(join(folder, 'test.json'), JSON.stringify([sample]))
  return folder
}

describe('a finished run', () => {
  test('can be renamed, and deleted after a question', async () => {
    const { page } = opened
    await openRuns(page)
    await listed(page).getByRole('button', { name: 'Rename' }).click()
    await page.getByLabel('Name of the run').fill('Before the holidays')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('link', { name: 'Before the holidays' }).waitFor()
    await expect.poll(() => focused(page)).toBe('Rename')
    await page.reload()
    await page.getByRole('link', { name: 'Before the holidays' }).waitFor()

    await listed(page).getByRole('button', { name: 'Delete' }).click()
    await page
      .getByRole('dialog', { name: 'Delete this run?' })
      .getByRole('button', { name: 'Keep it' })
      .click()
    expect((await readStored(page)).records.length).toBe(choices.limit)
    await listed(page).getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete the run' }).click()
    await page.getByText('No runs yet').waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('content')
    expect(await readStored(page)).toEqual({ runs: [], records: [] })
  })

  test('is the same on another machine', async () => {
    const { page } = await openPage({ path: '#/runs' })
    const file = join(freshFolder('import'), 'run.json')
    writeFileSync(file, files['run.json'])
    await page.getByText('No runs yet').waitFor()
    await page.getByTestId('import-input').setInputFiles(file)
    await page.getByRole('navigation', { name: 'Results' }).waitFor()
    const again = await exportAll(page)
    for (const name of timelessNames) expect(again[name], name).toBe(files[name])
    expect(again['run.json']).toBe(files['run.json'])
    // Only that it came from a file, and when, is new; and that is this browser's own.
    const [{ imported, ...run }, ...others] = (await readStored(page)).runs as [Run, ...Run[]]
    expect(imported).toMatch(/^\d{4}-\d\d-\d\dT/)
    expect([run, ...others]).toEqual([whole.run])
    const { records } = await readStored(page)
    expect(records).toEqual(whole.records)
  })

  test('is refused if the file is invalid', async () => {
    const { page } = await openPage({ path: '#/runs' })
    const file = join(freshFolder('import'), 'other.json')
    writeFileSync(file, '{"format": "something else"}')
    await page.getByTestId('import-input').setInputFiles(file)
    await page.getByText('run-file').waitFor()
    await expect.poll(() => page.locator('main').textContent()).toContain('other.json: format')
  })
})
