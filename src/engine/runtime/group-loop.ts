import { type ErrorInfo, internalError } from '../base/errors.ts'
import type { Perturbation } from '../probes/perturbation.ts'
import type { PlannedGroup } from '../protocol/plan.ts'
import type { RunRecord } from '../protocol/record.ts'
import type { Run } from '../protocol/run.ts'
import type { Sample } from '../protocol/sample.ts'
import { RecordWriter } from './record-writer.ts'
import { type AskingStage, type RunEvent, recordOutcome } from './run-events.ts'
import { Pace, Stopped } from './steps.ts'

/** Samples by their index, as long as they are in hand. */
interface SamplesInHand {
  at(index: number): Sample | undefined
}

/** What a model and a server need alike to ask the open questions of a run. */
export interface GroupTask {
  readonly run: Run
  /** Samples of the groups in hand, by their index. */
  readonly samples: SamplesInHand
  /** Taken in turn, as they are prepared. */
  readonly groups: Iterable<PlannedGroup> | AsyncIterable<PlannedGroup>
  readonly perturbation: Perturbation
  /** Groups prepared beyond the one being asked: hides preparation at the cost of memory. */
  readonly lookAhead: number
  /** Resolves when the records are on disk. */
  store(records: readonly RunRecord[]): Promise<void>
  emit(event: RunEvent): void
  /**
   * Called before each step of the model. Resolves when the step may run (false: never, the run was stopped).
   * @param settle resolves when every record is on disk, so that a paused run has nothing pending
   */
  mayGoOn(settle: () => Promise<void>): Promise<boolean>
  /** Called with the timing of each step: the bench measures the cost of yielding with it. */
  readonly onPace?: (pace: Pace) => void
}

interface GroupSteps<Prepared> {
  prepare(group: PlannedGroup): Promise<Prepared>
  /**
   * @param prepared an error where the group could not be prepared
   * @param keep shows a record and stores it; resolves when the next question may be asked
   */
  ask(
    group: PlannedGroup,
    prepared: Promise<Prepared | ErrorInfo>,
    keep: (record: RunRecord) => Promise<void>,
    steps: Pace,
  ): Promise<void>
}

/**
 * Asks group after group, while the next ones are prepared.
 * @returns false if it was stopped
 * @throws what `ask` throws, when the records before are on disk
 */
export async function askGroups<Prepared>(
  task: GroupTask,
  { prepare, ask }: GroupSteps<Prepared>,
): Promise<boolean> {
  const drawn = openIterator(task.groups)
  const ahead: { readonly group: PlannedGroup; readonly prepared: Promise<Prepared | ErrorInfo> }[] = []
  const next = async () => {
    while (ahead.length <= task.lookAhead) {
      const { value: group, done } = await drawn.next()
      if (done) break
      ahead.push({ group, prepared: asResult(prepare(group), group.images) })
    }
    return ahead.shift()
  }
  const writer = new RecordWriter(async records => {
    await task.store(records)
    task.emit({ type: 'outcomes', outcomes: records.map(recordOutcome) })
  })
  const keep = (record: RunRecord): Promise<void> => {
    task.emit({ type: 'answered', outcome: recordOutcome(record) })
    return writer.keep(record)
  }
  const steps = new Pace(writer, () => task.mayGoOn(() => writer.settle()))
  task.onPace?.(steps)
  try {
    for (let first = await next(); first; first = await next())
      await ask(first.group, first.prepared, keep, steps)
    return true
  } catch (error) {
    if (error instanceof Stopped) return false
    throw error
  } finally {
    // Also if the model stopped midway: earlier answers are not asked again.
    await writer.settle()
  }
}

/** For synchronous and asynchronous sources. */
const openIterator = <Item>(items: Iterable<Item> | AsyncIterable<Item>) =>
  Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]()

/** An error becomes a value, so that preparing ahead can fail before anyone awaits it. */
async function asResult<T>(prepared: Promise<T>, images: readonly string[]): Promise<T | ErrorInfo> {
  try {
    return await prepared
  } catch (error) {
    return internalError(images.join(', ') || 'prompt', error)
  }
}

/** @throws Error where it is not in hand */
export function sampleAt({ samples }: Pick<GroupTask, 'samples'>, index: number): Sample {
  const sample = samples.at(index)
  if (sample) return sample
  throw new Error(`There is no sample ${index}.`)
}

export function reportStage(
  { perturbation, emit }: Pick<GroupTask, 'perturbation' | 'emit'>,
  sample: Sample,
  stage: AskingStage,
): void {
  emit({ type: 'asking', sample: perturbation.shown(sample), stage })
}
