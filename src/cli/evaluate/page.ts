import { basename, join, resolve } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import type { AppState } from '../../app/state/state.ts'
import { exportedFiles } from '../../data/export/exported-files.ts'
import { adaptedFiles, adaptedName } from '../../data/sources/adapted.ts'
import { nodeSource } from '../../data/sources/node.ts'
import { VoxelwiseError } from '../../engine/base/errors.ts'
import type { Device } from '../../engine/protocol/device.ts'
import type { Io } from '../base/command.ts'
import { writeParts } from '../base/files.ts'
import type { Interrupt } from '../base/interrupt.ts'
import { type Gpu, launchChromium } from '../browser/chromium.ts'
import type { KeptRuns } from './kept-runs.ts'
import type { EvaluateOptions } from './options.ts'

interface OpenedPage {
  readonly browser: Browser
  readonly page: Page
  readonly device: Device
}

export interface PageTask {
  readonly page: Page
  readonly options: EvaluateOptions
  readonly kept: KeptRuns
  readonly interrupt: Interrupt
  readonly io: Io
}

/** WebGPU where there is a GPU. Where it is wanted without a GPU, Chromium's software adapter. */
export async function openPage(
  origin: string,
  wanted: Device | undefined,
  note: Io['stderr'],
): Promise<OpenedPage> {
  const launch = async (gpu: Gpu): Promise<OpenedPage & { readonly hasWebGpu: boolean }> => {
    const browser = await launchChromium(gpu, false)
    const page = await browser.newPage()
    await page.goto(`${origin}/headless.html`)
    const state = await when(page, ({ device }) => device.webgpu.status !== 'checking')
    const { webgpu } = state.device
    const device = webgpu.status === 'available' && !webgpu.software ? 'webgpu' : 'wasm'
    return { browser, page, device, hasWebGpu: webgpu.status === 'available' }
  }
  const first = await launch(wanted === 'wasm' ? 'none' : 'hardware')
  if (wanted !== 'webgpu') return { ...first, device: wanted ?? first.device }
  if (first.device === 'webgpu') return first
  note('No GPU found: using the slow software adapter')
  if (first.hasWebGpu) return { ...first, device: 'webgpu' }
  await first.browser.close()
  const software = await launch('software')
  if (software.hasWebGpu) return { ...software, device: 'webgpu' }
  await software.browser.close()
  throw new VoxelwiseError({
    code: 'device-unavailable',
    subject: 'WebGPU',
    message: 'This Chromium has no WebGPU, not even in software.',
    remedy: 'Use --device wasm, or a newer Chromium.',
  })
}

/** Polls the page's state until it is as wanted. @throws VoxelwiseError of the page's first notice */
export async function when(
  page: Page,
  wanted: (state: AppState) => boolean,
  watch: (state: AppState) => void | Promise<void> = () => {},
): Promise<AppState> {
  for (;;) {
    const state: AppState = await page.evaluate(() => globalThis.voxelwise.getState())
    const notice = state.notices[0]
    if (notice) throw new VoxelwiseError(notice.error)
    await watch(state)
    if (wanted(state)) return state
    await new Promise(resolve => setTimeout(resolve, 200))
  }
}

/** Chooses the model. @param model a folder, or "demo" @param adapter the folder of a LoRA adapter */
export function chooseModel(page: Page, model: string, adapter: string | null): Promise<void> {
  return withFolderFiles(page, model, adapter, ([name, files]) =>
    globalThis.voxelwise.chooseModel(
      name === null ? { from: 'demo' } : globalThis.voxelwiseFiles(name, files),
    ),
  )
}

/**
 * Gives the page a model's folder file by file, following links: Chromium skips links in a folder, and Hugging Face's cache
 * consists of them.
 * @param choose runs in the page with the folder's name and the paths of its files, or null for the bundled model
 */
export async function withFolderFiles(
  page: Page,
  model: string,
  adapter: string | null,
  choose: (folder: readonly [name: string | null, paths: readonly string[]]) => Promise<void>,
): Promise<void> {
  if (model === 'demo') return page.evaluate(choose, [null, []] as const)
  const base = await listedFiles(model)
  const added = adapter === null ? null : await listedFiles(adapter)
  const files = added ? adaptedFiles(base, added) : base.files
  await page.setInputFiles(
    '#files',
    files.map(({ folder, path }) => join(folder, path)),
  )
  const name = added ? adaptedName(base.name, added.name) : base.name
  await page.evaluate(choose, [name, files.map(({ path }) => path)] as const)
}

/** The files of a folder, each with the folder. */
async function listedFiles(path: string) {
  const folder = resolve(path)
  const files = (await nodeSource(folder).list()).map(file => ({ folder, path: file.path }))
  return { name: basename(folder), files }
}

/** Prints the steps of a connection: the server may have to load a model of many gigabytes first. */
export function connectionSteps(note: Io['stderr']): (folder: AppState['model'] | AppState['judge']) => void {
  let last: string | undefined
  return folder => {
    const step = folder.status === 'reading' ? folder.step : undefined
    if (step !== undefined && step !== last) note(`Connecting: ${lowerFirst(step)}`)
    last = step ?? last
  }
}

const lowerFirst = (words: string): string => words.slice(0, 1).toLowerCase() + words.slice(1)

/** Stops the run in the page. A closed page is noticed elsewhere. */
export function stopPage(page: Page, note: Io['stderr']): void {
  note('Stopping and writing the answers so far')
  page.evaluate(() => globalThis.voxelwise.stop()).catch(() => {})
}

/** An error that names the page's death, where that was the cause; Playwright has no type for it. */
export const orPageDied = (thrown: unknown): unknown =>
  /Target crashed|has been closed/.test(String(thrown))
    ? new VoxelwiseError({
        code: 'out-of-memory',
        subject: 'Chromium',
        message: 'The page crashed, usually because it ran out of memory.',
        remedy:
          'Run the same command again to continue. If the page crashes again, choose a smaller precision and another --out.',
        cause: thrown,
      })
    : thrown

/** Writes the run that was begun, however it ended; nothing where none was. */
export async function writeWhole(page: Page, out: string): Promise<void> {
  const { live } = await page.evaluate(() => globalThis.voxelwise.getState())
  if (live) await writeExports(page, live.run.parent ?? live.run.id, out)
}

/** The files of a run that `evaluate` writes, besides its report. */
export const evaluatedFiles = exportedFiles.flatMap(file => (file.isEvaluated ? [file.name] : []))

export async function writeExports(page: Page, run: string, out: string): Promise<void> {
  for (const name of evaluatedFiles) {
    const text = await page.evaluate(
      async ([id, file]) => (await globalThis.voxelwise.exportFile(id, file)).text(),
      [run, name] as const,
    )
    await writeParts(join(out, name), [text])
  }
  const report = await page.evaluate(async id => (await globalThis.voxelwise.report(id)).text(), run)
  await writeParts(join(out, 'report.html'), [report])
}
