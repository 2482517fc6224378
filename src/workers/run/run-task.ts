/** How a run's thread begins and reports, the same for a model and a server. */

import { VoxelwiseError } from '../../engine/base/errors.ts'
import { needsAllSamples } from '../../engine/probes/kind-of.ts'
import { Perturbation } from '../../engine/probes/perturbation.ts'
import { askedQuestions } from '../../engine/protocol/order.ts'
import type { PixelChange } from '../../engine/protocol/probe.ts'
import type { Protocol } from '../../engine/protocol/protocol.ts'
import { findProtocol } from '../../engine/protocol/protocols/registry.ts'
import { failedRecord } from '../../engine/runtime/ask.ts'
import { Heartbeat } from '../../engine/runtime/heartbeat.ts'
import { type RunEvent, recordOutcome } from '../../engine/runtime/run-events.ts'
import { sharedNow } from '../../engine/runtime/start-phases.ts'
import type { RunFolders } from '../contracts/folders.ts'
import type { RunPorts, RunTask, WorkerEvent, WriterWorker } from '../contracts/run.ts'
import { Claims } from '../shared/claims.ts'
import { proxy, type Remote } from '../shared/comlink.ts'
import { workerHandle } from '../shared/worker-handle.ts'
import { OpenGroups } from './open-groups.ts'

/** Milliseconds between two questions that are posted to the page, which shows each for twice as long. */
const millisecondsBetweenQuestions = 250

interface BegunRun {
  readonly protocol: Protocol
  readonly perturbation: Perturbation
  readonly groups: OpenGroups
  readonly claims: Claims
}

/** Starts the thread that writes while a run is asked, records the start there, and posts `over` at its end. */
export async function withWriter(
  { run }: RunTask,
  { events }: RunPorts,
  ask: (writer: Remote<WriterWorker>) => Promise<boolean>,
): Promise<boolean> {
  const post = (event: WorkerEvent) => events.postMessage(event)
  const { remote, crashed, close } = workerHandle<WriterWorker>(
    new Worker(new URL('../writer.worker.ts', import.meta.url), { type: 'module' }),
  )
  const work = async () => {
    await remote.begin(
      run,
      proxy(() => post({ type: 'rewritten' })),
    )
    const isWhole = await ask(remote)
    await remote.settle(run.id)
    return isWhole
  }
  try {
    return await Promise.race([work(), crashed])
  } finally {
    // One that has broken closes nothing.
    await Promise.race([remote.close(), crashed.catch(() => {})])
    close()
    post({ type: 'over' })
  }
}

/** Records given-up samples, and finds the open ones; null if nothing is open for this copy. */
export async function beginRun(
  { run, copy, givenUp }: RunTask,
  ports: RunPorts,
  data: Remote<RunFolders>,
  writer: Remote<WriterWorker>,
  emit: (event: RunEvent) => void,
): Promise<BegunRun | null> {
  const askedGroups = await data.asked(run)
  const protocol = findProtocol(run.settings.protocol)
  const all = needsAllSamples(run.probe) ? askedQuestions(await data.samples(), run.settings).samples : []
  const perturbation = new Perturbation(run.probe, all, protocol)
  for (const { index, error } of givenUp) {
    const [sample] = await data.takeSamples(Uint32Array.of(index))
    if (!sample) continue
    const record = failedRecord(run, sample, error, perturbation)
    await writer.addRecords(run.id, [record])
    emit({ type: 'outcomes', outcomes: [recordOutcome(record)] })
  }
  const done = new Set(await writer.done(run.id))
  const groups = new OpenGroups(askedGroups, done, indices => data.takeSamples(indices))
  const claims = new Claims(ports.claims)
  if (!groups.some(first => claims.isOpen(first, copy))) return null
  return { protocol, perturbation, groups, claims }
}

/**
 * The images of a group as they are shown. @param first its first open sample: all of a group are prepared together
 * @throws VoxelwiseError why its images are not opened again
 */
export function shown(
  images: readonly string[],
  first: number,
  { groups, perturbation }: BegunRun,
  refused: RunTask['refused'],
): { readonly paths: readonly string[]; readonly change: PixelChange | null } {
  const inHand = refused.length === 0 ? undefined : groups.inHand(first)
  const error = refused.find(({ index }) => inHand?.samples.includes(index))?.error
  if (error) throw new VoxelwiseError({ ...error, subject: images.join(', ') || error.subject })
  const others = perturbation.images(images, first)
  return { paths: others.map(({ path }) => path), change: others[0]?.change ?? null }
}

/** Posts the end of each phase before the first answer once, for the first attempt at a run's first copy. */
export function phases(
  { copy, careful }: Pick<RunTask, 'copy' | 'careful'>,
  emit: (event: RunEvent) => void,
): (name: string) => void {
  const posted = new Set<string>()
  return name => {
    if (copy > 0 || careful || posted.has(name)) return
    posted.add(name)
    emit({ type: 'phase', end: { name, at: sharedNow() } })
  }
}

/** Events go one way: with a call that is answered, the model would wait for the page. */
export function emitter({ events, hand }: RunPorts): (event: RunEvent) => void {
  const heartbeat = hand && new Heartbeat(hand)
  let posted = { index: -1, at: Number.NEGATIVE_INFINITY }
  return event => {
    if (event.type === 'asking' && heartbeat) {
      heartbeat.take(event.sample.index, event.stage)
      const at = performance.now()
      if (at - posted.at < millisecondsBetweenQuestions) return
      posted = { index: event.sample.index, at }
    }
    // The others come with their records.
    if (event.type === 'answered' && heartbeat && event.outcome.index !== posted.index) return
    events.postMessage(event)
  }
}
