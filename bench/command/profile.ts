import { type BrowserContext, chromium } from 'playwright-core'
import { chromiumArguments, type Gpu, needChromium } from '../../src/cli/browser/chromium.ts'

/** Starts a headless Chromium with a profile on disk, as a user's is. @throws VoxelwiseError device-unavailable */
export async function launchProfile(gpu: Gpu, folder: string): Promise<BrowserContext> {
  return chromium.launchPersistentContext(folder, {
    executablePath: needChromium(),
    args: chromiumArguments(gpu),
  })
}

/** Makes every later page report this number of cores. */
export async function pretendCores(context: BrowserContext, cores: number): Promise<void> {
  await context.addInitScript(
    value => Object.defineProperty(navigator, 'hardwareConcurrency', { value }),
    cores,
  )
}
