/** What a person does with the page, told by what they see on it. */

import { readFileSync } from 'node:fs'
import type { Locator, Page } from 'playwright-core'
import { evaluatedFiles } from '../../../src/cli/evaluate/page.ts'
import type { ExportName } from '../../../src/data/export/exported-files.ts'
import type { RunFile } from '../../../src/data/export/run-file.ts'
import type { Device, Dtype } from '../../../src/engine/protocol/device.ts'
import type { Order } from '../../../src/engine/protocol/settings.ts'
import { readRunText } from '../../unit/support/read-run.ts'

export type Role = 'dataset' | 'model'

const names = { dataset: 'Data set', model: 'Model', run: 'Run' } as const

export function card(page: Page, role: Role): Locator {
  return page.getByRole('region', { name: names[role], exact: true })
}

/** Opens a step of the set-up, where it is closed. */
export async function openStep(page: Page, step: keyof typeof names): Promise<void> {
  const region = page.getByRole('region', { name: names[step], exact: true })
  await region.waitFor()
  const change = region.getByRole('button', { name: `Change the ${names[step].toLowerCase()}` })
  if (await change.isVisible()) await change.click()
  await region.and(page.locator('[data-open=true]')).waitFor()
}

/** Shows every setting of the run. */
export async function openSettings(page: Page): Promise<void> {
  await openStep(page, 'run')
  const more = page.locator('.more-settings')
  if ((await more.getAttribute('open')) === null) await more.locator('summary').click()
}

/** The drawer in which a model is chosen. */
export async function openModelDrawer(page: Page): Promise<Locator> {
  await openStep(page, 'model')
  await card(page, 'model')
    .getByRole('button', { name: /^Choose a(nother)? model$/ })
    .click()
  return page.getByRole('dialog', { name: 'Choose a model' })
}

/** Picks a folder of this machine through `<input webkitdirectory>`. */
export async function pickFolder(page: Page, role: Role, folder: string): Promise<void> {
  await page.getByTestId(`${role}-folder-input`).setInputFiles(folder)
}

export interface Choices {
  readonly limit?: number
  /** With a limit by default the data set's, so that a test can say which samples are asked. */
  readonly order?: Order
  readonly maxNewTokens?: number
  readonly device?: Device
  readonly dtype?: Dtype
}

/** The big button, once it can be pressed. */
export async function readyToRun(page: Page): Promise<Locator> {
  const button = page.getByRole('button', { name: /^Run .* on [\d,]+ questions?/ })
  await button.and(page.getByRole('button', { disabled: false })).waitFor({ timeout: 60_000 })
  return button
}

export async function choose(page: Page, choices: Choices): Promise<void> {
  await page.getByRole('link', { name: 'Set up', exact: true }).click()
  await readyToRun(page)
  const { limit, order = limit ? 'dataset' : undefined, maxNewTokens, device, dtype } = choices
  if (limit || order || maxNewTokens || device || dtype) await openSettings(page)
  if (device) await page.getByLabel('Device', { exact: true }).selectOption(device)
  if (dtype) await page.getByLabel('Precision').selectOption(dtype)
  const length = page.getByLabel('Max new tokens')
  // Option probabilities have no length.
  if (maxNewTokens && (await length.isEnabled())) await length.fill(String(maxNewTokens))
  if (order) await page.getByLabel('Order', { exact: true }).selectOption(order)
  if (limit) await page.getByLabel('Limit to').fill(String(limit))
}

/** Chooses, presses Run, and sees the run begin. */
export async function startRun(page: Page, choices: Choices = {}): Promise<void> {
  await choose(page, choices)
  await (await readyToRun(page)).click()
  // First the device is compared with WASM: on the software adapter for minutes.
  await page.locator('.phase').waitFor({ timeout: choices.device === 'webgpu' ? 200_000 : 30_000 })
}

export type Stage = 'Running' | 'Paused' | 'Stopped' | 'Done'

/** Waits until the run on the page is so far; fails at once where it ended by an error. */
export async function reach(page: Page, stage: Stage, timeout = 120_000): Promise<void> {
  const told = page.locator('.phase')
  await told.filter({ hasText: new RegExp(`^(${stage}|Stopped by an error)`) }).waitFor({ timeout })
  if ((await told.textContent())?.startsWith('Stopped by'))
    throw new Error(`The run failed: ${await page.locator('main').textContent()}`)
}

/** Questions done, as the page tells. */
export async function done(page: Page): Promise<number> {
  const text = await page.locator('.run-count strong').textContent()
  return Number(text?.replaceAll(',', ''))
}

export async function waitForDone(page: Page, least: number): Promise<number> {
  for (;;) {
    const now = await done(page)
    if (now >= least) return now
    await page.waitForTimeout(50)
  }
}

/** Runs to the end. @returns the run's id */
export async function runToEnd(page: Page, choices: Choices = {}, timeout?: number): Promise<string> {
  await startRun(page, choices)
  await reach(page, 'Done', timeout)
  return openResults(page)
}

/** From a run that has ended to its results. @returns the run's id */
export async function openResults(page: Page): Promise<string> {
  await page.getByRole('link', { name: 'See the results' }).click()
  await page.getByRole('navigation', { name: 'Results' }).waitFor()
  return shownRun(page)
}

/** The page's address as the page itself has it: Playwright hears of a change a moment later. */
export const readAddress = (page: Page): Promise<string> => page.evaluate(() => location.href)

/** Id of the run whose results are shown. */
export async function shownRun(page: Page): Promise<string> {
  return /#\/runs\/([^/]+)/.exec(await readAddress(page))?.[1] ?? ''
}

/** Opens a tab of the results that are shown, or a part of it, until it is there: the one before stays while a large one is drawn. */
export async function openTab(page: Page, tab: string, part?: string): Promise<void> {
  await follow(page, 'Results', tab)
  if (part !== undefined) await follow(page, tab, part)
}

async function follow(page: Page, tabs: string, name: string): Promise<void> {
  const link = page
    .getByRole('navigation', { name: tabs, exact: true })
    .getByRole('link', { name, exact: true })
  await link.click()
  await link.and(page.locator('[aria-current=page]')).waitFor()
  await page.locator('main [aria-busy=false]').waitFor()
}

/** Files that are text; the others are archives. */
export type TextName = Exclude<ExportName, `${string}.eval` | `${string}.zip`>

/** Presses one file's button on the Export tab and reads what the browser saved. */
export async function exportFile(page: Page, name: TextName): Promise<string> {
  return (await exportBytes(page, name)).toString('utf8')
}

export async function exportBytes(page: Page, name: string): Promise<Buffer> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name, exact: true }).click(),
  ])
  if (download.suggestedFilename() !== name) throw new Error(`Saved as ${download.suggestedFilename()}.`)
  return readFileSync(await download.path())
}

export async function exportAll(page: Page): Promise<Readonly<Record<TextName, string>>> {
  await openTab(page, 'Export')
  const texts: [TextName, string][] = []
  for (const name of evaluatedFiles) texts.push([name, await exportFile(page, name)])
  return Object.fromEntries(texts) as Record<TextName, string>
}

/** The run of the results that are shown, whole. */
export async function exportRun(page: Page): Promise<RunFile> {
  await openTab(page, 'Export')
  return readRunText(await exportFile(page, 'run.json'))
}
