import { describe, expect, test } from 'vitest'
import { findChromium, type HostSystem, howToGetChromium } from '../../../../src/cli/browser/chromium.ts'

/** A machine that has just these programs. */
function machine(programs: readonly string[], more: Partial<HostSystem> = {}): HostSystem {
  return {
    platform: 'linux',
    env: { PATH: '/usr/local/bin::/usr/bin' },
    home: '/home/someone',
    playwright: null,
    isProgram: path => programs.includes(path),
    ...more,
  }
}

describe('on the PATH', () => {
  test.each([
    'chromium',
    'chromium-browser',
    'google-chrome',
    'google-chrome-stable',
    'microsoft-edge',
    'microsoft-edge-stable',
  ])('%s, in any of its folders', name => {
    for (const folder of ['/usr/local/bin', '/usr/bin'])
      expect(findChromium(machine([`${folder}/${name}`]))).toBe(`${folder}/${name}`)
    expect(findChromium(machine([`/elsewhere/${name}`]))).toBe(null)
  })

  test('Chromium before Chrome before Edge, wherever they are', () => {
    const all = ['/usr/local/bin/microsoft-edge', '/usr/local/bin/google-chrome', '/usr/bin/chromium']
    expect(findChromium(machine(all))).toBe('/usr/bin/chromium')
    expect(findChromium(machine(all.slice(0, 2)))).toBe('/usr/local/bin/google-chrome')
  })

  test('on Windows with its own delimiter and suffix', () => {
    const found = 'D:\\tools\\chrome.exe'
    const env = { Path: 'C:\\Windows;D:\\tools' }
    expect(findChromium(machine([found], { platform: 'win32', env }))).toBe(found)
  })

  test('a missing PATH is no error', () => {
    expect(findChromium(machine([], { env: {} }))).toBe(null)
  })
})

describe('in the usual places of installers', () => {
  test.each([
    ['darwin', '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'],
    ['darwin', '/home/someone/Applications/Chromium.app/Contents/MacOS/Chromium'],
    ['darwin', '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge'],
    ['win32', 'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe'],
    ['win32', 'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe'],
    ['win32', 'C:\\Users\\someone\\AppData\\Local\\Chromium\\Application\\chrome.exe'],
    ['linux', '/opt/google/chrome/chrome'],
    ['linux', '/snap/bin/chromium'],
  ] as const)('%s: %s', (platform, path) => {
    const env = {
      ProgramFiles: 'C:\\Program Files',
      'ProgramFiles(x86)': 'C:\\Program Files (x86)',
      LOCALAPPDATA: 'C:\\Users\\someone\\AppData\\Local',
    }
    expect(findChromium(machine([path], { platform, env }))).toBe(path)
  })
})

test('Playwright’s own is taken last, and only if it is there', () => {
  const playwright = '/home/someone/.cache/ms-playwright/chromium-1234/chrome-linux/chrome'
  expect(findChromium(machine([playwright], { playwright }))).toBe(playwright)
  expect(findChromium(machine([], { playwright }))).toBe(null)
  expect(findChromium(machine([playwright, '/usr/bin/microsoft-edge'], { playwright }))).toBe(
    '/usr/bin/microsoft-edge',
  )
})

test('a named one comes first, and is never replaced if it is missing', () => {
  const programs = ['/usr/bin/chromium', '/my/own/chrome']
  for (const name of ['VOXELWISE_CHROMIUM', 'CHROMIUM_PATH', 'CHROME_PATH']) {
    const named = (path: string) => machine(programs, { env: { PATH: '/usr/bin', [name]: path } })
    expect(findChromium(named('/my/own/chrome'))).toBe('/my/own/chrome')
    expect(findChromium(named('/my/own/missing'))).toBe(null)
    expect(findChromium(named(''))).toBe('/usr/bin/chromium')
  }
})

test('without one, the error describes the installation on this system', () => {
  expect(howToGetChromium('linux')).toContain('apt-get install chromium')
  expect(howToGetChromium('darwin')).toContain('brew install')
  expect(howToGetChromium('win32')).toContain('winget install')
  expect(howToGetChromium('freebsd')).toContain('npx playwright install chromium')
})
