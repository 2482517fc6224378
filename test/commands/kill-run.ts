/** Kills a browser or its renderer again and again under one run, which is continued each time. */
import { execFileSync } from 'node:child_process'
import type { RunRecord } from '../../src/engine/protocol/record.ts'
import { done, startRun } from '../browser/harness/drive.ts'
import { killBrowser } from '../browser/harness/kill.ts'
import { readStored } from '../browser/harness/stored.ts'
import { Random } from '../unit/support/random.ts'
import { pickModel, type Visit, visit } from './visit.ts'

export type Victim = 'browser' | 'renderer'

export interface KillOptions {
  readonly origin: string
  readonly profile: string
  /** What is killed, one after the other. */
  readonly victims: readonly Victim[]
  readonly seed: number
  /** Folder of another model than the bundled one. */
  readonly model: string | null
  /** Most milliseconds that it lives after its first new answer. */
  readonly life: number
  log(line: string): void
}

export interface Killed {
  readonly kills: number
  readonly records: number
}

/** Enough not to come to the end. */
const limit = 1560

/**
 * @throws Error where an answer that was shown is not stored after a kill, or is there twice or changed
 */
export async function killRun(options: KillOptions): Promise<Killed> {
  const { origin, profile, victims, seed, life, log } = options
  const random = new Random(seed)
  let known = new Map<number, string>()
  let opened = await visit(origin, profile)
  try {
    await begin(opened, options)
    for (const [before, victim] of victims.entries()) {
      if (before > 0) await goOn(opened, options)
      await answered(opened, known.size + 1)
      await opened.page.waitForTimeout(random.below(life))
      const shown = await done(opened.page)
      opened = await (victim === 'browser' ? killAll(opened, options) : killRenderer(opened, options))
      const records = await storedWhenRead(opened)
      known = checked(known, records, shown)
      log(`${victim} ${before + 1}/${victims.length}: ${shown} shown, ${known.size} stored`)
    }
  } catch (error) {
    const seen = await opened.page.locator('body').innerText({ timeout: 5000 }).catch(String)
    throw new Error(`${error instanceof Error ? error.message : String(error)}\nThe page showed: ${seen}`)
  } finally {
    await opened.context.close()
  }
  return { kills: victims.length, records: known.size }
}

async function begin({ page }: Visit, { model }: KillOptions): Promise<void> {
  if (model) await pickModel(page, model)
  await startRun(page, { limit, maxNewTokens: 2, ...(model && { dtype: 'fp32' }) })
}

/** From the first page, where the run that stopped is offered. */
async function goOn({ page, context }: Visit, { origin, model }: KillOptions): Promise<void> {
  await page.goto(`${origin}/#/`)
  if (model) await pickModel(page, model)
  await page.locator('.unfinished').getByRole('button', { name: 'Continue' }).click()
  await page.locator('.phase').waitFor()
  if (context.pages().length > 1) throw new Error('There is more than one tab.')
}

async function answered({ page }: Visit, least: number): Promise<void> {
  for (const end = Date.now() + 120_000; (await done(page)) < least; ) {
    if (Date.now() > end) throw new Error(`No answer: ${await page.locator('main').innerText()}`)
    await page.waitForTimeout(20)
  }
}

async function killAll(opened: Visit, { origin, profile }: KillOptions): Promise<Visit> {
  await killBrowser(opened, profile)
  return visit(origin, profile)
}

async function killRenderer({ page, context }: Visit, { origin, profile }: KillOptions): Promise<Visit> {
  const crashed = page.waitForEvent('crash')
  for (const pid of renderers(profile)) process.kill(pid, 'SIGKILL')
  await crashed
  const fresh = await context.newPage()
  await page.close()
  await fresh.goto(`${origin}/`)
  return { page: fresh, context }
}

/** All of the browser's: the page's own, and whatever it keeps ready. */
function renderers(profile: string): readonly number[] {
  return execFileSync('ps', ['-axww', '-o', 'pid=,args='], { encoding: 'utf8' })
    .split('\n')
    .filter(line => line.includes(`--user-data-dir=${profile}`) && line.includes('--type=renderer'))
    .map(line => Number.parseInt(line, 10))
}

async function storedWhenRead({ page }: Visit): Promise<readonly RunRecord[]> {
  await page.locator('.unfinished').waitFor()
  return (await readStored(page)).records
}

/** @returns what is stored now */
function checked(
  before: ReadonlyMap<number, string>,
  records: readonly RunRecord[],
  shown: number,
): Map<number, string> {
  const now = new Map(records.map(record => [record.sample.index, JSON.stringify(record)]))
  if (now.size !== records.length) throw new Error(`${records.length - now.size} records are doubled.`)
  if (now.size < shown) throw new Error(`${shown} answers were shown, and ${now.size} are stored.`)
  for (const [index, record] of before)
    if (now.get(index) !== record) throw new Error(`Sample ${index} was stored, and is lost or changed.`)
  return now
}
