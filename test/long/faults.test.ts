/** Faults of the machine and of the browser: a run goes on, or stops under the fault's name and can be continued. */
import type { Page, Worker } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  card,
  choose,
  openSettings,
  pickFolder,
  reach,
  readyToRun,
  startRun,
  waitForDone,
} from '../browser/harness/drive.ts'
import { signal } from '../browser/harness/kill.ts'
import {
  freshFolder,
  type Opened,
  type OpenOptions,
  openPage,
  removeFolder,
  temporaryFolder,
} from '../browser/harness/page.ts'
import { slowModel } from '../browser/harness/slow-model.ts'
import { readStored } from '../browser/harness/stored.ts'

let parent: string
beforeAll(() => {
  parent = temporaryFolder('faults')
})
afterAll(() => removeFolder(parent))

/** One copy of the model, and the profile by which its processes are found. */
async function openProfile(options: OpenOptions = {}): Promise<Opened & { readonly profile: string }> {
  const profile = freshFolder('profile')
  return { ...(await openPage({ cores: 1, profile, ...options })), profile }
}

async function pickSlow(page: Page, name: string, products: number): Promise<void> {
  await readyToRun(page)
  await pickFolder(page, 'model', slowModel(parent, name, { decoder: products }))
  await card(page, 'model').getByText(name).waitFor()
}

const listWorkers = (page: Page, kind: 'run' | 'prepare'): readonly Worker[] =>
  page.workers().filter(worker => worker.url().includes(`/${kind}.worker`))

async function expectAll(page: Page, limit: number): Promise<void> {
  await reach(page, 'Done')
  const { records } = await readStored(page)
  expect(records.map(({ sample, status }) => [sample.index, status])).toEqual(
    Array.from({ length: limit }, (_, index) => [index, 'answered']),
  )
}

describe('sleep', () => {
  test('is not counted against the question in hand', async () => {
    const { page, profile } = await openProfile()
    await pickSlow(page, 'sleeper', 12)
    await choose(page, { limit: 6, maxNewTokens: 2 })
    await openSettings(page)
    await page.getByLabel('Give up after').fill('5')
    await startRun(page)
    await waitForDone(page, 1)
    const models = listWorkers(page, 'run')
    signal(profile, 'renderer', 'SIGSTOP')
    await new Promise(resolve => setTimeout(resolve, 7000))
    signal(profile, 'renderer', 'SIGCONT')
    await expectAll(page, 6)
    // It was never ended, nor a fresh one started in its place.
    expect(models).toHaveLength(1)
    expect(listWorkers(page, 'run').every(worker => models.includes(worker))).toBe(true)
  })
})

describe('a tab that is put aside', () => {
  test('continues when it is shown again', async () => {
    const { page, context } = await openProfile()
    await choose(page, { limit: 120, maxNewTokens: 2 })
    await openSettings(page)
    await page.getByLabel('Give up after').fill('5')
    await startRun(page)
    await waitForDone(page, 8)
    const models = listWorkers(page, 'run')
    const other = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Page.setWebLifecycleState', { state: 'frozen' })
    await other.waitForTimeout(7000)
    await devtools.send('Page.setWebLifecycleState', { state: 'active' })
    await page.bringToFront()
    await expectAll(page, 120)
    expect(listWorkers(page, 'run').every(worker => models.includes(worker))).toBe(true)
  })
})

describe('the GPU', () => {
  test('loses its process: the run continues with a fresh worker', { timeout: 300_000 }, async () => {
    const { page, profile } = await openProfile({ gpu: 'software' })
    await startRun(page, { limit: 2, maxNewTokens: 2, dtype: 'fp32', device: 'webgpu' })
    await waitForDone(page, 1)
    signal(profile, 'gpu-process', 'SIGKILL')
    await expectAll(page, 2)
  })
})

describe('an image whose preparation never ends', () => {
  /** The second image of the bundled data set, whose questions are 6 to 11. The server never sends it. */
  const image = 'PhantomBrainCT/pictures/case_02.png'
  const limit = 12

  async function openWithout(): Promise<Opened & { readonly profile: string }> {
    const opened = await openProfile()
    await opened.context.route(`**/${image}`, () => new Promise(() => {}))
    return opened
  }

  async function expectNamed(page: Page, message: string): Promise<void> {
    await reach(page, 'Done')
    const { records } = await readStored(page)
    expect(records.map(({ sample }) => sample.index)).toEqual(Array.from({ length: limit }, (_, i) => i))
    for (const record of records) {
      const isAboutIt = record.sample.image?.endsWith(image)
      expect(record.status).toBe(isAboutIt ? 'failed' : 'answered')
      if (record.status !== 'failed') continue
      expect(record.error).toMatchObject({ code: 'image-unreadable', subject: `phantom-cube/${image}` })
      expect(record.error.message).toContain(message)
      expect(record.error.remedy).not.toContain('precision')
    }
    expect(records.filter(({ status }) => status === 'failed')).toHaveLength(6)
  }

  test('is named, not the model, and the rest is asked', async () => {
    const { page } = await openWithout()
    await choose(page, { limit, maxNewTokens: 2 })
    await openSettings(page)
    await page.getByLabel('Give up after').fill('4')
    await startRun(page)
    await expectNamed(page, '4 seconds')
  })

  test('does not delay Stop, and the current question stays unasked', async () => {
    const { page } = await openWithout()
    await startRun(page, { limit, maxNewTokens: 2 })
    await waitForDone(page, 6)
    await page.getByRole('button', { name: 'Stop' }).click()
    await reach(page, 'Stopped', 60_000)
    expect((await readStored(page)).records.map(({ status }) => status)).toEqual(Array(6).fill('answered'))
  })

  test('is recorded by name after two pages have crashed', async () => {
    const { page: first, context, profile, origin } = await openWithout()
    await startRun(first, { limit, maxNewTokens: 2 })
    let page = first
    for (const _ of ['once', 'twice']) {
      await waitForDone(page, 6)
      const isKnown = () =>
        page.evaluate(() => Object.values(localStorage).some(text => text.includes('"isInHand":true')))
      await expect.poll(isKnown, { timeout: 30_000 }).toBe(true)
      const died = page.waitForEvent('crash')
      signal(profile, 'renderer', 'SIGKILL')
      await died
      page = await context.newPage()
      await page.goto(origin)
      await page.getByRole('button', { name: 'Continue' }).click()
      await page.locator('.phase').waitFor()
    }
    await expectNamed(page, 'broke down twice')
  })
})
