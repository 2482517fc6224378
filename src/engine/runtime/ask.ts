import type { JsonObject } from '@voxelwise/python'
import { UniformRandom } from '@voxelwise/statistics'
import { breaksThread, type ErrorInfo, isFinal, VoxelwiseError } from '../base/errors.ts'
import { drawSeed, findProbeKind } from '../probes/kind-of.ts'
import type { Perturbation } from '../probes/perturbation.ts'
import { ratingNumber } from '../protocol/judging.ts'
import type { PlannedGroup } from '../protocol/plan.ts'
import type { PixelChange } from '../protocol/probe.ts'
import { type Protocol, verdictOn } from '../protocol/protocol.ts'
import type { ModelOutput, RunRecord } from '../protocol/record.ts'
import type { Run } from '../protocol/run.ts'
import { listImages, type Sample } from '../protocol/sample.ts'
import { answerTokenLimit } from '../protocol/settings.ts'
import { writeTurns } from '../protocol/turns.ts'
import { drawOcclusion } from '../seams.ts'
import { answer, closeImages, type FeatureUse, type ImageContext, openImages } from './answer.ts'
import { askGroups, type GroupTask, reportStage, sampleAt } from './group-loop.ts'
import type { OcclusionTask } from './occlusion-task.ts'
import { type Question, writeQuestion } from './prepare.ts'
import type { ImageInput, PreparedGroup, PreparedPrompt } from './prepared.ts'
import type { EventLoopTurns } from './steps.ts'
import type { Vlm } from './vlm.ts'

export interface AskTask extends GroupTask {
  /**
   * @param images rooted paths of the samples' own images, in order
   * @param opening what all prompts begin with, to be computed once; null where it is not worth it
   * @param change to the pixels, instead of the pass's own
   * @throws VoxelwiseError naming the image at fault
   */
  prepare(
    images: readonly string[],
    questions: readonly Question[],
    opening: string | null,
    change?: PixelChange,
  ): Promise<PreparedGroup>
  /** What becomes of the features of an image that was just encoded. */
  readonly features: FeatureUse
}

/** Milliseconds before the first look at a growing answer, and from one to the next. */
const millisecondsBetweenTexts = 50

/** Milliseconds of preparation after which the awaited image is reported again. */
const longPreparation = 1000

/**
 * Asks every open question of the plan, one at a time (batch 1 is the reference), and stores each record. A fault of
 * one image or prompt fails its own records. Anything else is thrown, and the caller starts a fresh worker: after a
 * failed run ONNX Runtime cannot be trusted.
 * @returns false if it was stopped
 * @throws VoxelwiseError a fault of the model or the device, which would fail every question
 */
export function askAll(vlm: Vlm, task: AskTask): Promise<boolean> {
  return askGroups(task, {
    prepare: group => prepare(vlm, task, group),
    async ask(group, preparing, keep, steps) {
      const asking = { vlm, task, keep, steps }
      const prepared = await waitFor(preparing, task, group)
      if ('code' in prepared) await failGroup(asking, group, prepared)
      else await askGroup(asking, prepared)
    },
  })
}

/** What the questions of a group are asked with. */
interface Asking {
  readonly vlm: Vlm
  readonly task: AskTask
  readonly keep: (record: RunRecord) => Promise<void>
  readonly steps: EventLoopTurns
}

/** Reports what is awaited before awaiting it, so that a hang can be attributed; and again if it takes long. */
async function waitFor<T>(prepared: Promise<T>, task: AskTask, group: PlannedGroup): Promise<T> {
  const [index] = group.open
  if (index === undefined) return prepared
  const reportPreparation = () => reportStage(task, sampleAt(task, index), 'preparation')
  reportPreparation()
  const late = setTimeout(reportPreparation, longPreparation)
  try {
    return await prepared
  } finally {
    clearTimeout(late)
  }
}

function prepare(vlm: Vlm, task: AskTask, group: PlannedGroup): Promise<PreparedGroup> {
  const { protocol } = task.perturbation
  const images = task.perturbation.images(group.images, group.open[0] ?? 0).length
  const questions = group.open.map(index =>
    writeQuestion(index, task.perturbation.fields(sampleAt(task, index)), images, protocol),
  )
  const shared = task.run.settings.reusePrefix && vlm.prefixUnsupported === null && group.samples.length > 1
  return task.prepare(group.images, questions, shared ? protocol.promptOpening : null)
}

