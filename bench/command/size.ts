/** What the page does with very many questions: each step as a user takes it, with its time, its memory and its longest task. */
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import type { RunSettings } from '../../src/engine/protocol/settings.ts'
import { type BenchPage, openBenchPage } from './browser.ts'
import { keepLongTasks, watchMainThread } from './main-thread.ts'
import { makeMany } from './many.ts'

/** One step. */
export interface SizeStep {
  readonly name: string
  readonly ms: number
  /** The longest task of the page's main thread, in milliseconds; 0 where none was over 50. */
  readonly longest_task_ms: number
  /** Most that any task took of the processor; null where that was not looked at. */
  readonly longest_task_processor_ms: number | null
  /** Most that the page's process held, and all of the browser's together (proportional), in MB; null where unknown, or traced. */
  readonly page_mb: number | null
  readonly browser_mb: number | null
  /** The size of the file that was written, or read. */
  readonly bytes?: number
  /** Why it could not be done. */
  readonly failure?: string
}

export interface SizeResult {
  readonly questions: number
  readonly images: number
  readonly steps: readonly SizeStep[]
}

export interface SizeOptions {
  readonly origin: string
  readonly modelFolder: string
  readonly settings: RunSettings
  readonly questions: number
  /** Whether the processor's time of long tasks is looked at in place of memory. */
  readonly traces: boolean
  note(text: string): void
}

const thousands = (n: number): string => n.toLocaleString('en')

/** Milliseconds that a step may take. */
const patience = 3_600_000

