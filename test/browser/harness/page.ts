import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core'
import { inject, onTestFinished } from 'vitest'
import { pretendCores } from '../../../bench/command/profile.ts'
import { chromiumArguments, type Gpu, needChromium } from '../../../src/cli/browser/chromium.ts'

export interface Opened {
  readonly context: BrowserContext
  readonly page: Page
  readonly origin: string
  /** Every address that the browser asked for, workers included. */
  readonly requests: readonly string[]
  /** Errors that no code caught, and what the page wrote to the console as an error. */
  readonly errors: readonly string[]
  close(): Promise<void>
}

export interface OpenOptions {
  /** A browser of its own, with this graphics card; the shared browser has none. */
  readonly gpu?: Gpu
  /** A browser of its own, with its profile in this folder, which outlives it. */
  readonly profile?: string
  readonly path?: string
  /** Whether a finger is what points. */
  readonly hasTouch?: boolean
  readonly viewport?: { readonly width: number; readonly height: number }
  readonly colorScheme?: 'light' | 'dark'
  /** As many as the page then takes the machine's cores to be. */
  readonly cores?: number
  /** Whether the page may keep itself for use without its server, which is work that most tests need not wait for. */
  readonly serviceWorkers?: 'allow' | 'block'
  /** Address of the built page; the one that all tests share unless given. */
  readonly origin?: string
}

/**
 * The built page in a real Chromium, as a new user sees it; closed when the test that asked ends. Whether that is a
 * context of the shared browser or a browser of its own is the project's choice (vite.config.ts).
 */
export async function openPage(options: OpenOptions = {}): Promise<Opened> {
  const opened = await launchPage(options)
  onTestFinished(() => opened.close())
  return opened
}

/** The same for several tests, in a hook: the caller closes it. */
export async function launchPage(options: OpenOptions = {}): Promise<Opened> {
  const origin = options.origin ?? inject('origin')
  const settings = contextOptions(options)
  const isOwn = inject('ownBrowsers') || options.profile || options.gpu
  const { context, close } = await (isOwn ? ownBrowser(options, settings) : sharedContext(settings))
  context.setDefaultTimeout(30_000)
  if (options.cores !== undefined) await pretendCores(context, options.cores)
  const requests: string[] = []
  const errors: string[] = []
  context.on('request', request => requests.push(request.url()))
  const watch = (page: Page): void => {
    page.on('pageerror', error => errors.push(error.message))
    page.on('console', message => {
      if (message.type() === 'error') errors.push(message.text())
    })
  }
  context.on('page', watch)
  const [first] = context.pages()
  if (first) watch(first)
  const page = first ?? (await context.newPage())
  await page.goto(`${origin}/${options.path ?? ''}`)
  return { context, page, origin, requests, errors, close }
}

const contextOptions = (options: OpenOptions): BrowserContextOptions => ({
  viewport: options.viewport ?? { width: 1280, height: 900 },
  hasTouch: options.hasTouch ?? false,
  colorScheme: options.colorScheme ?? 'light',
  acceptDownloads: true,
  serviceWorkers: options.serviceWorkers ?? 'block',
  // Without a GPU the drawing of what moves takes a tenth of all the time of a test.
  reducedMotion: 'reduce',
})

interface Context {
  readonly context: BrowserContext
  close(): Promise<void>
}

/** A browser with a profile on disk: that of the options, or one that is gone after the test. */
async function ownBrowser(options: OpenOptions, settings: BrowserContextOptions): Promise<Context> {
  const profile = options.profile ?? temporaryFolder('profile')
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: needChromium(),
    args: [...chromiumArguments(options.gpu ?? 'none'), ...(inject('smallModels') ? [compileOnce] : [])],
    ...settings,
  })
  const close = async (): Promise<void> => {
    await context.close()
    if (!options.profile) removeFolder(profile)
  }
  return { context, close }
}

/**
 * WebAssembly is compiled function by function when first called, and once. A test loads a model of a megabyte and asks a few
 * questions: compiling all of ONNX Runtime, and again to make it fast, would take longer than all its answers. The results
 * are the same, as WebAssembly is exact. The bench and the commands start Chromium without it.
 */
const compileOnce = '--js-flags=--wasm-lazy-compilation --liftoff-only'

let shared: Promise<Browser> | null = null

const launchShared = (): Promise<Browser> =>
  chromium.launch({ executablePath: needChromium(), args: [...chromiumArguments('none'), compileOnce] })

/** The one browser of this worker, which outlives the test files (`isolate: false`) and ends with the worker. */
export async function sharedBrowser(): Promise<Browser> {
  shared ??= launchShared()
  const browser = await shared
  if (browser.isConnected()) return browser
  shared = launchShared()
  return shared
}

/** A context of the shared browser: nothing of it is known to another, and nothing is left when it is closed. */
async function sharedContext(settings: BrowserContextOptions): Promise<Context> {
  const context = await (await sharedBrowser()).newContext(settings)
  return { context, close: () => context.close() }
}

/** A folder of its own for the test that is running. */
export function freshFolder(what: string): string {
  const folder = temporaryFolder(what)
  onTestFinished(() => removeFolder(folder))
  return folder
}

export function temporaryFolder(what: string): string {
  return mkdtempSync(join(tmpdir(), `voxelwise-${what}-`))
}

export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
