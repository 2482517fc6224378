import { launchChromium } from '../../src/cli/browser/chromium.ts'
import type { Server } from '../../src/cli/serve/serve.ts'
import type { RunSettings } from '../../src/engine/protocol/settings.ts'
import { openBenchPage } from './browser.ts'
import { measureSpread, type Spread } from './spread.ts'

const many = 100_000

export interface ScaleResult {
  /** Medians of milliseconds. */
  readonly list_100k_ms: number
  readonly metrics_100k_ms: number
  readonly spread: Readonly<Record<'list_100k_ms' | 'metrics_100k_ms', readonly [min: number, max: number]>>
}

/** A picked folder of 100,000 samples until it is shown, and everything derived from 100,000 records. */
export async function measureScale(server: Server, rounds: number): Promise<ScaleResult> {
  const opened = await openBenchPage(server.address('bench.html'), 'none')
  try {
    const lists: number[] = []
    const metrics: number[] = []
    for (let round = 0; round < rounds; round++) {
      lists.push(await opened.page.evaluate(n => bench.list(n), many))
      metrics.push(await opened.page.evaluate(n => bench.metrics(n), many))
    }
    const [list, metric] = [measureSpread(lists), measureSpread(metrics)]
    const ends = ({ min, max }: Spread) => [min, max] as const
    return {
      list_100k_ms: list.median,
      metrics_100k_ms: metric.median,
      spread: { list_100k_ms: ends(list), metrics_100k_ms: ends(metric) },
    }
  } finally {
    await opened.close()
  }
}

export interface GrowthResult {
  readonly samples: number
  /** MB that the page's process held when so many questions were answered. */
  readonly memory_mb: readonly { readonly answered: number; readonly mb: number | null }[]
  readonly ms_a_question: number
}

/** One long run: what the page holds after its first tenth, and at its end. */
export async function measureGrowth(
  server: Server,
  folders: { readonly cube: string; readonly modelFolder: string },
  settings: RunSettings,
  samples: number,
): Promise<GrowthResult> {
  const opened = await openBenchPage(server.address('bench.html'), 'none')
  try {
    await opened.page.setInputFiles('#folder', folders.modelFolder)
    await opened.page.evaluate(c => bench.openOurs(c), folders.cube)
    const ended = opened.page.evaluate(([s, f]) => bench.ours(s, f, 1000), [settings, true] as const)
    const memory: { answered: number; mb: number | null }[] = []
    let going = true
    const stop = (): void => {
      going = false
    }
    ended.then(stop, stop)
    while (going) {
      await new Promise(resolve => setTimeout(resolve, 500))
      const answered = await opened.page.evaluate(() => bench.answered())
      if (answered >= ((memory.length + 1) * samples) / 10)
        memory.push({ answered, mb: await opened.memory() })
    }
    const run = await ended
    memory.push({ answered: run.answered, mb: await opened.memory() })
    return { samples: run.answered, memory_mb: memory, ms_a_question: run.question }
  } finally {
    await opened.close()
  }
}

export interface LongTaskResult {
  /** Tasks of the page's main thread of more than 50 ms from the press of the button to the run's end. */
  readonly tasks: readonly number[]
  readonly seconds: number
}

/** The page as a user sees it, running the bundled demo. */
export async function measureLongTasks(origin: string, limit: number): Promise<LongTaskResult> {
  const browser = await launchChromium('none')
  try {
    const page = await browser.newPage()
    await page.goto(origin)
    await page.getByRole('link', { name: 'Set up', exact: true }).click()
    const button = page.getByRole('button', { name: /^Run .* on [\d,]+ questions?$/, disabled: false })
    await button.waitFor()
    await page.getByLabel('Limit to').fill(String(limit))
    await button.waitFor()
    await page.evaluate(() => {
      const tasks: number[] = []
      new PerformanceObserver(list => {
        for (const { duration } of list.getEntries()) tasks.push(duration)
      }).observe({ type: 'longtask' })
      Object.assign(globalThis, { longTasks: tasks })
    })
    const start = performance.now()
    await button.click()
    const ended = page.locator('.phase').filter({ hasText: /^(Done|Stopped)/ })
    await ended.waitFor({ timeout: 600_000 })
    const tasks = await page.evaluate(
      () => (globalThis as unknown as { longTasks: readonly number[] }).longTasks,
    )
    return { tasks, seconds: (performance.now() - start) / 1000 }
  } finally {
    await browser.close()
  }
}
