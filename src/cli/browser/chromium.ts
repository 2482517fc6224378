import { accessSync, constants, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { type Browser, type BrowserContext, chromium } from 'playwright-core'
import { VoxelwiseError } from '../../engine/base/errors.ts'
import { findChromium, type HostSystem, howToGetChromium } from './find-chromium.ts'

function thisMachine(): HostSystem {
  const { platform, env } = process
  return { platform, env, home: homedir(), playwright: playwrightsOwn(), isProgram }
}

/** Playwright names a place, or throws where it has none for this system. */
function playwrightsOwn(): string | null {
  try {
    return chromium.executablePath() || null
  } catch {
    return null
  }
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}

/**
 * Path of this machine's Chromium (or Chrome, or Edge).
 * @throws VoxelwiseError device-unavailable
 */
export function needChromium(): string {
  const machine = thisMachine()
  const found = findChromium(machine)
  if (found) return found
  throw new VoxelwiseError({
    code: 'device-unavailable',
    subject: machine.env.VOXELWISE_CHROMIUM || 'Chromium',
    message: 'There is no Chromium, Chrome or Edge on this machine that could be started.',
    remedy: howToGetChromium(machine.platform),
  })
}

/**
 * The browser's own requests stay off the network, too. Switches do not keep Chromium from asking its maker's servers (accounts,
 * updates, autofill). These rules do: only this machine's names and addresses resolve, and there is no proxy.
 */
const quiet = [
  '--host-resolver-rules=MAP * ^NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1, EXCLUDE [::1]',
  '--no-proxy-server',
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
 * Starts a headless Chromium whose pages store nothing on disk: their databases and files are in memory.
 * @param interrupts whether an interrupt (Ctrl-C, SIGTERM) ends it; otherwise the caller ends it
 * @throws VoxelwiseError device-unavailable if there is none
 */
export async function launchChromium(gpu: Gpu, interrupts = true): Promise<Browser> {
  return chromium.launch({
    executablePath: needChromium(),
    args: chromiumArguments(gpu),
    handleSIGINT: interrupts,
    handleSIGTERM: interrupts,
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

/** Makes every later page report this number of cores. */
export async function pretendCores(context: BrowserContext, cores: number): Promise<void> {
  await context.addInitScript(
    value => Object.defineProperty(navigator, 'hardwareConcurrency', { value }),
    cores,
  )
}
