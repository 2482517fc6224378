import { accessSync, constants, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { posix, win32 } from 'node:path'
import { type Browser, chromium } from 'playwright-core'
import { VoxelwiseError } from '../../engine/base/errors.ts'

/** The environment of the search for a browser: this machine, or a fake in a test. */
export interface HostSystem {
  readonly platform: NodeJS.Platform
  readonly env: Readonly<Record<string, string | undefined>>
  readonly home: string
  /** Where Playwright would put its own Chromium; it need not be there. */
  readonly playwright: string | null
  /** Whether a file is there that can be started. */
  isProgram(path: string): boolean
}

/** Names of a browser that can do all that is needed, the first that is found first. */
const names = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'microsoft-edge',
  'microsoft-edge-stable',
  'msedge',
]

const macApps = ['Google Chrome', 'Chromium', 'Microsoft Edge']

const windowsPrograms = [
  'Google\\Chrome\\Application\\chrome.exe',
  'Chromium\\Application\\chrome.exe',
  'Microsoft\\Edge\\Application\\msedge.exe',
]

/**
 * Path of a Chromium, Chrome or Edge: one named in the environment, one on the PATH, one in the system's usual place,
 * or Playwright's own; null if there is none. A named one that does not exist is not replaced by another.
 */
export function findChromium(machine: HostSystem): string | null {
  const named = machine.env.VOXELWISE_CHROMIUM || machine.env.CHROMIUM_PATH || machine.env.CHROME_PATH
  if (named) return machine.isProgram(named) ? named : null
  const places = [
    ...onPath(machine),
    ...installed(machine),
    ...(machine.playwright ? [machine.playwright] : []),
  ]
  return places.find(place => machine.isProgram(place)) ?? null
}

function onPath({ platform, env }: HostSystem): string[] {
  const { delimiter, join } = platform === 'win32' ? win32 : posix
  const folders = (env.PATH ?? env.Path ?? '').split(delimiter).filter(folder => folder !== '')
  const suffix = platform === 'win32' ? '.exe' : ''
  return names.flatMap(name => folders.map(folder => join(folder, name + suffix)))
}

function installed({ platform, env, home }: HostSystem): string[] {
  switch (platform) {
    case 'darwin':
      return ['/Applications', posix.join(home, 'Applications')].flatMap(folder =>
        macApps.map(app => `${folder}/${app}.app/Contents/MacOS/${app}`),
      )
    case 'win32':
      return [env.ProgramFiles, env['ProgramFiles(x86)'], env.LOCALAPPDATA].flatMap(folder =>
        folder ? windowsPrograms.map(program => win32.join(folder, program)) : [],
      )
    default:
      return ['/opt/google/chrome/chrome', '/opt/microsoft/msedge/msedge', '/snap/bin/chromium']
  }
}

export function howToGetChromium(platform: NodeJS.Platform): string {
  const install = {
    darwin: 'brew install --cask chromium',
    win32: 'winget install Google.Chrome',
    linux: 'apt-get install chromium',
  }
  const command = install[platform === 'darwin' || platform === 'win32' ? platform : 'linux']
  return `Install one (${command}, or npx playwright install chromium), or name it in VOXELWISE_CHROMIUM.`
}

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

/** Path of this machine's Chromium (or Chrome, or Edge). @throws VoxelwiseError device-unavailable */
export function needChromium(): string {
  const machine = thisMachine()
  const executable = findChromium(machine)
  if (executable) return executable
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
 * @param interrupts whether an interrupt (Ctrl-C, SIGTERM) ends it @throws VoxelwiseError device-unavailable
 */
export async function launchChromium(gpu: Gpu, interrupts = true): Promise<Browser> {
  return chromium.launch({
    executablePath: needChromium(),
    args: chromiumArguments(gpu),
    handleSIGINT: interrupts,
    handleSIGTERM: interrupts,
  })
}
