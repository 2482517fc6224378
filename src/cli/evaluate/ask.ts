/** Asks the questions of one run in the page, has its answers judged, and writes its files. */
import type { Page } from 'playwright-core'
import type { JudgeChoice } from '../../app/run/judge-choice.ts'
import { stageOf } from '../../app/state/stage.ts'
import { VoxelwiseError } from '../../engine/base/errors.ts'
import type { Run } from '../../engine/protocol/run.ts'
import { judgeAnswers } from './judging.ts'
import { orPageDied, type PageTask, stopPage, when } from './page.ts'
import { hasEnded, progressLine, stoppedWords, summary } from './progress.ts'
import { writeExports, writeWhole } from './write.ts'

/** @returns the run; null where it was interrupted */
export async function askInPage({ page, options, kept, interrupt, io }: PageTask): Promise<Run | null> {
  const { probes, out } = options
  const before = await kept.bringBack(await page.evaluate(() => globalThis.voxelwise.getState()))
  await page.evaluate(
    async ([before, isDone, probes]) => {
      const { voxelwise } = globalThis
      voxelwise.changeProbes(probes)
      if (before === null) return voxelwise.start()
      if (!isDone) await voxelwise.continueRun(before)
      if (probes.length > 0) await voxelwise.addPasses(before, probes)
    },
    [before?.id ?? null, before?.state === 'done', probes] as const,
  )
  if (before?.state === 'done' && (await isIdle(page))) {
    await writeExports(page, before.id, out)
    return before
  }
  interrupt.onFirst = () => stopPage(page, io.stderr)
  const show = progressLine(io.stderr)
  try {
    await when(
      page,
      ({ live, waiting }) => live !== null && hasEnded(live, waiting.length),
      async ({ live, waiting }) => {
        await kept.write()
        if (live) show(live, waiting.length)
      },
    )
  } catch (error) {
    // The answers are kept; of two errors the first is the cause.
    await writeWhole(page, out).catch(() => {})
    throw orPageDied(error)
  }
  await writeWhole(page, out)
  const { live, runs } = await page.evaluate(() => globalThis.voxelwise.getState())
  if (!live) throw new Error('The run is missing.')
  if (live.error) throw new VoxelwiseError(live.error)
  const whole = runs?.find(({ run: { id } }) => id === live.run.parent) ?? live
  if (stageOf(live) !== 'stopped') {
    io.stderr(summary(whole))
    return whole.run
  }
  io.stderr(stoppedWords(live, 'Stopped. The same command continues.'))
  return live.reached === null ? null : whole.run
}

/** Whether nothing is left to ask, except by the judge. */
async function isIdle(page: Page): Promise<boolean> {
  const { live } = await when(page, () => true)
  return live === null
}

/**
 * The ratings become part of every file, even if judging was interrupted.
 * @returns whether all was judged
 */
export async function judgeAndWrite(task: PageTask, run: Run, judge: JudgeChoice): Promise<boolean> {
  const { page, options } = task
  let isWhole: boolean
  try {
    isWhole = await judgeAnswers(task, run, judge)
  } catch (error) {
    await writeExports(page, run.id, options.out).catch(() => {})
    throw orPageDied(error)
  }
  await writeExports(page, run.id, options.out)
  return isWhole
}
