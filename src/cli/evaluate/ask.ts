/** Asks the questions of one run in the page, has its answers judged, and writes its files. */
import type { Page } from 'playwright-core'
import type { JudgeChoice } from '../../app/run/judge-choice.ts'
import { findStage } from '../../app/state/stage.ts'
import { VoxelwiseError } from '../../engine/base/errors.ts'
import type { Run } from '../../engine/protocol/run.ts'
import type { FurtherPasses } from './further-passes.ts'
import { judgeAnswers } from './judging.ts'
import { orPageDied, type PageTask, stopPage, when, writeExports, writeWhole } from './page.ts'
import { hasEnded, passPrinter, progressLine, stoppedWords, summary } from './progress.ts'

/** @returns the run; null where it was interrupted */
export async function askInPage(task: PageTask): Promise<Run | null> {
  const { page, options, kept, interrupt, io } = task
  const { probes, out } = options
  const before = await kept.bringBack(await page.evaluate(() => globalThis.voxelwise.getState()))
  const showPasses = passPrinter(io.stderr, await donePasses(page))
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
  interrupt.onFirst = () => stopPage(page, io.stderr)
  const done = before?.state === 'done' && (await isIdle(page)) ? before : null
  if (!done) await untilEnded(task, showPasses)
  let hasMore = false
  for (const further of options.further)
    if (await startFurther(task, done, further)) {
      hasMore = true
      await untilEnded(task, showPasses)
    }
  if (done && !hasMore) {
    await writeExports(page, done.id, out)
    return done
  }
  await writeWhole(page, out)
  const { live, runs } = await page.evaluate(() => globalThis.voxelwise.getState())
  if (!live) throw new Error('The run is missing.')
  if (live.error) throw new VoxelwiseError(live.error)
  const whole = runs?.find(({ run: { id } }) => id === live.run.parent) ?? live
  if (findStage(live) !== 'stopped') {
    io.stderr(summary(whole))
    return whole.run
  }
  io.stderr(stoppedWords(live, 'Stopped. The same command continues.'))
  return live.reached === null ? null : whole.run
}

/** Shows the progress until the run and its passes end. @throws VoxelwiseError where the page broke */
async function untilEnded(
  { page, options, kept, io }: PageTask,
  showPasses: ReturnType<typeof passPrinter>,
): Promise<void> {
  const show = progressLine(io.stderr)
  try {
    await when(
      page,
      ({ live, waiting }) => live !== null && hasEnded(live, waiting.length),
      async state => {
        await kept.write()
        showPasses(state)
        if (state.live) show(state.live)
      },
    )
  } catch (error) {
    // The answers are kept; of two errors the first is the cause.
    await writeWhole(page, options.out).catch(() => {})
    throw orPageDied(error)
  }
}

/** Ids of the passes that need nothing more. */
async function donePasses(page: Page): Promise<string[]> {
  const { runs } = await page.evaluate(() => globalThis.voxelwise.getState())
  return (runs ?? []).flatMap(({ run: { id, probe, state } }) => (probe && state === 'done' ? [id] : []))
}

/** Starts the missing ones of further passes, if the run reached its end. @param done the run, if it was complete before */
async function startFurther(
  { page, io }: PageTask,
  done: Run | null,
  further: FurtherPasses,
): Promise<boolean> {
  const { live } = await page.evaluate(() => globalThis.voxelwise.getState())
  if (!done && (!live || findStage(live) !== 'done')) return false
  const id = done?.id ?? live?.run.parent ?? live?.run.id ?? ''
  const plan = await further.planInPage(page, id)
  if (!plan) return false
  await page.evaluate(([run, probes, part]) => globalThis.voxelwise.addPasses(run, probes, part), [
    id,
    plan.probes,
    plan.part,
  ] as const)
  io.stderr(plan.words)
  return true
}

/** Whether nothing is left to ask, except by the judge. */
async function isIdle(page: Page): Promise<boolean> {
  const { live } = await when(page, () => true)
  return live === null
}

/** The ratings become part of every file, even if judging was interrupted. @returns whether all was judged */
export async function judgeAndWrite(
  task: PageTask,
  run: Run,
  choices: readonly JudgeChoice[],
): Promise<boolean> {
  const { page, options } = task
  let isWhole = true
  try {
    for (const choice of choices) isWhole &&= await judgeAnswers(task, run, choice)
  } catch (error) {
    await writeExports(page, run.id, options.out).catch(() => {})
    throw orPageDied(error)
  }
  await writeExports(page, run.id, options.out)
  return isWhole
}
