import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import type { Device } from '../../engine/protocol/run.ts'
import { launchProfile, pretendCores } from '../chromium.ts'

/** A browser of its own for one contender, with a profile on disk: its memory can be told from the others', and so can its storage. */
export interface BenchPage {
  readonly page: Page
  readonly version: string
  /** Most memory the page's process ever held, in MB; null where the system does not tell. */
  peakMemory(): Promise<number | null>
  /** What it holds now, in MB. */
  memory(): Promise<number | null>
  close(): Promise<void>
}

/** @param threads as many as the page then takes the machine's cores to be; null leaves them as they are */
export async function openBenchPage(
  address: string,
  device: Device,
  threads: number | null = null,
): Promise<BenchPage> {
  const profile = mkdtempSync(join(tmpdir(), 'voxelwise-profile-'))
  const context = await launchProfile(device === 'webgpu' ? 'hardware' : 'none', profile)
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
    memory: () => memoryOf(browser, 'VmRSS'),
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
