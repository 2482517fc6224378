/** A data set, a model and a run whose every text would be code: shown and saved as texts, nowhere taken for more. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  card,
  exportRun,
  openStep,
  pickFolder,
  reach,
  readAddress,
  readyToRun,
  shownRun,
  startRun,
} from './harness/drive.ts'
import { copyModel, writeFolder } from './harness/folders.ts'
import { gotThrough, hostile, override, turnedTexts } from './harness/hostile.ts'
import { goldenImage } from './harness/images.ts'
import { launchPage, type Opened, removeFolder, temporaryFolder } from './harness/page.ts'
import { openReport, saved } from './harness/reports.ts'
import { shownElements } from './harness/shown.ts'

/** As much of it as a file may be called: file systems allow neither slashes nor more than 255 bytes. */
const fileName = `"'><img data-evil src=x onerror=globalThis.hit=1> {{ 7 * 191 }} javascript:hit() &lt;b&gt; ${override}gnp.`

/** A field's text: its own name, the hostile text, and one that writes what follows backwards. */
const evil = (field: string): string => `${field} ${hostile} ${override}${field}`

/** Short: the bundled model has 1,024 tokens for everything. */
const answer = (text: string): string => `<img data-evil src=x onerror=hit()>{{ 7 * 191 }}${override}${text}`

function sample(at: number, task: string): object {
  return {
    id: `${evil('id')} ${at}`,
    dataset: evil('dataset'),
    task,
    original_task: evil('original'),
    modality: evil(`modality ${at % 2}`),
    parts: evil(`anatomy ${at % 2}`),
    image_path: `${fileName}/${at % 2}${fileName}png`,
    question: evil('question'),
    option_A: answer('yes'),
    option_B: answer('no'),
    option_C: `=cmd|' /C calc'!A0`,
    gt_answer: answer(at % 3 === 0 ? 'yes' : 'no'),
    [evil('field')]: { [evil('inner')]: [evil('value')] },
  }
}

const tasks = ['Modality Recognition', 'Disease Diagnosis', evil('task')]
const samples = Array.from({ length: 12 }, (_, at) => sample(at, tasks[at % 3] ?? ''))

let parent: string
let opened: Opened
let page: Page
let id: string
const runName = evil('run')

beforeAll(async () => {
  parent = temporaryFolder('hostile')
  const dataset = writeFolder(join(parent, fileName), {
    'Evil/test.json': JSON.stringify(samples),
    [`Evil/${fileName}/0${fileName}png`]: goldenImage('rgb8.png'),
    [`Evil/${fileName}/1${fileName}png`]: 'no image at all',
    [`${fileName}/test.json`]: hostile,
  })
  const model = copyModel(parent, `model ${fileName}`, 'fp32')
  rewrite(join(model, 'config.json'), config => ({
    ...config,
    ...{ _name_or_path: hostile, architectures: [hostile], torch_dtype: hostile, [hostile]: hostile },
  }))
  opened = await launchPage()
  page = opened.page
  await readyToRun(page)
  await pickFolder(page, 'dataset', dataset)
  await card(page, 'dataset').getByText('12 questions').waitFor()
  await pickFolder(page, 'model', model)
  await card(page, 'model').locator('.dtypes').waitFor()
}, 120_000)

afterAll(async () => {
  await opened.close()
  removeFolder(parent)
})

function rewrite(file: string, change: (json: Record<string, unknown>) => object): void {
  writeFileSync(file, JSON.stringify(change(JSON.parse(readFileSync(file, 'utf8')))))
}

/** The page as it stands took no text for code and writes its own the right way. */
async function expectHarmless(where: Page = page): Promise<void> {
  expect(await gotThrough(where)).toEqual([])
  expect(await turnedTexts(where)).toEqual([])
}

