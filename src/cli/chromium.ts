import { existsSync } from 'node:fs'

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

export function findChromium(): string | null {
  const named = process.env.VOXELWISE_CHROMIUM
  return [...(named ? [named] : []), ...places].find(path => existsSync(path)) ?? null
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
