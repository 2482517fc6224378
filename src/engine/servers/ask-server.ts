import { type ErrorInfo, internalError, isFinal, VoxelwiseError } from '../base/errors.ts'
import type { Perturbation } from '../probes/perturbation.ts'
import { repeatOf } from '../protocol/judging.ts'
import type { PlannedGroup } from '../protocol/plan.ts'
import { offeredAnswers } from '../protocol/protocol.ts'
import { protocolOf } from '../protocol/protocols/registry.ts'
import type { ImageFile, RunRecord } from '../protocol/record.ts'
import type { Run } from '../protocol/run.ts'
import type { Sample } from '../protocol/sample.ts'
import type { ServerInfo } from '../protocol/server-info.ts'
import { newTokensOf } from '../protocol/settings.ts'
import { plainTurn, turnsOf } from '../protocol/turns.ts'
import { answeredRecord, failedRecord, iteratorOf, type SamplesInHand, withFiles } from '../runtime/ask.ts'
import { RecordWriter } from '../runtime/record-writer.ts'
import { outcomeOf, type RunEvent } from '../runtime/run-events.ts'
import { Pace, Stopped } from '../runtime/steps.ts'
import { nothingOffered, outputOf, questionRequest } from './answer.ts'
import type { ChatReply } from './reply.ts'
import type { ChatRequest, PictureUri } from './request.ts'

/** An image of a group, as it is sent. */
interface Picture {
  readonly uri: PictureUri
  readonly file: ImageFile
  readonly isReencoded: boolean
}

export interface ServerTask {
  readonly run: Run
  readonly server: ServerInfo
  readonly samples: SamplesInHand
  /** Taken in turn, as their pictures are read. Questions on one image are adjacent, for the server's cache. */
  readonly groups: Iterable<PlannedGroup> | AsyncIterable<PlannedGroup>
  readonly perturbation: Perturbation
  /** Groups whose pictures are read ahead of the current one. */
  readonly lookAhead: number
  /**
   * @param images rooted paths of the samples' own images, in order
   * @param first index of the sample that they are prepared for
   * @throws VoxelwiseError naming the image at fault
   */
  pictures(images: readonly string[], first: number): Promise<readonly Picture[]>
  /**
   * @param onTry called before it waits to ask again, and before it asks
   * @throws VoxelwiseError the last fault after every attempt
   * @throws Stopped
   */
  ask(
    request: ChatRequest,
    onTry: (stage: 'waiting' | 'asking') => void,
  ): Promise<{ readonly reply: ChatReply; readonly tries: number; readonly took: number }>
  /** Resolves when the records are on disk. */
  store(records: readonly RunRecord[]): Promise<void>
  emit(event: RunEvent): void
  /** As in `AskTask`. */
  mayGoOn(settle: () => Promise<void>): Promise<boolean>
}

type Prepared = readonly Picture[] | ErrorInfo

/**
 * Asks a server every open question of the plan, one at a time (several such loops run in parallel), and stores each
 * record, as `askAll` does for a model in the page. A fault of one image or question fails its own records, and so does
 * a connection that breaks at one question only.
 * @returns false if it was stopped
 * @throws VoxelwiseError server-unreachable, server-refused and others that every question would meet
 */
export async function askServer(task: ServerTask): Promise<boolean> {
  const drawn = iteratorOf(task.groups)
  const ahead: { readonly group: PlannedGroup; readonly prepared: Promise<Prepared> }[] = []
  const next = async () => {
    while (ahead.length <= task.lookAhead) {
      const { value: group, done } = await drawn.next()
      if (done) break
      ahead.push({ group, prepared: asResult(task.pictures(group.images, group.open[0] ?? 0), group.images) })
    }
    return ahead.shift()
  }
  const writer = new RecordWriter(async records => {
    await task.store(records)
    task.emit({ type: 'outcomes', outcomes: records.map(outcomeOf) })
  })
  const keep = (record: RunRecord): Promise<void> => {
    task.emit({ type: 'answered', outcome: outcomeOf(record) })
    return writer.keep(record)
  }
  const steps = new Pace(writer, () => task.mayGoOn(() => writer.settle()))
  try {
    for (let first = await next(); first; first = await next()) {
      const { group } = first
      const [index] = group.open
      if (index !== undefined) reportStage(task, index, 'preparation')
      const prepared = await first.prepared
      for (const open of group.open) {
        await steps.next()
        await keep(await recordOf(task, open, group.images.length, prepared))
      }
    }
    return true
  } catch (error) {
    if (error instanceof Stopped) return false
    throw error
  } finally {
    // Also if the server stopped answering midway: earlier answers are not asked again.
    await writer.settle()
  }
}

