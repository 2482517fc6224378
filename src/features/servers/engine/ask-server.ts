import { type ErrorInfo, isFinal, VoxelwiseError } from '../../../engine/base/errors.ts'
import { findProbeKind } from '../../../engine/probes/kind-of.ts'
import type { SecondTurn } from '../../../engine/probes/kinds/probe-kind.ts'
import { offeredAnswers } from '../../../engine/protocol/protocol.ts'
import type { RunRecord } from '../../../engine/protocol/record.ts'
import type { Sample } from '../../../engine/protocol/sample.ts'
import type { ServerInfo } from '../../../engine/protocol/server-info.ts'
import type { ServerPicture } from '../../../engine/protocol/server-picture.ts'
import { answerTokenLimit } from '../../../engine/protocol/settings.ts'
import { plainTurn, type Turn, writeTurns } from '../../../engine/protocol/turns.ts'
import { answeredRecord, drawnSeed, failedRecord, withFiles } from '../../../engine/runtime/ask.ts'
import { askGroups, type GroupTask, reportStage, sampleAt } from '../../../engine/runtime/group-loop.ts'
import { nothingOffered, questionRequest, readOutput } from './answer.ts'
import type { ChatReply } from './reply.ts'
import type { ChatRequest } from './request.ts'

export interface ServerTask extends GroupTask {
  readonly server: ServerInfo
  /**
   * @param images rooted paths of the samples' own images, in order
   * @param first index of the sample that they are prepared for
   * @throws VoxelwiseError naming the image at fault
   */
  pictures(images: readonly string[], first: number): Promise<readonly ServerPicture[]>
  /**
   * @param onTry called before it waits to ask again, and before it asks
   * @throws VoxelwiseError the last fault after every attempt
   * @throws Stopped
   */
  ask(
    request: ChatRequest,
    onTry: (stage: 'waiting' | 'asking') => void,
  ): Promise<{ readonly reply: ChatReply; readonly tries: number; readonly took: number }>
}

type Prepared = readonly ServerPicture[] | ErrorInfo

/**
 * Asks a server every open question of the plan, one at a time (several such loops run in parallel), and stores each record, as
 * `askAll` does. A fault of one image or question, even a broken connection, fails its own records.
 * @returns false if it was stopped
 * @throws VoxelwiseError server-unreachable, server-refused and others that every question would meet
 */
export function askServer(task: ServerTask): Promise<boolean> {
  return askGroups(task, {
    prepare: group => task.pictures(group.images, group.open[0] ?? 0),
    async ask(group, preparing, keep, steps) {
      const [first] = group.open
      if (first !== undefined) report(task, first, 'preparation')
      const prepared = await preparing
      for (const index of group.open) {
        await steps.next()
        await keep(await askQuestion(task, index, prepared))
      }
    },
  })
}

/** One question, asked and judged. */
async function askQuestion(task: ServerTask, index: number, prepared: Prepared): Promise<RunRecord> {
  const { run, perturbation } = task
  const sample = sampleAt(task, index)
  if ('code' in prepared) {
    if (isFinal(prepared.code)) throw new VoxelwiseError(prepared)
    return failedRecord(run, sample, prepared, perturbation)
  }
  for (let round = 1; ; round++) {
    try {
      return withFiles(await ask(task, sample, prepared), prepared)
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

async function ask(task: ServerTask, sample: Sample, pictures: readonly ServerPicture[]): Promise<RunRecord> {
  const { run, server, perturbation } = task
  const { settings } = run
  const { protocol } = perturbation
  const fields = perturbation.fields(sample)
  const answers = offeredAnswers(protocol, fields)
  if (settings.scoring === 'choices' && answers.length === 0) throw nothingOffered()
  const kind = run.probe && findProbeKind(run.probe)
  if (kind?.occlusion) throw noMaps(server)
  const turns = writeTurns(fields, pictures.length, protocol)
  const uris = pictures.map(({ uri }) => uri)
  const seed = drawnSeed(run, fields, sample.index)
  const limited = { ...settings, maxNewTokens: answerTokenLimit(settings, protocol.answerKind(fields)) }
  const request = {
    ...questionRequest(server, limited, turns, uris, answers),
    ...(seed !== null && { drawnBy: seed }),
  }
  const { reply, ...attempts } = await askReporting(task, request, sample.index)
  const reencoded = pictures.filter(({ isReencoded }) => isReencoded).length
  const reading = { scoring: settings.scoring, answers, heldTo: request.heldTo }
  const output = readOutput(reply, reading, server, { ...attempts, reencoded })
  const record = answeredRecord(task, sample, protocol.prompt(fields), output)
  return kind?.secondTurn ? withSecondTurn(task, record, turns, uris, kind.secondTurn) : record
}

/** The record with the reply to a second question. */
async function withSecondTurn(
  task: ServerTask,
  record: RunRecord,
  turns: readonly Turn[],
  uris: ChatRequest['pictures'],
  secondTurn: SecondTurn,
): Promise<RunRecord> {
  const { server, run } = task
  if (record.status === 'failed') return record
  const settings = { ...run.settings, scoring: 'generate', maxNewTokens: secondTurn.tokens } as const
  const allTurns = secondTurn.turns(turns, record.response ?? '')
  const request = questionRequest(server, settings, allTurns, uris, [])
  const { reply, ...attempts } = await askReporting(task, request, record.sample.index)
  const read = { scoring: settings.scoring, answers: [], heldTo: null }
  const { text } = readOutput(reply, read, server, { ...attempts, reencoded: 0 })
  return { ...record, ...secondTurn.read(text) }
}

const noMaps = ({ model }: ServerInfo): VoxelwiseError =>
  new VoxelwiseError({
    code: 'model-unsupported',
    subject: model,
    message: 'An occlusion map needs the image tokens of the model, which a server does not give.',
    remedy: 'Use the probe “Region covered”, or open the model’s files in this page.',
  })

/** Shows the watchdog that the question does not hang. */
const askReporting = (task: ServerTask, request: ChatRequest, index: number) =>
  task.ask(request, stage => report(task, index, stage === 'waiting' ? 'preparation' : 'model'))

/** Whether something else than this question may be at fault. */
const mayBeTheServer = ({ code }: ErrorInfo): boolean =>
  code === 'server-reply' || code === 'inference-timeout'

/** Whether it answers a question that is nobody's fault. */
async function isAlive(task: ServerTask, index: number): Promise<boolean> {
  const noThinking = task.server.abilities.takesThinkingSwitch
  const turns = plainTurn('Say A.', 0)
  const request = { turns, pictures: [], maxTokens: 1, logprobs: 0, heldTo: null, noThinking }
  try {
    await askReporting(task, request, index)
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

function report(task: ServerTask, index: number, stage: 'preparation' | 'model'): void {
  const sample = task.samples.at(index)
  if (sample) reportStage(task, sample, stage)
}
