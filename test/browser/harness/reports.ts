/** Saved reports, opened as their reader would. */
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import { accessibilityProblems } from './axe.ts'
import { sharedBrowser } from './page.ts'

/** Presses the button and reads what the browser saved. */
export async function saved(button: string, within: Locator): Promise<Buffer> {
  const [download] = await Promise.all([
    within.page().waitForEvent('download'),
    within.getByRole('button', { name: button, exact: true }).first().click(),
  ])
  return readFileSync(await download.path())
}

/**
 * A report from disk, without a network and without anything that the page stored.
 * @returns it with every address it asked for
 */
export async function openReport(
  file: string,
  options: BrowserContextOptions = {},
): Promise<{ readonly report: Page; readonly requests: readonly string[] }> {
  const context = await (await sharedBrowser()).newContext({ ...options, offline: true })
  onTestFinished(() => context.close())
  const requests: string[] = []
  context.on('request', request => requests.push(request.url()))
  const report = await context.newPage()
  await report.goto(pathToFileURL(file).href)
  return { report, requests }
}

/** The number of pages of a PDF that Chromium printed. */
export const pageCount = (pdf: Buffer): number =>
  pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0

/** It asks for nothing but itself, and reads well on a wide screen and a narrow one. */
export async function expectReadable(file: string): Promise<void> {
  for (const width of [1280, 360]) {
    const { report, requests } = await openReport(file, { viewport: { width, height: 900 } })
    expect(requests).toEqual([pathToFileURL(file).href])
    expect(await accessibilityProblems(report)).toEqual([])
    expect(await report.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
}
