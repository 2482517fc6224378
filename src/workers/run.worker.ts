import { Store } from '../data/store/store.ts'
import { type ErrorInfo, VoxelwiseError } from '../engine/base/errors.ts'
import { Perturbation } from '../engine/probes/perturbation.ts'
import { askedOf } from '../engine/protocol/order.ts'
import { imagesRecur, openGroups, type PlannedGroup } from '../engine/protocol/plan.ts'
import { protocolOf } from '../engine/protocol/registry.ts'
import type { Run } from '../engine/protocol/run.ts'
import { maxImages } from '../engine/protocol/sample.ts'
import { askAll, failedRecord } from '../engine/runtime/ask.ts'
import { FeatureCache } from '../engine/runtime/feature-cache.ts'
import { outcomeOf, type RunEvent } from '../engine/runtime/run-events.ts'
import { Vlm } from '../engine/runtime/vlm.ts'
import type { PrepareWorker } from './prepare.worker.ts'
import { Claims } from './shared/claims.ts'
import { expose, type Remote, wrap } from './shared/comlink.ts'
import { configure } from './shared/configure.ts'
import { Heartbeat } from './shared/heartbeat.ts'
import { PauseGate } from './shared/pause-gate.ts'
import type { RunFolders } from './shared/run-folders.ts'

/** Enough to hide preparation. */
const lookAhead = 2

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

/** All that image features depend on besides the image: weights, settings of the processor, arithmetic. */
const featureScope = ({ model, settings: { device, dtype } }: Run): string =>
  `${model.fingerprint.slice(0, 16)}-${dtype}-${device}`

/** The model's own thread: loads it, asks the open questions of one run, stores each record. */
class RunWorker {
  readonly #gate = new PauseGate()
  /** Kept from a run to its passes; of a run that broke off nothing is kept, its worker neither. */
  #loaded: { readonly scope: string; readonly vlm: Vlm } | null = null

  /** @returns false where it was stopped. Anything thrown means that this worker must not be used again. */
  async start(task: RunTask, ports: RunPorts): Promise<boolean> {
    const store = await Store.open()
    try {
      await store.begin(task.run)
      return await this.#ask(task, ports, store)
    } finally {
      store.close()
    }
  }

  async #ask(
    { run, copy, careful, upTo, givenUp, refused }: RunTask,
    ports: RunPorts,
    store: Store,
  ): Promise<boolean> {
    const emit = emitter(ports)
    const data: Remote<RunFolders> = wrap(ports.data)
    const prepare: Remote<PrepareWorker> = wrap(ports.prepare)
    const all = await data.samples()
    const own = askedOf(all, run.settings)
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
    if (!groups.some(({ samples: [first = 0] }) => claims.isOpen(first, copy))) return true

    const { keepFeatures, chatTemplate } = run.settings
    // Preparation reads its part of the model while the weights load.
    const configured = configure(prepare, {
      featureScope: keepFeatures ? featureScope(run) : null,
      chatTemplate,
      conversation: {
        images: maxImages(own.samples),
        hasExamples: own.samples.some(({ fields }) => (protocol.examples?.(fields) ?? []).length > 0),
      },
      hand: ports.preparing,
    })
    const [vlm] = await Promise.all([this.#load(run, data, configured, emit), configured])
    emit({
      type: 'activity',
      text: vlm.wholePrompt ? `Every prompt is computed whole: ${vlm.wholePrompt}` : '',
    })
    /** Of the first open sample of a group: all of a group are prepared together. */
    const whyRefused = (first: number): ErrorInfo | undefined => {
      const group = groups.find(({ open }) => open[0] === first)
      return refused.find(({ index }) => group?.samples.includes(index))?.error
    }
    const keeping = new Set<Promise<void>>()
    const wentOn = await askAll(vlm, {
      run,
      samples: all,
      groups: taken(groups, first => claims.take(first, copy)),
      perturbation,
      lookAhead: careful ? 0 : lookAhead,
      prepare: async (images, questions, opening) => {
        const first = questions[0]?.index ?? 0
        const error = whyRefused(first)
        if (error) throw new VoxelwiseError({ ...error, subject: images.join(', ') || error.subject })
        const shown = perturbation.images(images)
        const paths = shown.map(({ path }) => path)
        return prepare.prepare(paths, questions, opening, shown[0]?.change)
      },
      features: {
        cache: imagesRecur(groups) ? new FeatureCache() : null,
        keep: ({ key, image }, { features }) => {
          if (key === null || features.type !== 'float32' || !(features.data instanceof Float32Array)) return
          const { pixel_values: _, pixel_attention_mask: __, ...tensors } = image.tensors
          const data = new Float32Array(features.data)
          const copy = { type: 'float32', dims: features.dims, data } as const
          // Features are a convenience: a full disk must not stop the run.
          const kept = prepare.keepFeatures(key, { ...image, tensors }, copy).catch(() => {})
          keeping.add(kept)
          kept.then(() => keeping.delete(kept))
        },
      },
      store: records => store.addRecords(run.id, records),
      emit,
      mayGoOn: settle => this.#gate.pass(settle, () => emit({ type: 'paused' })),
    })
    // Preparation ends with this worker, and would leave unwritten what still waits for the disk.
    await Promise.all(keeping)
    return wentOn
  }

  async #load(
    run: Run,
    data: Remote<RunFolders>,
    checked: Promise<void>,
    emit: (event: RunEvent) => void,
  ): Promise<Vlm> {
    const { device, dtype, chatTemplate } = run.settings
    const { threads } = run.environment
    const scope = JSON.stringify([featureScope(run), chatTemplate, threads])
    if (this.#loaded?.scope === scope) return this.#loaded.vlm
    await this.#loaded?.vlm.dispose()
    this.#loaded = null
    const vlm = await Vlm.load(
      { ...(await data.modelFiles()), open: path => data.openModelFile(path) },
      {
        device,
        dtype,
        chatTemplate,
        threads,
        checked,
        onProgress: (file, loaded, total) => emit({ type: 'load', file, loaded, total }),
      },
    )
    this.#loaded = { scope, vlm }
    return vlm
  }

  pause(): void {
    this.#gate.close()
  }

  resume(): void {
    this.#gate.open()
  }

  stop(): void {
    this.#gate.end()
  }
}

/** Takes each only when it is asked for, and passes over those that another copy has. */
function* taken(groups: readonly PlannedGroup[], take: (first: number) => boolean): Generator<PlannedGroup> {
  for (const group of groups) if (take(group.samples[0] ?? 0)) yield group
}

/** One way: a call that is answered would have the model wait for the page. */
function emitter({ events, hand }: RunPorts): (event: RunEvent) => void {
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

export type { RunWorker }

expose(new RunWorker())
