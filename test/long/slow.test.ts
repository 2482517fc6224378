/**
 * With a model that takes seconds a question, as one of real size does on a processor.
 */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  card,
  choose,
  done,
  openSettings,
  pickFolder,
  reach,
  readyToRun,
  startRun,
  waitForDone,
} from '../browser/harness/drive.ts'
import { type Opened, openPage, removeFolder, temporaryFolder } from '../browser/harness/page.ts'
import { endless, type Slowness, slowModel } from '../browser/harness/slow-model.ts'
import { readStored } from '../browser/harness/stored.ts'

let parent: string
beforeAll(() => {
  parent = temporaryFolder('slow')
})
afterAll(() => removeFolder(parent))

/** The page with a slow model, of which it takes one copy: one question is in hand at a time. */
async function openSlow(name: string, slowness: Slowness): Promise<Opened> {
  const opened = await openPage({ cores: 1 })
  await readyToRun(opened.page)
  await pickFolder(opened.page, 'model', slowModel(parent, name, slowness))
  await card(opened.page, 'model').getByText(name).waitFor()
  return opened
}

const onDisk = async (page: Page): Promise<number> => (await readStored(page)).records.length

describe('with a second and more a question', () => {
  test('records are stored and shown one at a time, Pause and Stop work, and the rest is asked later', async () => {
    const { page, errors } = await openSlow('slow', { decoder: 40 })
    const limit = 10
    await startRun(page, { limit, maxNewTokens: 2 })
    for (const least of [1, 2, 3]) {
      const shown = await waitForDone(page, least)
      expect(shown).toBeLessThan(limit - 2)
      expect(await onDisk(page)).toBeGreaterThanOrEqual(shown)
    }
    const before = await done(page)
    await page.getByRole('button', { name: 'Pause' }).click()
    await reach(page, 'Paused')
    const paused = await onDisk(page)
    // What each copy had in hand may have ended, and what the page had not yet been told of.
    expect(paused).toBeLessThanOrEqual(before + 8)
    await page.waitForTimeout(2000)
    expect([await done(page), await onDisk(page)]).toEqual([paused, paused])

    await page.getByRole('button', { name: 'Resume' }).click()
    await waitForDone(page, paused + 1)
    await page.getByRole('button', { name: 'Stop' }).click()
    await reach(page, 'Stopped')
    const stopped = await onDisk(page)
    expect(stopped).toBeLessThanOrEqual(paused + 8)
    expect(await done(page)).toBe(stopped)
    await page.getByRole('button', { name: 'Continue' }).click()
    await reach(page, 'Done')
    const { records } = await readStored(page)
    expect(records.map(({ sample, status }) => [sample.index, status])).toEqual(
      Array.from({ length: limit }, (_, index) => [index, 'answered']),
    )
    // A pause is no part of what a question took.
    for (const record of records)
      if (record.status === 'answered' && record.score)
        expect(Object.values(record.score.timings).every(ms => ms >= 0 && ms < 60_000)).toBe(true)
    expect(errors).toEqual([])
  })

  test('in the middle of a long answer, Stop works between two tokens', async () => {
    const { page } = await openSlow('long', { decoder: 40 })
    await choose(page, { limit: 2, maxNewTokens: 200 })
    await openSettings(page)
    await page.getByLabel('Full text').check()
    await startRun(page)
    await page.getByText('Running', { exact: true }).waitFor()
    const pressed = performance.now()
    await page.getByRole('button', { name: 'Stop' }).click()
    await reach(page, 'Stopped')
    expect(performance.now() - pressed).toBeLessThan(30_000)
    expect((await readStored(page)).records.length).toBeLessThan(2)
  })
})

describe('with a question that never ends', () => {
  test('Pause and Stop end its worker; nothing is lost, and the current question stays unasked', async () => {
    const { page } = await openSlow('endless', { encoder: endless })
    await startRun(page, { limit: 3, maxNewTokens: 2 })
    await page.getByText('Running', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Pause' }).click()
    await reach(page, 'Paused')
    await page.getByRole('button', { name: 'Resume' }).click()
    await page.getByText('Running', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Stop' }).click()
    await reach(page, 'Stopped')
    const { runs, records } = await readStored(page)
    expect(runs).toMatchObject([{ state: 'paused' }])
    expect(records).toEqual([])
  })
})
