/** Where a judge comes from: a model server with its faults, and a folder that sees the images and is remembered. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Server, servePage } from '../../../../src/cli/serve/serve.ts'
import { exportRun, openTab, pickFolder, runToEnd } from '../../../browser/harness/drive.ts'
import { demoModel, sharedFolder } from '../../../browser/harness/folders.ts'
import { type FakeServer, joinTexts, startModelServer } from '../../../browser/harness/model-server.ts'
import { launchPage, type Opened } from '../../../browser/harness/page.ts'

let models: FakeServer
let own: Server
let opened: Opened
let page: Page
beforeAll(async () => {
  models = await startModelServer({ kind: 'llama-server', models: ['judge'] })
  own = await servePage([], undefined, 0, { address: models.address, key: null })
  opened = await launchPage({ origin: own.origin })
  page = opened.page
  await pickFolder(page, 'dataset', join(sharedFolder('benchmarks'), 'json-med-cmr'))
  await page.getByText('Recognised as Med-CMR').waitFor()
  await runToEnd(page, { maxNewTokens: 4, dtype: 'q8', order: 'dataset' })
  await openTab(page, 'Judges')
}, 120_000)
afterAll(async () => {
  await opened.close()
  await own.close()
  await models.close()
})

const judge = () => page.getByRole('region', { name: 'Judge', exact: true })
const figures = (name: string) =>
  page.getByRole('region', { name: `Med-CMR’s rubric, judged by ${name}`, exact: true })
const passes = (name: string) => page.locator('.passes li', { hasText: name })
const begin = () => page.getByRole('button', { name: 'Judge 7 answers' }).click()
const whole = (name: string) =>
  passes(name).locator('.run-state[data-state="Done"]').waitFor({ timeout: 60_000 })

/** Ratings, and from every third reply on something else than was asked for. */
function ratings(text: string): string | null {
  if (!text.startsWith('Rate an answer')) return null
  const n = text.length % 10
  return n % 3 === 0
    ? 'It deserves a 7.'
    : `{"consistency": ${n}, "coherence": ${n}, "visual_accuracy": ${n}, "ground_truth": ${n}}`
}

test('a server judges, through slowness, 429, broken JSON, and replies that keep to no form', async () => {
  await judge().getByRole('button', { name: 'Use a model server' }).click()
  await judge().getByRole('button', { name: 'Connect' }).click()
  await page.getByLabel('Maximum tokens per reply').waitFor()
  await page.getByLabel('Rate again').fill('2')
  await page.getByLabel('Repeats').fill('1')
  await expect.poll(() => page.getByLabel('Constrain replies to the format').count()).toBe(0)
  const first = models.asked.length
  models.nature = {
    ...models.nature,
    says: ratings,
    fault: number => {
      const faults = [
        { kind: 'status', status: 429, retryAfter: 1 },
        { kind: 'broken-json' },
        { kind: 'slow', ms: 300 },
      ] as const
      return number % 4 === 0 ? (faults[(number / 4) % faults.length] ?? null) : null
    },
  }
  await begin()
  await whole('judge')
  const asked = models.asked.slice(first).filter(chat => joinTexts(chat).startsWith('Rate an answer'))
  const texts = [...new Set(asked.map(joinTexts))]
  const unread = texts.filter(text => !ratings(text)?.startsWith('{')).length
  await expect
    .poll(() => figures('judge').locator('.figure-value').innerText())
    .toMatch(unread < 7 ? /^\d+\.\d$/ : /^–$/)
  // The greedy ones, then those that are drawn again.
  expect(asked.some(chat => chat.temperature === 1)).toBe(true)
  expect(asked.length).toBeGreaterThan(9)
  const { passes: stored } = await exportRun(page)
  const records = stored[0]?.records ?? []
  expect(new Set(records.map(({ prompt }) => prompt))).toEqual(new Set(texts))
  expect(records.map(record => record.status)).toEqual(Array(9).fill('answered'))
  for (const record of records)
    if (record.status === 'answered') {
      expect(record.response).toBe(ratings(record.prompt))
      expect(record.correct).toBe(record.response?.startsWith('{'))
    }
  expect(records.some(record => record.status === 'answered' && (record.score?.server?.tries ?? 1) > 1)).toBe(
    true,
  )
})

/** As the directory picker would give it: the demo’s model in the browser’s own file system. */
async function stubPicker(paths: readonly string[]): Promise<void> {
  await page.evaluate(async paths => {
    const root = await (await navigator.storage.getDirectory()).getDirectoryHandle('picked-judge', {
      create: true,
    })
    for (const path of paths) {
      const names = path.split('/')
      const name = names.pop() ?? ''
      let folder = root
      for (const part of names) folder = await folder.getDirectoryHandle(part, { create: true })
      const stream = await (await folder.getFileHandle(name, { create: true })).createWritable()
      await stream.write(await (await fetch(`/models/phantom-vlm/${path}`)).blob())
      await stream.close()
    }
    window.showDirectoryPicker = async () => root
  }, paths)
}

test('a judge that sees the images is shown them', async () => {
  await openTab(page, 'Judges')
  const files = readdirSync(demoModel, { recursive: true, encoding: 'utf8' })
  await stubPicker(files.filter(path => /\.json(?:inja)?$|\.jinja$|_quantized\.onnx$/.test(path)))
  await judge().getByRole('button', { name: 'Pick a folder' }).click()
  await judge().getByText('picked-judge').waitFor()
  await page.getByLabel('Show the images').check()
  await page.getByLabel('Rate again').fill('')
  await page.getByLabel('Maximum tokens per reply').fill('8')
  await begin()
  await whole('picked-judge')
  await figures('picked-judge').getByText('The judge saw the images.').waitFor()
  const { passes: stored } = await exportRun(page)
  const { run, records } = stored.find(pass => pass.run.model.name === 'picked-judge') ?? stored[0] ?? {}
  expect(run?.judging?.showsImages).toBe(true)
  expect(records).toHaveLength(7)
  for (const record of records ?? []) {
    expect(record.sample.image).toMatch(/\.png$/)
    expect(record.status === 'answered' && record.imageFile?.sha256).toMatch(/^[0-9a-f]{64}$/)
    expect(record.status === 'answered' && (record.score?.tokens?.image ?? 0)).toBeGreaterThan(0)
  }
})

test('its folder is available after a reload, and an interrupted pass continues with it', async () => {
  // Before it were the server's faults, and questions that only servers of another kind know.
  const known = opened.errors.length
  await openTab(page, 'Judges')
  await page.getByLabel('Show the images').uncheck()
  await page.getByLabel('Rate again').fill('7')
  await page.getByLabel('Repeats').fill('300')
  await page.getByLabel('Maximum tokens per reply').fill('64')
  await begin()
  // The one before it has ended.
  const pass = passes('picked-judge').filter({ has: page.locator('.run-state:not([data-state="Done"])') })
  const done = async () => Number(/^\d+/.exec(await pass.locator('.number').innerText())?.[0] ?? 0)
  await expect.poll(done, { timeout: 30_000 }).toBeGreaterThan(0)
  await page.reload()
  await judge().getByText('picked-judge').waitFor()
  await judge().getByLabel('Judge’s precision').waitFor()
  const before = await done()
  await pass.getByRole('button', { name: 'Continue' }).click()
  await expect.poll(done, { timeout: 30_000 }).toBeGreaterThan(before)
  expect(opened.errors.slice(known)).toEqual([])
})
