/** What a run's own thread is given, and how it begins: the same whether it runs a model or asks a server. */
import { Store } from '../../data/store/store.ts'
import type { ErrorInfo } from '../../engine/base/errors.ts'
import { Perturbation } from '../../engine/probes/perturbation.ts'
import { askedOf } from '../../engine/protocol/order.ts'
import { openGroups, type PlannedGroup } from '../../engine/protocol/plan.ts'
import type { Protocol } from '../../engine/protocol/protocol.ts'
import { protocolOf } from '../../engine/protocol/registry.ts'
import type { Run } from '../../engine/protocol/run.ts'
import type { Sample } from '../../engine/protocol/sample.ts'
import { failedRecord } from '../../engine/runtime/ask.ts'
import { outcomeOf, type RunEvent } from '../../engine/runtime/run-events.ts'
import { sharedNow } from '../../engine/runtime/start-phases.ts'
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
  /** Takes a `RunEvent` at a time. */
  readonly events: MessagePort
  /** Of an `Heartbeat`; where there is none, the page is told of every question. */
  readonly hand: SharedArrayBuffer | null
  /** Of another, for what is prepared. */
  readonly preparing: SharedArrayBuffer | null
  /** Of the run's `Claims`; null where there is one copy of the model only. */
  readonly claims: SharedArrayBuffer | null
}

export interface BegunRun {
  /** By their index; of answers that are judged there are gaps. */
  readonly all: readonly Sample[]
  /** What the run asks, in its order. */
  readonly own: ReturnType<typeof askedOf>
  readonly protocol: Protocol
  readonly perturbation: Perturbation
  /** With what is still to be asked of each. */
  readonly groups: readonly PlannedGroup[]
  readonly claims: Claims
}

/** Opens the store for as long as a run is asked, and takes note there that it has begun. */
export async function withStore<T>(run: Run, ask: (store: Store) => Promise<T>): Promise<T> {
  const store = await Store.open()
  try {
    await store.begin(run)
    return await ask(store)
  } finally {
    store.close()
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
  const listed = await data.samples()
  const all: Sample[] = []
  for (const sample of listed) all[sample.index] = sample
  const own = askedOf(listed, run.settings)
  const protocol = protocolOf(run.settings.protocol)
  const perturbation = new Perturbation(run.probe, own.samples, protocol)
  for (const { index, error } of givenUp) {
    const sample = all[index]
    if (!sample) continue
    const record = failedRecord(run, sample, error, perturbation)
    await store.addRecord(record)
    emit({ type: 'outcomes', outcomes: [outcomeOf(record)] })
  }
  const isAsked = (index: number): boolean => all[index] !== undefined && perturbation.asks(all[index])
  const asked = own.groups
    .slice(0, upTo ?? undefined)
    .map(group => ({ ...group, samples: group.samples.filter(isAsked) }))
  const groups = openGroups(asked, new Set(await store.done(run.id)))
  const claims = new Claims(ports.claims)
  if (!groups.some(({ samples: [first = 0] }) => claims.isOpen(first, copy))) return null
  return { all, own, protocol, perturbation, groups, claims }
}

/**
 * Why the images of a group are not opened again.
 * @param first its first open sample: all of a group are prepared together
 */
export function whyRefused(
  first: number,
  groups: readonly PlannedGroup[],
  refused: RunTask['refused'],
): ErrorInfo | undefined {
  const group = groups.find(({ open }) => open[0] === first)
  return refused.find(({ index }) => group?.samples.includes(index))?.error
}

/** Takes each only when it is asked for, and passes over those that another copy has. */
export function* taken(
  groups: readonly PlannedGroup[],
  take: (first: number) => boolean,
): Generator<PlannedGroup> {
  for (const group of groups) if (take(group.samples[0] ?? 0)) yield group
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
