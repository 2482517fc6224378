/** `evaluate --judge-model`: the answers in words of a run are rated in a pass of its own, on the same page. */
import type { Page } from 'playwright-core'
import { type JudgeChoice, placeOf, usualJudging, usualRubric } from '../../app/run/judge-choice.ts'
import { stageOf } from '../../app/state/stage.ts'
import { VoxelwiseError } from '../../engine/base/errors.ts'
import { refusal } from '../../engine/model/refusal.ts'
import type { Device } from '../../engine/protocol/device.ts'
import type { Run } from '../../engine/protocol/run.ts'
import { judgedLine } from '../../ui/text/judged.ts'
import { type Interrupt, interruptedCode } from '../base/interrupt.ts'
import { printable } from '../base/printable.ts'
import type { JudgeOptions } from './judge-options.ts'
import type { KeptRuns } from './kept-runs.ts'
import { connectionSteps, servedModel, when, withFolderFiles } from './page.ts'
import { hasEnded, progressLine } from './progress.ts'

/**
 * Opens the judge before anything is asked, so that what is wrong with it or its options is told first.
 * @throws VoxelwiseError usage, or why the judge cannot be run
 */
export async function chooseJudge(
  page: Page,
  options: JudgeOptions,
  origin: string,
  device: Device | undefined,
): Promise<JudgeChoice> {
  const { dataset, settings } = await page.evaluate(() => globalThis.voxelwise.getState())
  if (dataset.status === 'ready' && (dataset.overview.kinds.text ?? 0) === 0)
    throw new VoxelwiseError({
      code: 'usage',
      subject: '--judge-model',
      message: 'No question of this data set is answered in words, so there is nothing to judge.',
      remedy: 'Leave the option out, or choose another data set.',
    })
  const rubric = options.rubric ?? usualRubric(settings.protocol)
  if (rubric === undefined)
    throw new VoxelwiseError({
      code: 'usage',
      subject: '--rubric',
      message: `There is no rubric of the name of the protocol ${settings.protocol.id}.`,
      remedy: 'Say by which rubric the answers are to be rated.',
    })
  const { judge } = options
  if (judge.from === 'server') {
    const id = await servedModel(origin, judge.id, '--judge-model @server:ID')
    await page.evaluate(model => void globalThis.voxelwise.chooseJudge({ from: 'server', model }), id)
  } else
    await withFolderFiles(page, judge.path, ([name, files]) =>
      globalThis.voxelwise.chooseJudge(
        name === null ? { from: 'demo' } : globalThis.voxelwiseFiles(name, files),
      ),
    )
  const showStep = connectionSteps()
  const { judge: opened } = await when(
    page,
    state => state.judge.status !== 'reading',
    state => showStep(state.judge),
  )
  if (opened.status === 'failed') throw new VoxelwiseError(opened.error)
  if (opened.status !== 'ready') throw new Error('The judge was not opened.')
  const { overview } = opened
  if (options.showsImages && overview.textOnly)
    throw new VoxelwiseError({
      code: 'usage',
      subject: '--judge-images',
      message: 'This judge is a language model, which sees no images.',
      remedy: 'Leave the option out, or choose a vision-language model.',
    })
  const choice: JudgeChoice = {
    ...usualJudging,
    ...placeOf(overview, { device: device ?? null, dtype: null }),
    rubric,
    showsImages: options.showsImages,
    isHeld: options.isHeld,
    chatTemplate: overview.hasTemplate ? 'own' : 'fallback',
    ...(options.repeats && { repeats: options.repeats }),
    ...(options.maxNewTokens !== undefined && { maxNewTokens: options.maxNewTokens }),
  }
  const imagesAtOnce = dataset.status === 'ready' && options.showsImages ? dataset.overview.imagesAtOnce : 0
  const problem = refusal(overview, choice, imagesAtOnce)
  if (problem) throw new VoxelwiseError(problem)
  return choice
}

export interface JudgingTask {
  /** What is rated is kept in it, and a pass that was not ended is continued. */
  readonly kept: KeptRuns
  readonly interrupt: Interrupt
}

/**
 * Has the answers of a run that has ended rated, and tells the figure; the pass is stored as it comes, so that it is part of
 * what is written whether or not it came to its end.
 */
export async function judgeAnswers(
  page: Page,
  run: Pick<Run, 'id'>,
  choice: JudgeChoice,
  { kept, interrupt }: JudgingTask,
): Promise<void> {
  console.error('Judging the answers in words')
  interrupt.onFirst = () => {
    console.error('Stopping: what was rated is written')
    page.evaluate(() => globalThis.voxelwise.stop()).catch(() => {})
  }
  const before = await kept.unfinishedJudging(run.id)
  if (before) await page.evaluate(id => globalThis.voxelwise.continueRun(id), before.id)
  else
    await page.evaluate(([id, choice]) => globalThis.voxelwise.judge(id, choice), [run.id, choice] as const)
  const show = progressLine()
  const { live } = await when(
    page,
    ({ live }) => live?.run.judging !== undefined && hasEnded(live, 0),
    async ({ live }) => {
      await kept.write()
      if (live?.run.judging) show(live, 0)
    },
  )
  if (!live) throw new Error('The judge’s pass is gone.')
  const { judged } = await page.evaluate(id => globalThis.voxelwise.judgings(id), run.id)
  const made = judged.find(pass => pass.run === live.run.id)
  if (made) console.error(printable(judgedLine(made.figures)))
  if (live.error) throw new VoxelwiseError(live.error)
  if (stageOf(live) === 'stopped') process.exitCode = interruptedCode
}
