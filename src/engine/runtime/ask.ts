import { type ErrorInfo, VoxelwiseError } from '../errors.ts'
import type { PreparedImage } from '../families/family.ts'
import { judge } from '../judge.ts'
import type { PlannedGroup } from '../plan.ts'
import { buildPrompt, rightLetter } from '../prompt.ts'
import type { RunRecord, Score } from '../record.ts'
import type { Run } from '../run.ts'
import type { Sample } from '../sample.ts'
import { answer, closeImage, type ImageContext, openImage } from './answer.ts'
import type { RunEvent } from './run-events.ts'
import type { Vlm } from './vlm.ts'

export interface AskTask {
  readonly run: Run
  readonly samples: readonly Sample[]
  readonly groups: readonly PlannedGroup[]
  /** @throws VoxelwiseError naming the image */
  prepare(path: string): Promise<PreparedImage>
  /** Resolves when the record is on disk. */
  store(record: RunRecord): Promise<void>
  emit(event: RunEvent): void
  /** Resolves when the next question may be asked (false: never, the run was stopped). */
  mayGoOn(): Promise<boolean>
}

/** Images prepared beyond the one being asked about: enough to hide preparation, little enough for memory. */
const lookAhead = 2

/** Milliseconds between two looks at a growing answer. */
const textEvery = 50

/**
 * Asks every open question of the plan, one at a time (batch 1 is the reference), and stores each record.
 * What is wrong with one image or prompt fails its own records; anything else is thrown, for the caller to
 * start afresh: after a failed run ONNX Runtime cannot be trusted.
 * @returns false where it was stopped
 */
export async function askAll(vlm: Vlm, task: AskTask): Promise<boolean> {
  const ahead = new Map<PlannedGroup, Promise<PreparedImage | ErrorInfo>>()
  let stored: Promise<void> = Promise.resolve()
  const keep = async (record: RunRecord): Promise<void> => {
    // The next question is computed while this record goes to disk, but no record overtakes another.
    await stored
    stored = task.store(record).then(() => task.emit({ type: 'record', record }))
    stored.catch(() => {})
  }
  for (const [i, group] of task.groups.entries()) {
    for (const next of task.groups.slice(i, i + 1 + lookAhead))
      if (next.image !== null && !ahead.has(next)) ahead.set(next, settled(task.prepare(next.image)))
    const prepared = group.image === null ? null : await ahead.get(group)
    ahead.delete(group)
    if (!(await askGroup(vlm, task, group, prepared ?? null, keep))) {
      await stored
      return false
    }
  }
  await stored
  return true
}

async function askGroup(
  vlm: Vlm,
  task: AskTask,
  group: PlannedGroup,
  prepared: PreparedImage | ErrorInfo | null,
  keep: (record: RunRecord) => Promise<void>,
): Promise<boolean> {
  const broken = prepared !== null && 'code' in prepared ? prepared : null
  let image: ImageContext | null = null
  try {
    for (const index of group.open) {
      if (!(await task.mayGoOn())) return false
      const sample = task.samples[index]
      if (!sample) throw new Error(`There is no sample ${index}.`)
      task.emit({ type: 'asking', sample })
      if (broken) {
        await keep(failedRecord(task.run.id, sample, broken))
        continue
      }
      const first = image === null
      if (prepared !== null && !('code' in prepared))
        image ??= await openImage(vlm, prepared, group.samples.length)
      await keep(await askOne(vlm, task, sample, image, first))
    }
    return true
  } finally {
    if (image) closeImage(image)
  }
}

async function askOne(
  vlm: Vlm,
  task: AskTask,
  sample: Sample,
  image: ImageContext | null,
  first: boolean,
): Promise<RunRecord> {
  let shown = Number.NEGATIVE_INFINITY
  let score: Score
  try {
    score = await answer(vlm, buildPrompt(sample.fields), image, {
      maxNewTokens: task.run.settings.maxNewTokens,
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

/** A typed error becomes a value, so that an image prepared ahead can fail before anyone waits for it. */
async function settled(prepared: Promise<PreparedImage>): Promise<PreparedImage | ErrorInfo> {
  try {
    return await prepared
  } catch (error) {
    if (error instanceof VoxelwiseError) return error.info
    return {
      code: 'image-unreadable',
      subject: 'image',
      message: error instanceof Error ? error.message : String(error),
      remedy: 'Check that the image opens in another program.',
    }
  }
}
