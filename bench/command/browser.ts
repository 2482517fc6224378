import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import type { Gpu } from '../../src/cli/browser/chromium.ts'
import { launchProfile, pretendCores } from './profile.ts'

/** A browser of its own for one contender, with a profile on disk: its memory can be told from the others', and so can its storage. */
export interface BenchPage {
  readonly page: Page
  readonly version: string
  /** Most memory the page's process ever held, in MB; null where the system does not tell. */
  peakMemory(): Promise<number | null>
  /** Begins to look how much memory is held, of the page's process and of all the browser's; what it gives ends that. */
  peakSince(): () => Promise<PeakMemory>
  /** What it holds now, in MB. */
  memory(): Promise<number | null>
  close(): Promise<void>
}

/** In MB; null where the system does not tell. */
export interface PeakMemory {
  readonly page_mb: number | null
  readonly browser_mb: number | null
}

/** @param threads as many as the page then takes the machine's cores to be; null leaves them as they are */
export async function openBenchPage(
  address: string,
  gpu: Gpu,
  threads: number | null = null,
): Promise<BenchPage> {
  const profile = mkdtempSync(join(tmpdir(), 'voxelwise-profile-'))
  const context = await launchProfile(gpu, profile)
  const browser = context.browser()
  if (!browser) throw new Error('Playwright does not tell of which browser the pages are.')
  if (threads !== null) await pretendCores(context, threads)
  const page = context.pages()[0] ?? (await context.newPage())
  // A model of some size takes longer than Playwright waits by default.
  page.setDefaultTimeout(0)
  await page.goto(address)
  const peak = watchPeak(browser)
  return {
    page,
    version: browser.version(),
    peakMemory: peak.read,
    peakSince: () => watchAll(browser),
    memory: () => readMemory(browser, 'VmRSS'),
    close: async () => {
      peak.stop()
      await context.close()
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Milliseconds between two looks. */
const lookEvery = 2000

/** Chromium sets the system's own high-water mark back now and then, so it is looked at all the time. */
function watchPeak(browser: Browser): {
  readonly read: () => Promise<number | null>
  readonly stop: () => void
} {
  let peak: number | null = null
  const look = async (): Promise<number | null> => {
    const now = await readMemory(browser, 'VmHWM')
    if (now !== null) peak = Math.max(peak ?? 0, now)
    return peak
  }
  // A browser that is being closed answers no more.
  const timer = setInterval(() => look().catch(() => {}), lookEvery)
  return { read: look, stop: () => clearInterval(timer) }
}

/**
 * Watches the memory of the page's process, and of all processes of the browser. A page of memory that several share counts
 * once.
 */
function watchAll(browser: Browser): () => Promise<PeakMemory> {
  let page: number | null = null
  let all: number | null = null
  const look = async (): Promise<void> => {
    const session = await browser.newBrowserCDPSession()
    const { processInfo } = await session.send('SystemInfo.getProcessInfo')
    await session.detach()
    const sizes = processInfo.map(({ id, type }) => ({ type, mb: proportional(id) }))
    const renderers = sizes.filter(({ type }) => type === 'renderer').map(({ mb }) => mb)
    page = Math.max(page ?? 0, ...renderers)
    all = Math.max(
      all ?? 0,
      sizes.reduce((sum, { mb }) => sum + mb, 0),
    )
  }
  const timer = setInterval(() => look().catch(() => {}), 1000)
  return async () => {
    clearInterval(timer)
    await look().catch(() => {})
    return { page_mb: page && Math.round(page), browser_mb: all && Math.round(all) }
  }
}

/** MB of a process; 0 of one that is gone. */
function proportional(id: number): number {
  try {
    const text = readFileSync(`/proc/${id}/smaps_rollup`, 'utf8')
    return Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1] ?? 0) / 1000
  } catch {
    return 0
  }
}

const memoryLines = { VmHWM: /^VmHWM:\s+(\d+) kB/m, VmRSS: /^VmRSS:\s+(\d+) kB/m } as const

/** Reads the memory of the largest renderer, which is the page with its workers. */
async function readMemory(browser: Browser, field: keyof typeof memoryLines): Promise<number | null> {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  const sizes = processInfo
    .filter(({ type, id }) => type === 'renderer' && existsSync(`/proc/${id}/status`))
    .map(({ id }) => {
      const line = memoryLines[field].exec(readFileSync(`/proc/${id}/status`, 'utf8'))
      return Number(line?.[1] ?? 0) / 1000
    })
  return sizes.length > 0 ? Math.round(Math.max(...sizes)) : null
}
