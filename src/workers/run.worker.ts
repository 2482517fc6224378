import type { Store } from '../data/store/store.ts'
import { VoxelwiseError } from '../engine/base/errors.ts'
import { imagesRecur } from '../engine/protocol/plan.ts'
import { deviceHere, type Run } from '../engine/protocol/run.ts'
import { maxImages } from '../engine/protocol/sample.ts'
import { askAll } from '../engine/runtime/ask.ts'
import { browserBackend } from '../engine/runtime/browser-backend.ts'
import { FeatureCache } from '../engine/runtime/feature-cache.ts'
import type { RunEvent } from '../engine/runtime/run-events.ts'
import { Vlm } from '../engine/runtime/vlm.ts'
import type { PrepareWorker } from './prepare.worker.ts'
import { expose, type Remote, wrap } from './shared/comlink.ts'
import { configure } from './shared/configure.ts'
import { PauseGate } from './shared/pause-gate.ts'
import type { RunFolders } from './shared/run-folders.ts'
import {
  beginRun,
  emitter,
  type RunPorts,
  type RunTask,
  taken,
  whyRefused,
  withStore,
} from './shared/run-task.ts'

/** Enough to hide preparation. */
const lookAhead = 2

/** All that image features depend on besides the image: weights, settings of the processor, arithmetic. */
const featureScope = ({ model, settings: { device, dtype } }: Run): string =>
  `${model.fingerprint.slice(0, 16)}-${dtype}-${device}`

/** The model's own thread: loads it, asks the open questions of one run, stores each record. */
class RunWorker {
  readonly #gate = new PauseGate()
  /** Kept from a run to its passes; of a run that broke off nothing is kept, its worker neither. */
  #loaded: { readonly scope: string; readonly vlm: Vlm } | null = null

  /** @returns false where it was stopped. Anything thrown means that this worker must not be used again. */
  start(task: RunTask, ports: RunPorts): Promise<boolean> {
    return withStore(task.run, store => this.#ask(task, ports, store))
  }

  async #ask(task: RunTask, ports: RunPorts, store: Store): Promise<boolean> {
    const { run, copy, careful, refused } = task
    const emit = emitter(ports)
    const data: Remote<RunFolders> = wrap(ports.data)
    const prepare: Remote<PrepareWorker> = wrap(ports.prepare)
    const begun = await beginRun(task, ports, data, store, emit)
    if (!begun) return true
    const { all, own, protocol, perturbation, groups, claims } = begun
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
    const keeping = new Set<Promise<void>>()
    const wentOn = await askAll(vlm, {
      run,
      samples: all,
      groups: taken(groups, first => claims.take(first, copy)),
      perturbation,
      lookAhead: careful ? 0 : lookAhead,
      prepare: async (images, questions, opening) => {
        const first = questions[0]?.index ?? 0
        const error = whyRefused(first, groups, refused)
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
    const { chatTemplate } = run.settings
    const { device, dtype } = deviceHere(run.settings)
    const { threads } = run.environment
    const scope = JSON.stringify([featureScope(run), chatTemplate, threads])
    if (this.#loaded?.scope === scope) return this.#loaded.vlm
    await this.#loaded?.vlm.dispose()
    this.#loaded = null
    const vlm = await Vlm.load(
      browserBackend,
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

export type { RunWorker }

expose(new RunWorker())
