/** `evaluate --judge-model`: rates the free-text answers of a run, and reads its replies without options, in passes of their own. */

import type { Page } from 'playwright-core'
import {
  type JudgeChoice,
  judgedPass,
  judgePlace,
  usualJudging,
  usualRubric,
} from '../../app/run/judge-choice.ts'
import { findStage } from '../../app/state/stage.ts'
import type { AppState } from '../../app/state/state.ts'
import { brought } from '../../engine/base/brought.ts'
import { VoxelwiseError } from '../../engine/base/errors.ts'
import { refusal } from '../../engine/model/refusal.ts'
import { isA } from '../../engine/probes/kind-of.ts'
import { noOptions } from '../../engine/probes/kinds/no-options.ts'
import { optionMatch } from '../../engine/protocol/protocols/option-match.ts'
import type { Run } from '../../engine/protocol/run.ts'
import { judgedLine, withheldWords } from '../../ui/text/judged.ts'
import type { Io } from '../base/command.ts'
import { usageError } from '../base/options.ts'
import { servedModel } from '../seams.ts'
import type { EvaluateOptions, JudgeOptions } from './options.ts'
import { connectionSteps, type PageTask, stopPage, when, withFolderFiles } from './page.ts'
import { hasEnded, progressLine } from './progress.ts'

/**
 * Opens the judge before any question is asked, so that an error shows first. @returns each pass of the judge
 * @throws VoxelwiseError usage, or why the judge cannot be run
 */
export async function chooseJudge({
  page,
  judging: options,
  origin,
  options: { device, probes },
  io: { stderr },
}: {
  readonly page: Page
  readonly judging: JudgeOptions
  /** On our own server. */
  readonly origin: string
  readonly options: Pick<EvaluateOptions, 'device' | 'probes'>
  readonly io: Io
}): Promise<readonly JudgeChoice[]> {
  const state = await page.evaluate(() => globalThis.voxelwise.getState())
  const { dataset } = state
  const { rubric, isReading } = judgedWith(state, options, probes)
  const { overview } = await openJudge(page, options, origin, stderr)
  if (options.showsImages && overview.textOnly)
    throw usageError(
      'This judge is a language model and cannot see images.',
      '--judge-images',
      'Remove the option, or choose a vision-language model.',
    )
  const choice: Omit<JudgeChoice, 'rubric'> = {
    ...usualJudging,
    ...judgePlace(overview, { device: device ?? null, dtype: null }),
    showsImages: options.showsImages,
    isHeld: options.isHeld,
    chatTemplate: overview.hasTemplate ? 'own' : 'fallback',
    ...(options.repeats && { repeats: options.repeats }),
    ...(options.maxNewTokens !== undefined && { maxNewTokens: options.maxNewTokens }),
  }
  const imagesAtOnce = dataset.status === 'ready' && options.showsImages ? dataset.overview.imagesAtOnce : 0
  const problem = refusal(overview, choice, imagesAtOnce)
  if (problem) throw new VoxelwiseError(problem)
  return [
    ...(rubric === null ? [] : [{ ...choice, rubric }]),
    ...(isReading ? [{ ...choice, rubric: optionMatch.id }] : []),
  ]
}

/** By which rubric free text is rated, null where there is none; and whether replies without options are read. @throws VoxelwiseError usage */
function judgedWith(
  { dataset, settings }: Pick<AppState, 'dataset' | 'settings'>,
  options: Pick<JudgeOptions, 'rubric'>,
  probes: EvaluateOptions['probes'],
): { readonly rubric: string | null; readonly isReading: boolean } {
  const isRating = dataset.status !== 'ready' || (dataset.overview.kinds.text ?? 0) > 0
  const isReading = probes.some(probe => isA(noOptions, probe))
  if (!isRating && !isReading)
    throw usageError(
      'This data set has no free-text questions, so there is nothing to judge.',
      '--judge-model',
      'Remove the option, choose another data set, or add --probes no-options.',
    )
  if (!isRating) return { rubric: null, isReading }
  const rubric = options.rubric ?? usualRubric(settings.protocol)
  if (rubric !== undefined) return { rubric, isReading }
  throw usageError(
    `No rubric is named like the protocol ${settings.protocol.id}.`,
    '--rubric',
    'Choose one with --rubric.',
  )
}

async function openJudge(
  page: Page,
  { judge }: Pick<JudgeOptions, 'judge'>,
  origin: string,
  stderr: Io['stderr'],
) {
  if (judge.from === 'server') {
    const id = await brought(servedModel)(origin, judge.id, stderr, '--judge-model @server:ID')
    await page.evaluate(model => void globalThis.voxelwise.chooseJudge({ from: 'server', model }), id)
  } else
    await withFolderFiles(page, judge.path, null, ([name, files]) =>
      globalThis.voxelwise.chooseJudge(
        name === null ? { from: 'demo' } : globalThis.voxelwiseFiles(name, files),
      ),
    )
  const showStep = connectionSteps(stderr)
  const { judge: opened } = await when(
    page,
    state => state.judge.status !== 'reading',
    state => showStep(state.judge),
  )
  if (opened.status === 'failed') throw new VoxelwiseError(opened.error)
  if (opened.status !== 'ready') throw new Error('The judge was not opened.')
  return opened
}

/** Rates the answers of a finished run, and stores the ratings as they come. @returns false where it was stopped */
export async function judgeAnswers(
  { page, kept, interrupt, io: { stderr } }: PageTask,
  run: Pick<Run, 'id'>,
  choice: JudgeChoice,
): Promise<boolean> {
  const judgedKind = judgedPass(choice)
  const judgings = () => page.evaluate(id => globalThis.voxelwise.fact('judgings', { run: id }), run.id)
  // No rule may have left a reply without options unread.
  if (judgedKind && ((await judgings()).withheld?.open ?? 0) === 0) return true
  const before = await kept.findJudging(run.id, judgedKind)
  if (before?.state === 'done') return true
  stderr(judgedKind ? 'Judging the replies without options' : 'Judging the free-text answers')
  interrupt.onFirst = () => stopPage(page, stderr)
  if (before) await page.evaluate(id => globalThis.voxelwise.continueRun(id), before.id)
  else
    await page.evaluate(([id, choice]) => globalThis.voxelwise.judge(id, choice), [run.id, choice] as const)
  const show = progressLine(stderr)
  const { live } = await when(
    page,
    ({ live }) => live?.run.judging !== undefined && live.run.judging.of === judgedKind && hasEnded(live, 0),
    async ({ live }) => {
      await kept.write()
      if (live?.run.judging) show(live)
    },
  )
  if (!live) throw new Error('The judge’s pass is missing.')
  const { judged, withheld } = await judgings()
  if (judgedKind && withheld) stderr(withheldWords(withheld))
  const made = judged.find(pass => pass.run === live.run.id)
  if (made) stderr(judgedLine(made.figures))
  if (live.error) throw new VoxelwiseError(live.error)
  return findStage(live) !== 'stopped'
}
