import { existsSync } from 'node:fs'
import { type Browser, type BrowserContext, chromium } from 'playwright-core'
import { VoxelwiseError } from '../engine/errors.ts'

/** Where a Chromium usually is; `VOXELWISE_CHROMIUM` names another. */
const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/**
 * Path of this machine's Chromium.
 * @throws VoxelwiseError device-unavailable
 */
export function needChromium(): string {
  const named = process.env.VOXELWISE_CHROMIUM
  const found = [...(named ? [named] : []), ...places].find(path => existsSync(path))
  if (found) return found
  throw new VoxelwiseError({
    code: 'device-unavailable',
    subject: 'Chromium',
    message: 'There is no Chromium on this machine.',
    remedy: 'Install one (apt-get install chromium), or name it in VOXELWISE_CHROMIUM.',
  })
}

/** Nothing of the browser's own goes to the network either. */
const quiet = [
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export type Gpu = 'none' | 'hardware' | 'software'

/** Command line of a headless Chromium. `software` is SwiftShader: slow, but the same on every machine. */
export function chromiumArguments(gpu: Gpu): string[] {
  const webgpu: Record<Gpu, string[]> = {
    none: [],
    hardware: ['--enable-unsafe-webgpu', '--enable-features=Vulkan', '--ignore-gpu-blocklist'],
    software: ['--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader'],
  }
  // As root (containers, CI) Chromium's sandbox does not start.
  const root = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  return [...quiet, ...root, ...webgpu[gpu]]
}

/**
 * Starts a headless Chromium whose pages keep nothing: their databases and files lie in memory.
 * @param interrupts whether it dies of an interrupt (Ctrl-C) by itself; else the caller sees to its end
 * @throws VoxelwiseError device-unavailable where there is none
 */
export async function launchChromium(gpu: Gpu, interrupts = true): Promise<Browser> {
  return chromium.launch({
    executablePath: needChromium(),
    args: chromiumArguments(gpu),
    handleSIGINT: interrupts,
  })
}

/**
 * Starts a headless Chromium with a profile on disk, as a user's is.
 * @throws VoxelwiseError device-unavailable where there is none
 */
export async function launchProfile(gpu: Gpu, folder: string): Promise<BrowserContext> {
  return chromium.launchPersistentContext(folder, {
    executablePath: needChromium(),
    args: chromiumArguments(gpu),
  })
}

/** Has every page to come take the machine's cores to be so many. */
export async function pretendCores(context: BrowserContext, cores: number): Promise<void> {
  await context.addInitScript(
    value => Object.defineProperty(navigator, 'hardwareConcurrency', { value }),
    cores,
  )
}