async function askGroup(asking: Asking, group: PreparedGroup): Promise<void> {
  const { vlm, task, keep, steps } = asking
  let context: ImageContext | null = null
  try {
    for (const prompt of group.prompts) {
      const sample = sampleAt(task, prompt.index)
      reportStage(task, sample, 'model')
      if (prompt.error) {
        await keep(failedRecord(task.run, sample, prompt.error, task.perturbation))
        continue
      }
      const first = context === null
      if (group.images.length > 0) context ??= await openImages(vlm, group, task.features, steps)
      const record = await askOne(asking, sample, prompt, context, first)
      const replied = await withSecondTurn(asking, prompt, context, record)
      const mapped = context ? await withMap(asking, group, prompt, context, replied) : replied
      await keep(withFiles(mapped, group.images))
    }
  } finally {
    if (context) closeImages(context)
  }
}

/** Each step is a stage of its own: the page then knows that a long map does not hang. */
const reportedSteps = (task: AskTask, sample: Sample, steps: EventLoopTurns): EventLoopTurns => ({
  now: () => steps.now(),
  next: async () => {
    reportStage(task, sample, 'verdict')
    await steps.next()
    reportStage(task, sample, 'model')
  },
})

/** The record with the reply to a second question, in a pass that asks one. */
async function withSecondTurn(
  { vlm, task, steps }: Asking,
  prompt: PreparedPrompt,
  context: ImageContext | null,
  record: RunRecord,
): Promise<RunRecord> {
  const { run, perturbation } = task
  const secondTurn = run.probe && findProbeKind(run.probe).secondTurn
  if (!secondTurn || record.status === 'failed') return record
  const { sample, response } = record
  reportStage(task, sample, 'model')
  const images = context?.images ?? []
  const turns = writeTurns(perturbation.fields(sample), images.length, perturbation.protocol)
  try {
    const tokens = images.map(({ image }) => image.tokens)
    const ids = vlm.promptEncoder.ids(secondTurn.turns(turns, response ?? ''), tokens)
    const { text: reply } = await answer(vlm, { ...prompt, ids }, context, {
      scoring: 'generate',
      fullText: true,
      maxNewTokens: secondTurn.tokens,
      isSettled: () => false,
      shared: { encode: 0, prefix: 0 },
      onText: () => {},
      steps,
    })
    return { ...record, ...secondTurn.read(reply) }
  } catch (error) {
    return failedBy(error, task, sample)
  }
}

/** The record with an occlusion map, in a pass that makes them. */
async function withMap(
  { vlm, task, steps }: Asking,
  { images: [input] }: PreparedGroup,
  prompt: PreparedPrompt,
  { images: [encoded] }: ImageContext,
  record: RunRecord,
): Promise<RunRecord> {
  const { run, perturbation, prepare } = task
  const { probe } = run
  const { sample } = record
  const work = probe && findProbeKind(probe).occlusion
  if (!work || !drawOcclusion || record.status === 'failed' || !input?.layout || !encoded) return record
  if (!work.isMade(probe)) return failedBy(mapNoLongerMade(), task, sample)
  const ownImages = listImages(sample)
  const painted: OcclusionTask['painted'] = async (blocks, side) => {
    const {
      images: [changed],
    } = await prepare(ownImages, [], null, work.painted(blocks, side))
    if (!changed) throw new Error('The changed image was not prepared.')
    return changed
  }
  try {
    const occlusion = await drawOcclusion(vlm, {
      prompt,
      ...encoded,
      layout: input.layout,
      painted,
      isChecked: perturbation.checksMap(sample.index),
      seed: sample.index,
      steps: reportedSteps(task, sample, steps),
    })
    return { ...record, occlusion }
  } catch (error) {
    return failedBy(error, task, sample)
  }
}

const mapNoLongerMade = (): VoxelwiseError =>
  new VoxelwiseError({
    code: 'model-unsupported',
    subject: 'occlusion map, grey tokens',
    message: 'This kind of map was made by an earlier version, and is no longer made.',
    remedy: 'Add the probe “Occlusion map” to the run.',
  })

/** The time and size of the image files show later whether they have changed. */
export function withFiles(record: RunRecord, images: readonly Pick<ImageInput, 'file'>[]): RunRecord {
  const [first, ...further] = images.map(({ file }) => file)
  if (!first) return record
  return { ...record, imageFile: first, ...(further.length > 0 && { furtherImageFiles: further }) }
}

