import type { Store } from '../../data/store/store.ts'
import type { RunRecord } from '../../engine/protocol/record.ts'
import { askAll } from '../../engine/runtime/ask.ts'
import { FeatureCache } from '../../engine/runtime/feature-cache.ts'
import type { RunFolders } from '../contracts/folders.ts'
import type {
  AgainTask,
  DeviceTestTask,
  ModelWanted,
  PrepareWorker,
  RunPorts,
  RunTask,
  RunWorker,
  SpeedTask,
  SpeedTrial,
  TestedDevice,
} from '../contracts/run.ts'
import { type Remote, wrap } from '../shared/comlink.ts'
import { askAgain, testDevice } from './ask-apart.ts'
import { featureScope, KeptModel, loadFor, modelOf } from './kept-model.ts'
import { OpenGroups } from './open-groups.ts'
import { Pausable } from './pause-gate.ts'
import { beginRun, emitter, phases, shown, withStore } from './run-task.ts'
import { trySpeed } from './try-speed.ts'

/** Enough to hide preparation. */
const lookAhead = 2

/** Loads a model, asks it the open questions of one run, and stores each record. */
export class ModelRunner extends Pausable implements RunWorker {
  readonly #model = new KeptModel()

  loadAhead(wanted: ModelWanted, data: MessagePort): Promise<void> {
    return this.#model.loadAhead(wanted, wrap<RunFolders>(data))
  }

  start(task: RunTask, ports: RunPorts): Promise<boolean> {
    return withStore(task, ports, store => this.#ask(task, ports, store))
  }

  async #ask(task: RunTask, ports: RunPorts, store: Store): Promise<boolean> {
    const { run, copy, careful, refused } = task
    const emit = emitter(ports)
    const reach = phases(task, emit)
    reach('thread')
    const data: Remote<RunFolders> = wrap(ports.data)
    const prepare: Remote<PrepareWorker> = wrap(ports.prepare)
    const begun = await beginRun(task, ports, data, store, emit)
    if (!begun) return true
    reach('list of questions')
    const { perturbation, groups, claims } = begun
    const options = {
      featureScope: run.settings.keepFeatures ? featureScope(modelOf(run)) : null,
      conversation: { images: groups.asked.maxImages, hasExamples: groups.asked.hasExamples },
      hand: ports.preparing,
    }
    const vlm = await loadFor(run, this.#model, data, prepare, options, {
      onProgress: (file, loaded, total) => emit({ type: 'load', file, loaded, total }),
      onPhase: reach,
    })
    emit({
      type: 'activity',
      text: vlm.prefixUnsupported ? `Every prompt is computed whole: ${vlm.prefixUnsupported}` : '',
    })
    const keeping = new Set<Promise<void>>()
    const wentOn = await askAll(vlm, {
      run,
      samples: groups.samples,
      groups: groups.drawn(first => claims.claim(first, copy)),
      perturbation,
      lookAhead: careful ? 0 : lookAhead,
      prepare: async (images, questions, opening, other) => {
        const { paths, change } = shown(images, questions[0]?.index ?? 0, begun, refused)
        return prepare.prepare(paths, questions, opening, other ?? change)
      },
      features: {
        cache: groups.asked.imagesRecur ? new FeatureCache() : null,
        keep: ({ key, image }, { features }) => {
          reach('image encoder')
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
      store: async records => {
        await store.addRecords(run.id, records)
        reach('record on disk')
      },
      emit: event => {
        if (event.type === 'asking' && event.stage === 'model') reach('image, prepared')
        if (event.type === 'answered') reach('prompt and answer')
        emit(event)
      },
      mayGoOn: settle => this.gate.pass(settle, () => emit({ type: 'paused' })),
    })
    // Preparation ends with this worker, and would leave unwritten what still waits for the disk.
    await Promise.all(keeping)
    return wentOn
  }

  testDevice(task: DeviceTestTask, ports: Pick<RunPorts, 'data' | 'prepare'>): Promise<TestedDevice> {
    return testDevice(this.#model, task, wrap<RunFolders>(ports.data), wrap<PrepareWorker>(ports.prepare))
  }

  askAgain(task: AgainTask, ports: Pick<RunPorts, 'data' | 'prepare'>): Promise<RunRecord> {
    return askAgain(this.#model, task, wrap<RunFolders>(ports.data), wrap<PrepareWorker>(ports.prepare))
  }

  async trySpeed(task: SpeedTask, ports: RunPorts): Promise<SpeedTrial> {
    const { run } = task
    const emit = emitter(ports)
    const data: Remote<RunFolders> = wrap(ports.data)
    const prepare: Remote<PrepareWorker> = wrap(ports.prepare)
    const asked = await data.asked(run)
    const options = { hand: ports.preparing }
    const vlm = await loadFor(run, this.#model, data, prepare, options, {
      onProgress: (file, loaded, total) => emit({ type: 'load', file, loaded, total }),
    })
    return trySpeed(vlm, task, {
      groups: new OpenGroups(asked, new Set(), indices => data.samplesOf(indices)),
      ...{ lookAhead, claims: ports.claims, prepare, emit },
      mayGoOn: settle => this.gate.pass(settle, () => emit({ type: 'paused' })),
    })
  }
}
