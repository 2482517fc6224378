/** Fills the disk under a browser that did not promise to keep anything, and looks for what it deleted without a report. */
import type { Page } from 'playwright-core'
import { counted } from '../../src/engine/base/counted.ts'
import { done, readyToRun, runToEnd, startRun, waitForDone } from '../browser/harness/drive.ts'
import { readStored } from '../browser/harness/stored.ts'
import { reportedLoss } from './evict-run.ts'
import type { FillOptions } from './fill-disk.ts'
import type { SmallDisk } from './small-disk.ts'
import { mustBeWhole, visit } from './visit.ts'

const maxNewTokens = 2

/** Seconds for which the disk is filled again and again: what the browser deletes makes room. */
const secondsFull = 20

/**
 * @throws Error where an answer is missing in the end, doubled or of another run, or a loss is not reported with its number
 */
export async function fillUnkeptDisk(origin: string, disk: SmallDisk, options: FillOptions): Promise<void> {
  const { older, questions, device, path, log } = options
  const choices = { maxNewTokens, ...(device && { device }) }
  const { context, page } = await visit(origin, `${disk.folder}/profile`, path)
  try {
    const first = await runToEnd(page, { ...choices, limit: older })
    await startRun(page, { ...choices, limit: questions })
    await waitForDone(page, 20)
    for (let second = 0; second < secondsFull && !(await isAt(page, 'Done')); second++) {
      disk.fill()
      await page.waitForTimeout(1000)
    }
    const shown = await done(page)
    log(`full for ${secondsFull} s: ${shown} answers shown, ${await page.locator('.phase').innerText()}`)
    disk.free()
    if ((await toTheEnd(page, `${origin}/${path}`)) === 'deleted') {
      const told = await page.locator('.notices').innerText()
      if (!told.includes(`The browser deleted 2 runs with ${counted(older + shown, 'answer')}.`))
        throw new Error(`${older + shown} answers are lost without a report: ${told}`)
      log(
        `reloaded, as the page asked: both runs are deleted, and the loss of all ${older + shown} answers is reported`,
      )
      return
    }

    const { runs, records } = await readStored(page)
    const run = runs.find(({ id }) => id !== first)
    if (!run) throw new Error('The run is gone.')
    const own = records.filter(record => record.run === run.id)
    mustBeWhole(
      own.map(({ sample }) => sample.index),
      questions,
    )
    const left = records.length - own.length
    const told = await page.locator('.notices').innerText()
    log(
      `${reportedLoss(run)} answers of the run are reported as lost, all ${questions} are stored in the end`,
    )
    if (left !== older && !told.includes(`with ${counted(older - left, 'answer')}`))
      throw new Error(`${older - left} answers of the older run are lost without a report: ${told}`)
    log(`older run: ${left} of ${older} answers left${left === older ? '' : ', the loss is reported'}`)
  } finally {
    await context.close()
  }
}

const isAt = async (page: Page, phase: string): Promise<boolean> =>
  (await page.locator('.phase').innerText()).startsWith(phase)

/** Continues the run as often as it stops, and reloads the page where it says so. @returns `deleted` where no run is left then */
async function toTheEnd(page: Page, home: string): Promise<'done' | 'deleted'> {
  const next = page.locator('main').getByRole('button', { name: 'Continue' })
  for (const end = Date.now() + 240_000; !(await isAt(page, 'Done')); ) {
    if (Date.now() > end) throw new Error(`The run does not end: ${await page.innerText('body')}`)
    if (await page.locator('.notices').getByText('Reload the page').first().isVisible()) {
      await page.goto(home)
      await page.reload()
      await readyToRun(page)
      const stored = page.getByRole('table', { name: 'Runs' }).getByRole('button', { name: 'Continue' })
      const deletion = page.locator('.notices').getByText('The browser deleted')
      await stored.or(deletion).first().waitFor()
      if (!(await stored.isVisible())) return 'deleted'
      await stored.click()
      await page.locator('.phase').waitFor()
    }
    if (await isAt(page, 'Stopped')) await next.click({ timeout: 5000 }).catch(() => {})
    await page.waitForTimeout(1000)
  }
  return 'done'
}
