/** Saved reports, opened as their reader would. */
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { launchChromium } from '../../../src/cli/browser/chromium.ts'
import { accessibilityProblems } from './axe.ts'

/** Another browser than the one that wrote the report. */
export const launchReader = (): Promise<Browser> => launchChromium('none')

/** Presses the button and reads what the browser saved. */
export async function saved(button: string, within: Locator): Promise<Buffer> {
  const [download] = await Promise.all([
    within.page().waitForEvent('download'),
    within.getByRole('button', { name: button, exact: true }).first().click(),
  ])
  return readFileSync(await download.path())
}

/** A report from disk, without a network. @returns it with every address it asked for */
export async function openReport(
  reader: Browser,
  file: string,
  options: BrowserContextOptions = {},
): Promise<{ readonly report: Page; readonly requests: readonly string[] }> {
  const context = await reader.newContext({ ...options, offline: true })
  const requests: string[] = []
  context.on('request', request => requests.push(request.url()))
  const report = await context.newPage()
  await report.goto(pathToFileURL(file).href)
  return { report, requests }
}

/** It asks for nothing but itself, and reads well on a wide screen and a narrow one. */
export async function expectReadable(reader: Browser, file: string): Promise<void> {
  for (const width of [1280, 360]) {
    const { report, requests } = await openReport(reader, file, { viewport: { width, height: 900 } })
    expect(requests).toEqual([pathToFileURL(file).href])
    expect(await accessibilityProblems(report)).toEqual([])
    expect(await report.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    await report.context().close()
  }
}
