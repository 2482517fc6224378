import { type ErrorInfo, VoxelwiseError } from '../errors.ts'
import { judge } from '../judge.ts'
import type { PlannedGroup } from '../plan.ts'
import { buildPrompt, optionsOf, rightLetter } from '../prompt.ts'
import type { RunRecord, Score } from '../record.ts'
import type { Run } from '../run.ts'
import type { Sample } from '../sample.ts'
import { answer, closeImage, type ImageContext, openImage } from './answer.ts'
import type { Question } from './prepare.ts'
import type { ImageInput, PreparedGroup, PreparedPrompt } from './prepared.ts'
import type { RunEvent } from './run-events.ts'
import type { Vlm } from './vlm.ts'

export interface AskTask {
  readonly run: Run
  readonly samples: readonly Sample[]
  readonly groups: readonly PlannedGroup[]
  /**
   * @param image rooted path, or null
   * @param shared whether several questions are asked about the image
   * @throws VoxelwiseError naming the image
   */
  prepare(image: string | null, questions: readonly Question[], shared: boolean): Promise<PreparedGroup>
  /** Keeps the features of an image that was just encoded. */
  keepFeatures(input: ImageInput, image: ImageContext): void
  /** Resolves when the record is on disk. */
  store(record: RunRecord): Promise<void>
  emit(event: RunEvent): void
  /** Resolves when the next question may be asked (false: never, the run was stopped). */
  mayGoOn(): Promise<boolean>
}

/** Groups prepared beyond the one being asked: enough to hide preparation, little enough for memory. */
const lookAhead = 2

/** Milliseconds between two looks at a growing answer. */
const textEvery = 50

type Prepared = PreparedGroup | ErrorInfo
type Keep = (record: RunRecord) => Promise<void>

/**
 * Asks every open question of the plan, one at a time (batch 1 is the reference), and stores each record.
 * What is wrong with one image or prompt fails its own records; anything else is thrown, for the caller to
 * start afresh: after a failed run ONNX Runtime cannot be trusted.
 * @returns false where it was stopped
 */
export async function askAll(vlm: Vlm, task: AskTask): Promise<boolean> {
  const ahead = new Map<PlannedGroup, Promise<Prepared>>()
  let stored: Promise<void> = Promise.resolve()
  const keep: Keep = async record => {
    // The next question is computed while this record goes to disk, but no record overtakes another.
    await stored
    stored = task.store(record).then(() => task.emit({ type: 'record', record }))
    stored.catch(() => {})
  }
  for (const [i, group] of task.groups.entries()) {
    for (const next of task.groups.slice(i, i + 1 + lookAhead))
      if (!ahead.has(next)) ahead.set(next, settled(prepare(task, next), next.image))
    const prepared = await (ahead.get(group) ?? prepare(task, group))
    ahead.delete(group)
    const wentOn =
      'code' in prepared
        ? await failGroup(task, group, prepared, keep)
        : await askGroup(vlm, task, prepared, keep)
    if (!wentOn) {
      await stored
      return false
    }
  }
  await stored
  return true
}

function prepare(task: AskTask, group: PlannedGroup): Promise<PreparedGroup> {
  const questions = group.open.map(index => {
    const { fields } = sampleAt(task, index)
    return { index, text: buildPrompt(fields), letters: optionsOf(fields).map(({ letter }) => letter) }
  })
  return task.prepare(group.image, questions, group.samples.length > 1)
}

async function askGroup(vlm: Vlm, task: AskTask, group: PreparedGroup, keep: Keep): Promise<boolean> {
  let image: ImageContext | null = null
  try {
    for (const prompt of group.prompts) {
      if (!(await task.mayGoOn())) return false
      const sample = sampleAt(task, prompt.index)
      task.emit({ type: 'asking', sample })
      const first = image === null
      if (group.image && first) {
        image = await openImage(vlm, group.image, group.prefix)
        task.keepFeatures(group.image, image)
      }
      await keep(await askOne(vlm, task, sample, prompt, image, first))
    }
    return true
  } finally {
    if (image) closeImage(image)
  }
}

async function failGroup(task: AskTask, group: PlannedGroup, error: ErrorInfo, keep: Keep): Promise<boolean> {
  for (const index of group.open) {
    if (!(await task.mayGoOn())) return false
    const sample = sampleAt(task, index)
    task.emit({ type: 'asking', sample })
    await keep(failedRecord(task.run.id, sample, error))
  }
  return true
}

async function askOne(
  vlm: Vlm,
  task: AskTask,
  sample: Sample,
  prompt: PreparedPrompt,
  image: ImageContext | null,
  first: boolean,
): Promise<RunRecord> {
  let shown = Number.NEGATIVE_INFINITY
  let score: Score
  try {
    score = await answer(vlm, prompt, image, {
      ...task.run.settings,
      shared: first && image ? image.timings : { encode: 0, prefix: 0 },
      onText: text => {
        const now = performance.now()
        if (now - shown < textEvery) return
        shown = now
        task.emit({ type: 'text', index: sample.index, text })
      },
    })
  } catch (error) {
    if (error instanceof VoxelwiseError) return failedRecord(task.run.id, sample, error.info)
    throw error
  }
  return answeredRecord(task.run.id, sample, score)
}

function answeredRecord(run: string, sample: Sample, score: Score): RunRecord {
  const right = rightLetter(sample.fields)
  return {
    status: 'answered',
    run,
    sample,
    prompt: buildPrompt(sample.fields),
    rightLetter: right,
    response: score.text,
    ...judge(score.text, right),
    score,
  }
}

export function failedRecord(run: string, sample: Sample, error: ErrorInfo): RunRecord {
  const { fields } = sample
  return {
    status: 'failed',
    run,
    sample,
    prompt: buildPrompt(fields),
    rightLetter: rightLetter(fields),
    error,
  }
}

function sampleAt(task: AskTask, index: number): Sample {
  const sample = task.samples[index]
  if (sample) return sample
  throw new Error(`There is no sample ${index}.`)
}

/** A typed error becomes a value, so that what is prepared ahead can fail before anyone waits for it. */
async function settled(prepared: Promise<PreparedGroup>, image: string | null): Promise<Prepared> {
  try {
    return await prepared
  } catch (error) {
    if (error instanceof VoxelwiseError) return error.info
    return {
      code: 'image-unreadable',
      subject: image ?? 'prompt',
      message: error instanceof Error ? error.message : String(error),
      remedy: 'Check that the image opens in another program.',
    }
  }
}