/** One question, asked and judged. */
async function recordOf(
  task: ServerTask,
  index: number,
  images: number,
  prepared: Prepared,
): Promise<RunRecord> {
  const { run, perturbation } = task
  const sample = sampleAt(task, index)
  if ('code' in prepared) {
    if (isFinal(prepared.code)) throw new VoxelwiseError(prepared)
    return failedRecord(run, sample, prepared, perturbation)
  }
  for (let round = 1; ; round++) {
    try {
      return withFiles(await ask(task, sample, images, prepared), prepared)
    } catch (error) {
      if (!(error instanceof VoxelwiseError)) throw error
      const { code } = error.info
      const hasBroken = code === 'server-unreachable'
      if (isFinal(code) && !hasBroken) throw error
      const isSuspect = hasBroken || mayBeTheServer(error.info)
      if (isSuspect && !(await isAlive(task, index))) throw hasBroken ? error : gone(task.server, error)
      // The server may have been away for a while, which is not the question's fault.
      if (hasBroken && round === 1) continue
      return failedRecord(run, sample, error.info, perturbation)
    }
  }
}

async function ask(
  task: ServerTask,
  sample: Sample,
  images: number,
  pictures: readonly Picture[],
): Promise<RunRecord> {
  const { run, server, perturbation } = task
  const { settings } = run
  const protocol = protocolOf(settings.protocol)
  const fields = perturbation.fields(sample)
  const answers = offeredAnswers(protocol, fields)
  if (settings.scoring === 'choices' && answers.length === 0) throw nothingOffered()
  const turns = turnsOf(fields, images, protocol)
  const uris = pictures.map(({ uri }) => uri)
  const request = {
    ...questionRequest(
      server,
      { ...settings, maxNewTokens: newTokensOf(settings, protocol.kindOf(fields)) },
      turns,
      uris,
      answers,
    ),
    ...(run.judging && repeatOf(fields) > 0 && { drawnBy: sample.index }),
  }
  const { reply, ...attempts } = await task.ask(request, stage =>
    // Shows the watchdog that the question does not hang.
    reportStage(task, sample.index, stageOf(stage)),
  )
  const reencoded = pictures.filter(({ isReencoded }) => isReencoded).length
  const asked = { scoring: settings.scoring, answers, heldTo: request.heldTo }
  const output = outputOf(reply, asked, server, { ...attempts, reencoded })
  return answeredRecord(task, sample, protocol.prompt(fields), output)
}

const stageOf = (stage: 'waiting' | 'asking') => (stage === 'waiting' ? 'preparation' : 'model')

/** Whether something else than this question may be at fault. */
const mayBeTheServer = ({ code }: ErrorInfo): boolean =>
  code === 'server-reply' || code === 'inference-timeout'

/** Whether it answers a question that is nobody's fault. */
async function isAlive(task: ServerTask, index: number): Promise<boolean> {
  const { server, ask } = task
  const noThinking = server.abilities.takesThinkingSwitch
  const turns = plainTurn('Say A.', 0)
  const request = { turns, pictures: [], maxTokens: 1, logprobs: 0, heldTo: null, noThinking }
  try {
    await ask(request, stage => reportStage(task, index, stageOf(stage)))
    return true
  } catch (error) {
    if (error instanceof VoxelwiseError) return false
    throw error
  }
}

const gone = ({ address }: ServerInfo, cause: VoxelwiseError): VoxelwiseError =>
  new VoxelwiseError({
    code: 'server-unreachable',
    subject: address,
    message: `The server no longer answers, not even a two-word question. Last error: ${cause.info.message}`,
    remedy: 'Check its log, restart it, then continue the run.',
    cause,
  })

function reportStage(
  { perturbation, emit, samples }: ServerTask,
  index: number,
  stage: 'preparation' | 'model',
): void {
  const sample = samples.at(index)
  if (sample) emit({ type: 'asking', sample: perturbation.shown(sample), stage })
}

function sampleAt({ samples }: ServerTask, index: number): Sample {
  const sample = samples.at(index)
  if (sample) return sample
  throw new Error(`There is no sample ${index}.`)
}

/** An error becomes a value, so that reading ahead can fail before anyone awaits it. */
async function asResult(pictures: Promise<readonly Picture[]>, images: readonly string[]): Promise<Prepared> {
  try {
    return await pictures
  } catch (error) {
    return internalError(images.join(', ') || 'prompt', error)
  }
}
