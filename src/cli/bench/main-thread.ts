/**
 * How long the tasks of the page's own thread take. Where more threads work than there are cores, a task of some milliseconds is
 * long only because its thread had to wait for a core: what a task took of the processor tells that apart.
 */
import type { Browser, Page } from 'playwright-core'

/** In milliseconds; a task is long that took more than 50 from beginning to end. */
export interface LongTasks {
  /** The longest; 0 where there was none. */
  readonly longest: number
  /** Most time on the processor that any of them took; null where it was not looked at. */
  readonly ofProcessor: number | null
}

/** Has every page from now on keep its long tasks. */
export async function keepLongTasks(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const tasks: Span[] = []
    new PerformanceObserver(list => {
      for (const { startTime, duration } of list.getEntries()) tasks.push({ start: startTime, ms: duration })
    }).observe({ type: 'longtask', buffered: true })
    Object.assign(globalThis, { longTasks: tasks })
  })
}

interface Span {
  readonly start: number
  readonly ms: number
}

/**
 * Begins to look, in a page that keeps its long tasks; what it gives ends that.
 * @param traces also notes the processor's time, which takes memory of the browser's
 */
export async function watchMainThread(page: Page, traces: boolean): Promise<() => Promise<LongTasks>> {
  const take = (): Promise<readonly Span[]> =>
    page.evaluate(() => (globalThis as { longTasks?: Span[] }).longTasks?.splice(0) ?? [])
  const browser = traces ? page.context().browser() : null
  await take()
  // Chromium tells of a task some time after it: those of the page's own start may still come.
  const since = await page.evaluate(() => performance.now())
  await browser?.startTracing(page, { categories })
  return async () => {
    // A page that has crashed tells nothing.
    const all = await take().catch(() => [])
    const tasks = all.filter(({ start }) => start >= since)
    const longest = Math.max(0, ...tasks.map(({ ms }) => ms))
    return { longest, ofProcessor: browser && (await mostOfProcessor(page, browser, tasks)) }
  }
}

const categories = ['devtools.timeline', 'v8', 'blink', 'blink.user_timing']

/** Puts the page's clock beside the trace's. */
const mark = 'voxelwise-now'

async function mostOfProcessor(page: Page, browser: Browser, tasks: readonly Span[]): Promise<number> {
  const now = await page.evaluate(name => performance.mark(name).startTime, mark)
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString('utf8')) as {
    traceEvents: Event[]
  }
  return Math.max(0, ...processorTimes(traceEvents, now, tasks))
}

/** Of Chromium's trace format; times in microseconds. */
interface Event {
  readonly name: string
  readonly pid: number
  readonly tid: number
  readonly ts: number
  readonly dur?: number
  /** On the processor. */
  readonly tdur?: number
}

/**
 * Milliseconds on the processor of each task: of what happened in it, what is part of something else left out.
 * @param now the page's time at the event that is named as `mark`
 */
export function processorTimes(
  events: readonly Event[],
  now: number,
  tasks: readonly Span[],
): readonly number[] {
  const known = events.find(({ name }) => name === mark)
  if (!known) return []
  const own = events
    .filter(({ pid, tid, dur, tdur }) => pid === known.pid && tid === known.tid && dur && tdur)
    .sort((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0))
  return tasks.map(({ start, ms }) => {
    const from = known.ts + (start - now) * 1000
    const until = from + ms * 1000
    let [sum, end] = [0, 0]
    for (const { ts, dur = 0, tdur = 0 } of own) {
      // Both clocks tell whole fractions of a millisecond.
      if (ts < Math.max(end, from - slack) || ts + dur > until + slack) continue
      sum += tdur
      end = ts + dur
    }
    return sum / 1000
  })
}

const slack = 1000
