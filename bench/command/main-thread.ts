/**
 * How long the tasks of the page's own thread take. Where more threads work than there are cores, a task of some milliseconds is
 * long only because its thread had to wait for a core (Chromium counts from when it chose the task): what tasks took of the
 * processor tells that apart.
 */
import type { Page } from 'playwright-core'

/** In milliseconds; a task is long that took more than 50 from beginning to end. */
export interface LongTasks {
  /** The longest; 0 where there was none. */
  readonly longest: number
  /** Most time on the processor that any task took, long or not; null where it is not known. */
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
  const setMark = (name: string): Promise<number> =>
    page.evaluate(name => performance.mark(name).startTime, name)
  const browser = traces ? page.context().browser() : null
  await browser?.startTracing(page, { categories })
  await take()
  // Chromium tells of a task some time after it: those of the page's own start may still come.
  const since = await setMark(marks.begin)
  return async () => {
    // A page that has crashed tells nothing.
    const all = await take().catch(() => [])
    const tasks = all.filter(({ start }) => start >= since)
    const longest = Math.max(0, ...tasks.map(({ ms }) => ms))
    if (!browser) return { longest, ofProcessor: null }
    await setMark(marks.end)
    return { longest, ofProcessor: mostOfProcessor(traceEvents(await browser.stopTracing())) }
  }
}

/** Nothing but whole tasks: what happens in them makes the trace of a run of 700,000 larger than a string may be. */
const categories = ['-*', 'disabled-by-default-devtools.timeline', 'blink.user_timing']

const marks = { begin: 'voxelwise-begin', end: 'voxelwise-end' }

/** How Chromium names a task of a thread. */
const taskName = 'RunTask'

/** An event in Chromium's trace format; times are in microseconds. */
interface Event {
  readonly name: string
  readonly pid: number
  readonly tid: number
  readonly ts: number
  /** On the processor. */
  readonly tdur?: number
}

/** The marks and the tasks of a trace as Chromium writes it, an event a line; it may be larger than a string can be. */
export function* traceEvents(trace: Buffer): Generator<Event> {
  const wanted = [taskName, marks.begin, marks.end].map(name => `"name":"${name}"`)
  for (let start = 0; start < trace.length; ) {
    const newline = trace.indexOf('\n', start)
    const end = newline < 0 ? trace.length : newline
    const line = trace.toString('utf8', start, end)
    start = end + 1
    if (wanted.some(name => line.includes(name)))
      yield JSON.parse(line.slice(line.indexOf('{'), line.lastIndexOf('}') + 1))
  }
}

/**
 * Most milliseconds on the processor of any task between the marks, in the thread that set them: also of those that the Long
 * Tasks API leaves out, such as the collection of garbage. Null where the trace does not hold both marks.
 */
export function mostOfProcessor(events: Iterable<Event>): number | null {
  const tasks: Event[] = []
  let begin: Event | undefined
  let end: Event | undefined
  for (const event of events) {
    if (event.name === marks.begin) begin = event
    else if (event.name === marks.end) end = event
    else tasks.push(event)
  }
  if (!begin || !end) return null
  let most = 0
  for (const { pid, tid, ts, tdur = 0 } of tasks)
    if (pid === end.pid && tid === end.tid && ts > begin.ts && ts < end.ts) most = Math.max(most, tdur)
  return most / 1000
}
