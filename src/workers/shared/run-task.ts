/** What a run's own thread is given, and how it begins: the same whether it runs a model or asks a server. */
import { Store } from '../../data/store/store.ts'
import type { ErrorInfo } from '../../engine/base/errors.ts'
import { Perturbation } from '../../engine/probes/perturbation.ts'
import { askedOf } from '../../engine/protocol/order.ts'
import type { Protocol } from '../../engine/protocol/protocol.ts'
import { protocolOf } from '../../engine/protocol/protocols/registry.ts'
import type { Run } from '../../engine/protocol/run.ts'
import { failedRecord } from '../../engine/runtime/ask.ts'
import { outcomeOf, type RunEvent } from '../../engine/runtime/run-events.ts'
import { sharedNow } from '../../engine/runtime/start-phases.ts'
import { OpenGroups } from './asked-groups.ts'
import { Claims } from './claims.ts'
import type { Remote } from './comlink.ts'
import { Heartbeat } from './heartbeat.ts'
import type { RunFolders } from './run-folders.ts'

/** Milliseconds from one question that the page is told of to the next. */
const millisecondsBetweenQuestionsTold = 100

export interface RunTask {
  readonly run: Run
  /** Which of the copies of the model this one is, from 0. */
  readonly copy: number
  /** After a breakdown: prepare nothing ahead, so that the sample in hand is the one at fault. */
  readonly careful: boolean
  /** Most image groups of the run's order that are asked until it pauses, from the first; null all. */
  readonly upTo: number | null
  /** Samples that failed twice in workers before this one: recorded as failed, not asked again. */
  readonly givenUp: readonly { readonly index: number; readonly error: ErrorInfo }[]
  /** Samples whose preparation never ended, and why their images are not opened again. */
  readonly refused: readonly { readonly index: number; readonly error: ErrorInfo }[]
}

export interface RunPorts {
  /** A `RunFolders`. */
  readonly data: MessagePort
  /** A `PrepareWorker`. */
  readonly prepare: MessagePort
  /** Takes a `Told` at a time. */
  readonly events: MessagePort
  /** Of an `Heartbeat`; where there is none, the page is told of every question. */
  readonly hand: SharedArrayBuffer | null
  /** Of another, for what is prepared. */
  readonly preparing: SharedArrayBuffer | null
  /** Of the run's `Claims`; null where there is one copy of the model only. */
  readonly claims: SharedArrayBuffer | null
}

/** `over` comes last: what is returned goes another way, and may be there before what was told. */
export type Told = RunEvent | { readonly type: 'over' }

export interface BegunRun {
  readonly protocol: Protocol
  readonly perturbation: Perturbation
  /** With what is still to be asked of each. */
  readonly groups: OpenGroups
  readonly claims: Claims
}

/** Opens the store for as long as a run is asked, takes note there that it has begun, and tells when it is over. */
export async function withStore<T>(
  { run }: RunTask,
  { events }: RunPorts,
  ask: (store: Store) => Promise<T>,
): Promise<T> {
  const store = await Store.open()
  try {
    await store.begin(run, () => events.postMessage({ type: 'rewritten' } satisfies Told))
    const isWhole = await ask(store)
    await store.settle(run.id)
    return isWhole
  } finally {
    await store.close()
    const over: Told = { type: 'over' }
    events.postMessage(over)
  }
}

/** Records what was given up, and finds what is open. @returns null where nothing is, for this copy */
export async function beginRun(
  { run, copy, upTo, givenUp }: RunTask,
  ports: RunPorts,
  data: Remote<RunFolders>,
  store: Store,
  emit: (event: RunEvent) => void,
): Promise<BegunRun | null> {
  const asked = await data.asked(run)
  const protocol = protocolOf(run.settings.protocol)
  const perturbation = await perturbationOf(run, data, protocol)
  for (const { index, error } of givenUp) {
    const [sample] = await data.samplesOf(Uint32Array.of(index))
    if (!sample) continue
    const record = failedRecord(run, sample, error, perturbation)
    await store.addRecord(record)
    emit({ type: 'outcomes', outcomes: [outcomeOf(record)] })
  }
  const done = new Set(await store.done(run.id))
  const first = { ...asked, ends: asked.ends.subarray(0, upTo ?? undefined) }
  const groups = new OpenGroups(first, done, indices => data.samplesOf(indices))
  const claims = new Claims(ports.claims)
  if (!groups.some(first => claims.isOpen(first, copy))) return null
  return { protocol, perturbation, groups, claims }
}

/** Only a pass that shows the images of other questions needs to know all of them. */
async function perturbationOf(
  { probe, settings }: Run,
  data: Remote<RunFolders>,
  protocol: Protocol,
): Promise<Perturbation> {
  const all = probe?.kind === 'swapped-image' ? askedOf(await data.samples(), settings).samples : []
  return new Perturbation(probe, all, protocol)
}

/**
 * Why the images of a group are not opened again.
 * @param first its first open sample: all of a group are prepared together
 */
export function whyRefused(
  first: number,
  groups: OpenGroups,
  refused: RunTask['refused'],
): ErrorInfo | undefined {
  if (refused.length === 0) return undefined
  const group = groups.inHand(first)
  return refused.find(({ index }) => group?.samples.includes(index))?.error
}

/** Tells when a part of the way to the first answer is over, each once; of a run's first attempt at its first copy. */
export function phases(
  { copy, careful }: Pick<RunTask, 'copy' | 'careful'>,
  emit: (event: RunEvent) => void,
): (name: string) => void {
  const told = new Set<string>()
  return name => {
    if (copy > 0 || careful || told.has(name)) return
    told.add(name)
    emit({ type: 'phase', end: { name, at: sharedNow() } })
  }
}

/** One way: a call that is answered would have the model wait for the page. */
export function emitter({ events, hand }: RunPorts): (event: RunEvent) => void {
  const heartbeat = hand && new Heartbeat(hand)
  let told = { index: -1, at: Number.NEGATIVE_INFINITY }
  return event => {
    if (event.type === 'asking' && heartbeat) {
      heartbeat.take(event.sample.index, event.stage)
      const at = performance.now()
      if (at - told.at < millisecondsBetweenQuestionsTold) return
      told = { index: event.sample.index, at }
    }
    // The others come with their records.
    if (event.type === 'answered' && heartbeat && event.outcome.index !== told.index) return
    events.postMessage(event)
  }
}