/** Lists, runs (a stub answers), opens, filters, compares, exports, imports. */
export async function measureSize({ origin, ...options }: SizeOptions): Promise<SizeResult> {
  const { questions } = options
  const folder = mkdtempSync(join(tmpdir(), 'voxelwise-many-'))
  let opened: BenchPage | null = null
  try {
    options.note('Making the folder')
    const images = makeMany(folder, questions)
    const asPicked = await listAsPicked(origin, folder, options)
    opened = await openBenchPage('about:blank', 'none')
    const { peakSince } = opened
    const context = opened.page.context()
    context.setDefaultTimeout(patience)
    let { page } = opened
    // A page of its own process: what another page left in memory is not this one's. The service worker would keep that process.
    const freshPage = async (address: string): Promise<void> => {
      const before = page
      page = await context.newPage()
      await before.close()
      await stopServiceWorkers(page)
      await keepLongTasks(page)
      await page.goto(`${origin}/${address}`)
      await page.waitForTimeout(2000)
    }
    const steps: SizeStep[] = [asPicked]
    const step = async (name: string, work: () => Promise<number | undefined>): Promise<boolean> => {
      const done = await timed(page, peakSince, options.traces, name, work)
      steps.push(done)
      options.note(`${name}: ${JSON.stringify(done)}`)
      return done.failure === undefined
    }
    await freshPage('#/')
    await readyToRun(page)
    const listed = await step('listed', () => list(page, folder, questions))
    if (!listed) return { questions, images, steps }
    let id = ''
    await freshPage('bench.html')
    await step('run', async () => {
      await page.setInputFiles('#folder', options.modelFolder)
      const ran = page.evaluate(settings => bench.stub(settings), options.settings)
      await dropFolder(page, folder)
      const { first, whole, ...run } = await ran
      id = run.id
      options.note(`first answer after ${Math.round(first)} ms, all after ${Math.round(whole)} ms`)
      return undefined
    })
    if (id === '') return { questions, images, steps }
    // As a page does that stays open when its run is done.
    await step('made ready', async () => {
      await page.evaluate(id => bench.makeReady(id), id)
      return undefined
    })
    await freshPage('#/runs')
    await page.locator('[data-run]').first().waitFor()
    const tabs = page.getByRole('navigation', { name: 'Results' })
    for (const name of ['opened', 'opened again'])
      await step(name, async () => {
        await page.evaluate(id => location.assign(`#/runs/${id}`), id)
        await settled(page, tabs)
        if (name === 'opened') await page.evaluate(() => location.assign('#/runs'))
        return undefined
      })
    const count = page.locator('.list-count')
    await step('samples shown', async () => {
      await tabs.getByRole('link', { name: 'Samples', exact: true }).click()
      await count.filter({ hasText: `${thousands(questions)} samples` }).waitFor()
      return undefined
    })
    await step('filtered by a label', async () => {
      await page.getByLabel('Modality').selectOption({ index: 1 })
      await count.filter({ hasText: ' of ' }).waitFor()
      return undefined
    })
    await step('searched', async () => {
      await page.evaluate(() => location.assign(location.hash.replace(/\?.*/, '?q=picture%2077')))
      await count.filter({ hasText: ' of ' }).waitFor()
      return undefined
    })
    for (const tab of ['Cube', 'Shortcuts'])
      await step(tab, async () => {
        await tabs.getByRole('link', { name: tab, exact: true }).click()
        await page.locator('main [aria-busy=false]').waitFor()
        await page.locator('main figure, main table').first().waitFor()
        return undefined
      })
    const saved = join(folder, 'saved.json')
    await page.evaluate(id => location.assign(`#/runs/${id}/export`), id)
    await page.getByRole('button', { name: 'results.json', exact: true }).waitFor()
    for (const name of ['results.json', 'metrics_summary.json', 'shortcut.json', 'run.json'])
      await step(name, async () => {
        const [file] = await Promise.all([
          page.waitForEvent('download', { timeout: patience }),
          page.getByRole('button', { name, exact: true }).click(),
        ])
        await file.saveAs(saved)
        return statSync(saved).size
      })
    await page.evaluate(() => location.assign('#/runs'))
    await page.getByTestId('import-input').waitFor({ state: 'attached' })
    await step('run.json opened', async () => {
      await page.getByTestId('import-input').setInputFiles(saved)
      await settled(page, tabs)
      return statSync(saved).size
    })
    const copy = new URL(page.url()).hash.split('/')[2] ?? ''
    await step('compared', async () => {
      await page.evaluate(([a, b]) => location.assign(`#/compare?runs=${a},${b}`), [id, copy] as const)
      await settled(page, page.locator('main table').first())
      return undefined
    })
    return { questions, images, steps }
  } finally {
    await opened?.close()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** In a browser of its own: of what it holds for 160,000 handles much stays until it is closed. */
async function listAsPicked(
  origin: string,
  folder: string,
  { questions, traces, note }: Pick<SizeOptions, 'questions' | 'traces' | 'note'>,
): Promise<SizeStep> {
  const { page, peakSince, close } = await openBenchPage('about:blank', 'none')
  try {
    await keepLongTasks(page)
    await page.goto(origin)
    // Without the entries of what is dropped there are handles alone, as a picker gives them.
    await page.evaluate(() => Reflect.deleteProperty(DataTransferItem.prototype, 'webkitGetAsEntry'))
    await readyToRun(page)
    // As of every other page: its own beginning is not this step's.
    await page.waitForTimeout(2000)
    const name = 'listed as a picked folder'
    const step = await timed(page, peakSince, traces, name, () => list(page, folder, questions))
    note(`${name}: ${JSON.stringify(step)}`)
    return step
  } finally {
    await close()
  }
}

async function stopServiceWorkers(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('ServiceWorker.enable')
  await devtools.send('ServiceWorker.stopAllWorkers')
  await devtools.detach()
}

const readyToRun = (page: Page): Promise<void> =>
  page.getByRole('button', { name: /^Run .* on [\d,]+ questions?$/ }).waitFor()

async function list(page: Page, folder: string, questions: number): Promise<undefined> {
  await dropFolder(page, folder)
  await settled(
    page,
    page.getByRole('region', { name: 'Data set' }).getByText(`${thousands(questions)} questions`),
  )
}

async function timed(
  page: Page,
  peakSince: BenchPage['peakSince'],
  traces: boolean,
  name: string,
  work: () => Promise<number | undefined>,
): Promise<SizeStep> {
  const tasks = await watchMainThread(page, traces)
  const peak = peakSince()
  const start = performance.now()
  let bytes: number | undefined
  let failure: string | undefined
  try {
    bytes = await work()
  } catch (error) {
    failure = error instanceof Error ? error.message.split('\n')[0] : String(error)
  }
  const ms = performance.now() - start
  const memory = await peak()
  const { longest, ofProcessor } = await tasks()
  return {
    name,
    ms: Math.round(ms),
    longest_task_ms: Math.round(longest),
    longest_task_processor_ms: ofProcessor && Math.round(ofProcessor),
    ...(traces ? { page_mb: null, browser_mb: null } : memory),
    ...(bytes !== undefined && { bytes }),
    ...(failure !== undefined && { failure }),
  }
}

/** Resolves when it is there. @throws Error with the words of the page's error where one is shown first */
async function settled(page: Page, wanted: ReturnType<Page['locator']>): Promise<void> {
  const problem = page.locator('main .error-box, main [role=alert]').first()
  const isThere = await Promise.race([
    wanted.waitFor().then(() => true),
    problem.waitFor().then(
      () => false,
      () => true,
    ),
  ])
  if (!isThere) throw new Error((await problem.textContent()) ?? 'The page shows an error.')
}

/** As from the system's file manager: the page gets a handle of the folder, and is told the paths below it. */
async function dropFolder(page: Page, folder: string): Promise<void> {
  const at = await page.locator('section, body').first().boundingBox()
  const card = await page
    .getByRole('region', { name: 'Data set' })
    .boundingBox({ timeout: 500 })
    .catch(() => null)
  const { x = 0, y = 0 } = card ?? at ?? {}
  const session = await page.context().newCDPSession(page)
  const data = { items: [], files: [folder], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, x: x + 15, y: y + 10, data })
  await session.detach()
}
