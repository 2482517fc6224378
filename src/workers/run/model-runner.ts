import { askAll } from '../../engine/runtime/ask.ts'
import { FeatureCache } from '../../engine/runtime/feature-cache.ts'
import { reportWeights } from '../../engine/runtime/loaded-weights.ts'
import type { RunEvent } from '../../engine/runtime/run-events.ts'
import type { WeightProgress } from '../../engine/runtime/sessions.ts'
import type { RunFolders } from '../contracts/folders.ts'
import type { PrepareWorker, RunPorts, RunTask, RunWorker, WriterWorker } from '../contracts/run.ts'
import { type Remote, transfer, wrap } from '../shared/comlink.ts'
import { askQuestionAgain, testDevice } from './ask-apart.ts'
import { featureScope, KeptModel, loadFor } from './kept-model.ts'
import { OpenGroups } from './open-groups.ts'
import { PauseGate } from './pause-gate.ts'
import { beginRun, emitter, phases, shown, withWriter } from './run-task.ts'
import { trySpeed } from './try-speed.ts'

/** Enough to hide preparation. */
const lookAhead = 2

/** Loads a model, asks it the open questions of one run, and stores each record. */
export const modelRunner: RunWorker = {
  loadAhead: (wanted, data) => model.loadAhead(wanted, wrap(data)),
  start: (task, ports) => withWriter(task, ports, writer => ask(task, ports, writer)),
  testDevice: (task, { data, prepare }) => testDevice(model, task, wrap(data), wrap(prepare)),
  askAgain: (task, { data, prepare }) => askQuestionAgain(model, task, wrap(data), wrap(prepare)),

  async trySpeed(task, ports) {
    const emit = emitter(ports)
    const { data, prepare } = wrapPorts(ports)
    const askedGroups = await data.asked(task.run)
    const vlm = await loadFor(
      task.run,
      model,
      data,
      prepare,
      { hand: ports.preparing },
      { onProgress: loads(emit) },
    )
    return trySpeed(vlm, task, {
      groups: new OpenGroups(askedGroups, new Set(), indices => data.takeSamples(indices)),
      ...{ lookAhead, claims: ports.claims, prepare, emit },
      mayGoOn: settle => gate.pass(settle, () => emit({ type: 'paused' })),
    })
  },

  pause: () => gate.pause(),
  resume: () => gate.resume(),
  stop: () => gate.stop(),
}

const model = new KeptModel()
const gate = new PauseGate()

const wrapPorts = ({ data, prepare }: RunPorts) => ({
  data: wrap<RunFolders>(data),
  prepare: wrap<PrepareWorker>(prepare),
})

const loads =
  (emit: (event: RunEvent) => void): WeightProgress =>
  (file, loaded, total) =>
    emit({ type: 'load', file, loaded, total })

async function ask(task: RunTask, ports: RunPorts, writer: Remote<WriterWorker>): Promise<boolean> {
  const { run, copy, careful, refused } = task
  const emit = emitter(ports)
  const reach = phases(task, emit)
  reach('thread')
  const { data, prepare } = wrapPorts(ports)
  const begun = await beginRun(task, ports, data, writer, emit)
  if (!begun) return true
  reach('list of questions')
  const { perturbation, groups, claims } = begun
  const options = {
    conversation: { images: groups.asked.maxImages, hasExamples: groups.asked.hasExamples },
    hand: ports.preparing,
  }
  const vlm = await loadFor(run, model, data, prepare, options, { onProgress: loads(emit), onPhase: reach })
  const weights = await reportWeights(vlm, run, emit)
  if (run.settings.keepFeatures) await prepare.openFeatures(featureScope(run, weights.all))
  emit({
    type: 'activity',
    text: vlm.prefixUnsupported ? `Every prompt is computed whole: ${vlm.prefixUnsupported}` : '',
  })
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
        const copy = transfer({ type: 'float32' as const, dims: features.dims, data }, [data.buffer])
        // Features are a convenience: a full disk must not stop the run.
        prepare.keepFeatures(key, { ...image, tensors }, copy).catch(() => {})
      },
    },
    store: async records => {
      await writer.addRecords(run.id, records)
      reach('record on disk')
    },
    emit: event => {
      if (event.type === 'asking' && event.stage === 'model') reach('image, prepared')
      if (event.type === 'answered') reach('prompt and answer')
      emit(event)
    },
    mayGoOn: settle => gate.pass(settle, () => emit({ type: 'paused' })),
  })
  // Preparation ends with this worker, and would leave unwritten what still waits for the disk.
  await prepare.settleFeatures().catch(() => {})
  return wentOn
}
