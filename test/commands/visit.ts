/** The built page in a Chromium with a profile on disk, for commands that let it come to harm. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { launchProfile } from '../../bench/command/profile.ts'
import { pickFolder } from '../browser/harness/drive.ts'
import { readStored, type Stored } from '../browser/harness/stored.ts'

export interface Visit {
  readonly context: BrowserContext
  readonly page: Page
}

export async function visit(origin: string, profile: string, path = ''): Promise<Visit> {
  const context = await launchProfile('none', profile)
  context.setDefaultTimeout(60_000)
  // tsx names the functions of what it compiles by this, those that run in the page too.
  await context.addInitScript('globalThis.__name = one => one')
  const page = context.pages()[0] ?? (await context.newPage())
  await page.goto(`${origin}/${path}`)
  return { context, page }
}

/**
 * Has a profile that no browser has used yet promise to keep what the page stores, as Chromium does for a page that was
 * bookmarked or installed. Without it Chromium throws away whole origins on a full disk, whatever they stored and where.
 */
export function promisePersistence(profile: string, origin: string): void {
  const durable_storage = { [`${origin},*`]: { setting: 1 } }
  setPreferences(profile, { content_settings: { exceptions: { durable_storage } } })
}

/** Has such a profile refuse every page a place to keep anything, as a user can in Chromium's settings. */
export function refuseStorage(profile: string): void {
  setPreferences(profile, { default_content_setting_values: { cookies: 2 } })
}

function setPreferences(folder: string, profile: object): void {
  mkdirSync(join(folder, 'Default'), { recursive: true })
  writeFileSync(join(folder, 'Default', 'Preferences'), JSON.stringify({ profile }))
}

/**
 * What is stored, once the page has read it.
 * @param isBack whether what the browser lost is there again: the page brings back one run after the other while it is shown
 */
export async function storedOn(
  page: Page,
  isBack: (stored: Stored) => boolean = () => true,
): Promise<Stored> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Results' }).click()
  await page.getByRole('table', { name: 'Runs' }).waitFor()
  let stored = await readStored(page)
  for (const end = Date.now() + 60_000; !isBack(stored) && Date.now() < end; ) {
    await page.waitForTimeout(200)
    stored = await readStored(page)
  }
  return stored
}

export async function pickModel(page: Page, folder: string): Promise<void> {
  await page.getByTestId('model-folder-input').waitFor({ state: 'attached' })
  await pickFolder(page, 'model', folder)
  const run = page.getByRole('button', { name: new RegExp(`^Run ${basename(folder)} `), disabled: false })
  await run.waitFor()
}

/** @throws Error naming samples that are there twice, or telling how many are missing, whichever of all they are */
export function mustBeWhole(indices: readonly number[], total: number): void {
  const twice = indices.filter((index, at) => indices.indexOf(index) !== at)
  if (twice.length > 0) throw new Error(`Stored twice: ${twice.join(', ')}`)
  if (indices.length !== total) throw new Error(`Stored: ${indices.length} of ${total}`)
}