async function failGroup(
  { task, keep, steps }: Asking,
  group: PlannedGroup,
  error: ErrorInfo,
): Promise<void> {
  if (isFinal(error.code)) throw new VoxelwiseError(error)
  for (const index of group.open) {
    await steps.next()
    const sample = sampleAt(task, index)
    reportStage(task, sample, 'preparation')
    await keep(failedRecord(task.run, sample, error, task.perturbation))
  }
}

async function askOne(
  { vlm, task, steps }: Asking,
  sample: Sample,
  prompt: PreparedPrompt,
  context: ImageContext | null,
  first: boolean,
): Promise<RunRecord> {
  const { protocol } = task.perturbation
  const fields = task.perturbation.fields(sample)
  let shown = performance.now()
  let score: ModelOutput
  try {
    score = await answer(vlm, prompt, context, {
      ...task.run.settings,
      maxNewTokens: answerTokenLimit(task.run.settings, protocol.answerKind(fields)),
      isSettled: prefix => protocol.isSettled(prefix, fields),
      shared: first && context ? context.timings : { encode: 0, prefix: 0 },
      onText: text => {
        const now = performance.now()
        if (now - shown < millisecondsBetweenTexts) return
        shown = now
        task.emit({ type: 'text', index: sample.index, text })
      },
      ...decodingConstraint(task.run, protocol, fields, sample.index),
      steps,
    })
  } catch (error) {
    return failedBy(error, task, sample)
  }
  return answeredRecord(task, sample, prompt.text, score)
}

/** The seed of an answer that is drawn, the same in every session; null where the most probable one is taken. */
export const drawnSeed = (
  { judging, probe }: Pick<Run, 'judging' | 'probe'>,
  fields: JsonObject,
  index: number,
) => (judging && ratingNumber(fields) > 0 ? index : drawSeed(probe, index))

/** A judge's reply may be constrained to a form. */
function decodingConstraint(run: Run, { replyForm }: Protocol, fields: JsonObject, index: number) {
  const seed = drawnSeed(run, fields, index)
  return {
    ...(run.judging?.isHeld && replyForm && { form: replyForm }),
    ...(seed !== null && { random: new UniformRandom(seed) }),
  }
}

/**
 * The model's answer, judged; a failed record if the answer is too long to be judged. Reports the answer before judging
 * it: a slow verdict is not the fault of the model or the server.
 */
export function answeredRecord(
  task: Pick<GroupTask, 'run' | 'perturbation' | 'emit'>,
  sample: Sample,
  prompt: string,
  score: ModelOutput,
): RunRecord {
  reportStage(task, sample, 'verdict')
  const { run, perturbation } = task
  const { protocol } = perturbation
  const base = recordBase(run, sample, prompt, perturbation)
  try {
    const verdict = verdictOn(protocol, score.text, score, perturbation.fields(sample))
    return { status: 'answered', ...base, response: score.text, ...verdict, score }
  } catch (error) {
    if (error instanceof VoxelwiseError) return { status: 'failed', ...base, error: error.info }
    throw error
  }
}

/** A fault of one sample fails its record; anything else is thrown. */
function failedBy(error: unknown, { run, perturbation }: AskTask, sample: Sample): RunRecord {
  if (error instanceof VoxelwiseError && !breaksThread(error.info.code))
    return failedRecord(run, sample, error.info, perturbation)
  throw error
}

export function failedRecord(
  run: Run,
  sample: Sample,
  error: ErrorInfo,
  perturbation: Perturbation,
): RunRecord {
  const prompt = perturbation.protocol.prompt(perturbation.fields(sample))
  return { status: 'failed', ...recordBase(run, sample, prompt, perturbation), error }
}

/** The sample as it is; prompt, right answer and images as they were shown. */
function recordBase(run: Run, sample: Sample, prompt: string, perturbation: Perturbation) {
  const ownImages = listImages(sample)
  const shown = perturbation.images(ownImages, sample.index).map(({ path }) => path)
  const [shownImage, ...furtherShownImages] = shown
  const swappedRight = perturbation.swappedRight(sample)
  const isOther = shown.length !== ownImages.length || shown.some((path, i) => path !== ownImages[i])
  return {
    run: run.id,
    sample,
    prompt,
    rightAnswer: perturbation.protocol.rightAnswer(perturbation.fields(sample)),
    ...(isOther && shownImage !== undefined && { shownImage }),
    ...(swappedRight !== undefined && { swappedRight }),
    ...(isOther && furtherShownImages.length > 0 && { furtherShownImages }),
  }
}
