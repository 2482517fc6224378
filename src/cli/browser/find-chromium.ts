import { posix, win32 } from 'node:path'

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

/** How to get one, in a sentence. */
export function howToGetChromium(platform: NodeJS.Platform): string {
  const install = {
    darwin: 'brew install --cask chromium',
    win32: 'winget install Google.Chrome',
    linux: 'apt-get install chromium',
  }
  const command = install[platform === 'darwin' || platform === 'win32' ? platform : 'linux']
  return `Install one (${command}, or npx playwright install chromium), or name it in VOXELWISE_CHROMIUM.`
}