test('folders are shown by their names, and their faults too', async () => {
  await openStep(page, 'dataset')
  await expect.poll(() => card(page, 'dataset').textContent()).toContain(`${fileName}/test.json`)
  await openStep(page, 'model')
  await expect.poll(() => card(page, 'model').textContent()).toContain(`model ${fileName}`)
  await expectHarmless()
  await page.goto(`${opened.origin}/#/quality`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await expectHarmless()
})

test('questions are asked word for word: their template code is not executed', async () => {
  await startRun(page, { maxNewTokens: 2 })
  await reach(page, 'Done')
  const ended = await readAddress(page)
  await page.getByRole('link', { name: 'See the results' }).click()
  await page.getByRole('navigation', { name: 'Results' }).waitFor()
  id = await shownRun(page)
  const { records } = await exportRun(page)
  await page.goto(ended)
  await page.locator('.phase').waitFor()
  await expectHarmless()
  expect(records.length).toBe(12)
  const asked = records.filter(({ status }) => status === 'answered')
  expect(asked.length).toBe(6)
  for (const { prompt } of asked) {
    expect(prompt).toContain(evil('question'))
    expect(prompt).not.toContain('1337')
  }
  for (const record of records)
    if (record.status === 'failed') expect(record.error.subject).toContain(fileName)
})

test('a run bears any name', async () => {
  await page.goto(`${opened.origin}/#/runs`)
  await page.getByRole('button', { name: 'Rename' }).first().click()
  await page.getByRole('textbox').first().fill(runName)
  await page.keyboard.press('Enter')
  await page.locator('[data-run] h2').filter({ hasText: 'run "' }).waitFor()
  await expect.poll(() => page.locator('[data-run] h2').first().textContent()).toBe(runName)
  await expectHarmless()
})

/** Tabs of parts that are not called like them. */
const tabByView = new Map([
  ['overview', 'findings'],
  ['subgroups', 'cube'],
  ['chains', 'shortcuts'],
  ['confidence', 'reliability'],
  ['probes', 'reliability'],
])

test.for([
  ['overview', 0],
  ['overview?by=task', 0],
  ['cube', 1],
  ['cube?show=table', 1],
  ['subgroups', 1],
  ['shortcuts', 1],
  ['chains', 0],
  ['samples', 0],
  ['confidence', 0],
  ['probes', 0],
  ['export', 0],
] as const)('results: %s, and the %i charts saved from it', async ([tab, charts]) => {
  await page.goto(`${opened.origin}/#/runs/${id}/${tab}`)
  // The tab before stays while a large one is drawn.
  const [path = ''] = tab.split('?')
  const name = tabByView.get(path) ?? path
  await page
    .getByRole('navigation', { name: 'Results' })
    .getByRole('link', { name: new RegExp(`^${name}$`, 'i') })
    .and(page.locator('[aria-current=page]'))
    .waitFor()
  await page.locator('main [aria-busy=false]').first().waitFor()
  if (tab === 'samples' || tab === 'chains') await page.locator('.virtual-row').first().click()
  const buttons = page.getByRole('button', { name: 'Save as SVG' })
  await expect.poll(() => buttons.count()).toBe(charts)
  await expectHarmless()
  for (const at of Array(charts).keys()) {
    const [download] = await Promise.all([page.waitForEvent('download'), buttons.nth(at).click()])
    await expectPicture(await download.path())
  }
})

/** A saved chart is XML, holds nothing but drawing, and runs nothing where a browser opens it by itself. */
async function expectPicture(file: string): Promise<void> {
  const svg = readFileSync(file, 'utf8')
  const found = await page.evaluate(text => {
    const { documentElement } = new DOMParser().parseFromString(text, 'image/svg+xml')
    const elements = [documentElement, ...documentElement.querySelectorAll('*')]
    const names = new Set(elements.map(({ localName }) => localName))
    const attributes = elements.flatMap(element => element.getAttributeNames())
    return { names: [...names], handlers: attributes.filter(name => /^on|href/i.test(name)) }
  }, svg)
  const drawing = [
    'svg',
    'g',
    'a',
    'rect',
    'path',
    'circle',
    'line',
    'text',
    'tspan',
    'title',
    'desc',
    'polyline',
  ]
  expect(drawing).toEqual(expect.arrayContaining(found.names))
  expect(found.handlers).toEqual([])
}

test('two such runs side by side', async () => {
  await page.goto(`${opened.origin}/#/`)
  await startRun(page, { maxNewTokens: 3 })
  await reach(page, 'Done')
  await page.goto(`${opened.origin}/#/runs`)
  const ticks = page.locator('[data-run]').getByRole('checkbox')
  await expect.poll(() => ticks.count()).toBe(2)
  for (const tick of await shownElements(ticks)) await tick.check()
  await page.getByRole('button', { name: 'Compare 2 runs' }).click()
  await page.getByRole('navigation', { name: 'Comparison' }).waitFor()
  await expectHarmless()
})

test('the report, opened from disk as its reader would, runs and asks for nothing', async () => {
  await page.goto(`${opened.origin}/#/runs/${id}/export`)
  const file = join(parent, 'report.html')
  writeFileSync(file, await saved('report.html', page.locator('main')))
  const { report, requests } = await openReport(file)
  expect(requests).toEqual([pathToFileURL(file).href])
  await expect.poll(() => report.locator('h1').textContent()).toContain(runName.slice(0, 60))
  await expect
    .poll(() => report.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute('content'))
    .toMatch(/^default-src 'none'/)
  await expectHarmless(report)
})

test('no refusal came from the policy alone, and nothing broke the page', () => {
  expect(opened.errors).toEqual([])
})
