import { Store } from '../data/store.ts'
import type { ErrorInfo } from '../engine/errors.ts'
import { plan } from '../engine/plan.ts'
import type { Run } from '../engine/run.ts'
import { askAll, failedRecord } from '../engine/runtime/ask.ts'
import type { RunEvent } from '../engine/runtime/run-events.ts'
import { Vlm } from '../engine/runtime/vlm.ts'
import { expose, type Remote, wrap } from './comlink.ts'
import type { DataWorker } from './data.worker.ts'
import { Gate } from './gate.ts'
import type { PrepareWorker } from './prepare.worker.ts'

export interface RunTask {
  readonly run: Run
  /** Samples that failed twice in workers before this one: recorded as failed, not asked again. */
  readonly givenUp: readonly { readonly index: number; readonly error: ErrorInfo }[]
}

/** All that image features depend on besides the image: weights, settings of the processor, arithmetic. */
const featureScope = ({ model, settings: { device, dtype } }: Run): string =>
  `${model.fingerprint.slice(0, 16)}-${dtype}-${device}`

/** The model's own thread: loads it, asks the open questions of one run, stores each record. */
class RunWorker {
  readonly #gate = new Gate()

  /** @returns false where it was stopped. Anything thrown means that this worker must not be used again. */
  async start(
    { run, givenUp }: RunTask,
    ports: { readonly data: MessagePort; readonly prepare: MessagePort },
    emit: (event: RunEvent) => void,
  ): Promise<boolean> {
    const data: Remote<DataWorker> = wrap(ports.data)
    const prepare: Remote<PrepareWorker> = wrap(ports.prepare)
    const store = await Store.open()
    const all = await data.samples()
    const samples = run.settings.limit === null ? all : all.slice(0, run.settings.limit)
    for (const { index, error } of givenUp) {
      const sample = samples[index]
      if (!sample) continue
      const record = failedRecord(run.id, sample, error)
      await store.addRecord(record)
      emit({ type: 'record', record })
    }
    const groups = plan(samples, new Set(await store.done(run.id)))
    if (groups.length === 0) return true

    const { device, keepFeatures } = run.settings
    // Preparation reads its part of the model while the weights load.
    const configured = prepare.configure({ featureScope: keepFeatures ? featureScope(run) : null })
    configured.catch(() => {})
    const vlm = await Vlm.load(
      { ...(await data.modelFiles()), open: path => data.openModelFile(path) },
      {
        device,
        dtype: run.settings.dtype,
        threads: run.environment.threads,
        onProgress: (file, loaded, total) => emit({ type: 'load', file, loaded, total }),
      },
    )
    await configured
    emit({ type: 'activity', text: '' })
    return askAll(vlm, {
      run,
      samples,
      groups,
      prepare: (image, questions, shared) => prepare.prepare(image, questions, shared),
      keepFeatures: ({ key, image }, { features }) => {
        if (key === null || features.type !== 'float32' || !(features.data instanceof Float32Array)) return
        const { pixel_values: _, pixel_attention_mask: __, ...tensors } = image.tensors
        const data = new Float32Array(features.data)
        const kept = { type: 'float32', dims: features.dims, data } as const
        // Features are a convenience: a full disk must not stop the run.
        prepare.keepFeatures(key, { ...image, tensors }, kept).catch(() => {})
      },
      store: record => store.addRecord(record),
      emit,
      mayGoOn: () => this.#gate.pass(() => emit({ type: 'paused' })),
    })
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
