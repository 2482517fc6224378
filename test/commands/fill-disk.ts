/** Fills the disk under a browser that runs, twice, and looks for every answer that it had shown. */
import type { Locator, Page } from 'playwright-core'
import type { Device } from '../../src/engine/protocol/device.ts'
import type { RunRecord } from '../../src/engine/protocol/record.ts'
import { done, reach, readyToRun, runToEnd, startRun, waitForDone } from '../browser/harness/drive.ts'
import type { SmallDisk } from './small-disk.ts'
import { mustBeWhole, promisePersistence, storedOn, visit } from './visit.ts'

const maxNewTokens = 2

export interface FillOptions {
  /** Questions of the run that is whole before the disk is full. */
  readonly older: number
  /** Questions of the run that is stopped by it, more than are answered while it fills. */
  readonly questions: number
  /** The page's own choice where absent. */
  readonly device?: Device
  /** The part of the page's address that has the token of a server with its own runtime. */
  readonly path: string
  log(line: string): void
}

/** @throws Error where a run or an answer that was shown is lost, or the fault has another's name */
export async function fillDisk(origin: string, disk: SmallDisk, options: FillOptions): Promise<void> {
  const { older, questions, device, path, log } = options
  const choices = { maxNewTokens, ...(device && { device }) }
  const profile = `${disk.folder}/profile`
  promisePersistence(profile, origin)
  let { context, page } = await visit(origin, profile, path)
  try {
    const first = await runToEnd(page, { ...choices, limit: older })
    await startRun(page, { ...choices, limit: questions })
    await waitForDone(page, 20)
    disk.fill()
    const shown = await stoppedFull(page, disk)
    log(`full at ${shown} answers: stopped, storage-full`)
    const answered = page.evaluate(continueAnswered)
    await continueButton(page).click()
    await answered
    await stoppedFull(page, disk)
    log('continued while it is full: storage-full again')

    disk.free()
    await continueButton(page).click()
    await waitForDone(page, shown + 40)
    log('freed: goes on in the same tab')
    disk.fill()
    const again = await stoppedFull(page, disk)
    log(`full again at ${again} answers`)
    await page.reload()
    await page.waitForTimeout(1000)
    await context.close()
    ;({ context, page } = await visit(origin, profile, path))
    await page.waitForTimeout(1000)
    await context.close()
    log('reloaded, and the browser restarted, while it is full')

    disk.free()
    ;({ context, page } = await visit(origin, profile, path))
    // Whoever continues a run before its folders are read is told so.
    await readyToRun(page)
    const { runs, records } = await storedOn(page, ({ records }) => records.length >= older + again)
    const of = (id: string | undefined) => records.filter(({ run }) => run === id)
    mustBeWhole(indices(of(first)), older)
    const second = runs.find(({ id }) => id !== first)
    const kept = of(second?.id).length
    if (kept < again) throw new Error(`${again} answers were shown, and ${kept} are stored.`)
    log(`freed, restarted: ${runs.length} runs, ${kept} answers of the one that was stopped`)

    await page.getByRole('table', { name: 'Runs' }).getByRole('button', { name: 'Continue' }).click()
    await reach(page, 'Done')
    mustBeWhole(indices((await storedOn(page)).records.filter(({ run }) => run === second?.id)), questions)
    log(`continued to the end: ${questions} answers, each once`)
  } finally {
    await context.close()
  }
}

/**
 * Waits until the run stops for want of room. What the page and the browser give back meanwhile (the reserve, caches) is
 * filled, too: it would be enough for a short run.
 * @returns how many answers are shown
 */
async function stoppedFull(page: Page, disk: SmallDisk): Promise<number> {
  const stopped = page.locator('.phase').filter({ hasText: 'Stopped by an error' })
  for (let waited = 0; waited < 60 && !(await stopped.isVisible()); waited++) {
    disk.fill()
    await page.waitForTimeout(1000)
  }
  await stopped.waitFor()
  const code = await page.locator('main .error-box code').first().textContent()
  if (code !== 'storage-full')
    throw new Error(`A full disk was told as ${code}: ${await page.locator('main').innerText()}`)
  return done(page)
}

/**
 * In the page: resolves when Continue went on, for however short a time, or was refused with a notice. A full disk may stop
 * the run again before a look from outside finds that it went on.
 */
const continueAnswered = (): Promise<void> =>
  new Promise(resolve => {
    const observer = new MutationObserver(() => {
      const phase = document.querySelector('.phase')?.textContent ?? ''
      const wentOn = phase !== '' && !phase.startsWith('Stopped by an error')
      const codes = [...document.querySelectorAll('.notices code, .press-errors code')].map(
        code => code.textContent,
      )
      if (!wentOn && !codes.includes('storage-full')) return
      observer.disconnect()
      resolve()
    })
    observer.observe(document.body, { subtree: true, childList: true, characterData: true })
  })

const continueButton = (page: Page): Locator => page.locator('main').getByRole('button', { name: 'Continue' })

const indices = (records: readonly RunRecord[]): readonly number[] =>
  records.map(({ sample }) => sample.index)
