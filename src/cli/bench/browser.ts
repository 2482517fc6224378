import { existsSync, readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import type { Device } from '../../engine/run.ts'
import { launchChromium } from '../chromium.ts'

/** A browser of its own for one contender: its memory can be told from the others', and so can its storage. */
export interface BenchPage {
  readonly page: Page
  readonly version: string
  /** Most memory the page's process ever held, in MB; null where the system does not tell. */
  peakMemory(): Promise<number | null>
  /** What it holds now, in MB. */
  memory(): Promise<number | null>
  close(): Promise<void>
}

export async function openBenchPage(address: string, device: Device): Promise<BenchPage> {
  const browser = await launchChromium(device === 'webgpu' ? 'hardware' : 'none')
  const page = await browser.newPage()
  // A model of some size takes longer than Playwright waits by default.
  page.setDefaultTimeout(0)
  await page.goto(address)
  const peak = watchPeak(browser)
  return {
    page,
    version: browser.version(),
    peakMemory: peak.read,
    memory: () => memoryOf(browser, 'VmRSS'),
    close: () => {
      peak.stop()
      return browser.close()
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
    const now = await memoryOf(browser, 'VmHWM')
    if (now !== null) peak = Math.max(peak ?? 0, now)
    return peak
  }
  // A browser that is being closed answers no more.
  const timer = setInterval(() => look().catch(() => {}), lookEvery)
  return { read: look, stop: () => clearInterval(timer) }
}

/** Of the largest renderer: the page with its workers. */
async function memoryOf(browser: Browser, field: 'VmHWM' | 'VmRSS'): Promise<number | null> {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  const sizes = processInfo
    .filter(({ type, id }) => type === 'renderer' && existsSync(`/proc/${id}/status`))
    .map(({ id }) => {
      const line = new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${id}/status`, 'utf8'))
      return Number(line?.[1] ?? 0) / 1000
    })
  return sizes.length > 0 ? Math.round(Math.max(...sizes)) : null
}
