import { parsePolicy } from '@voxelwise/pixels'
import { nodeCodec } from '@voxelwise/pixels/node'
import type { Attempt, AttemptTask } from '../../app/run/worker-attempt.ts'
import { imageInput } from '../../data/images/image-input.ts'
import { ImageReader } from '../../data/images/image-reader.ts'
import { VoxelwiseError } from '../../engine/base/errors.ts'
import { withDetail } from '../../engine/families/detail.ts'
import { checkSettings } from '../../engine/model/check-settings.ts'
import { refusesImages } from '../../engine/model/refusal.ts'
import { Perturbation } from '../../engine/probes/perturbation.ts'
import { deviceHere } from '../../engine/protocol/device.ts'
import { askedQuestions } from '../../engine/protocol/order.ts'
import { openGroups } from '../../engine/protocol/plan.ts'
import type { Protocol } from '../../engine/protocol/protocol.ts'
import { findProtocol } from '../../engine/protocol/protocols/registry.ts'
import type { Run } from '../../engine/protocol/run.ts'
import { maxImages, type Sample } from '../../engine/protocol/sample.ts'
import { chosenDetail } from '../../engine/protocol/settings.ts'
import { type AskTask, askAll, failedRecord } from '../../engine/runtime/ask.ts'
import { checkConversation, checkPrompter } from '../../engine/runtime/check-prompt-encoder.ts'
import type { FeatureCache } from '../../engine/runtime/feature-cache.ts'
import { Heartbeat } from '../../engine/runtime/heartbeat.ts'
import { reportWeights } from '../../engine/runtime/loaded-weights.ts'
import { prepareGroup } from '../../engine/runtime/prepare.ts'
import { type RunEvent, recordOutcome } from '../../engine/runtime/run-events.ts'
import type { WeightProgress } from '../../engine/runtime/sessions.ts'
import { Vlm } from '../../engine/runtime/vlm.ts'
import type { RunJournal } from '../base/journal.ts'
import { nodeBackend } from './backend.ts'
import type { NativeFolders } from './folders.ts'

export type SessionJournal = Pick<RunJournal, 'append' | 'done' | 'load' | 'records' | 'run'>

export interface SharedModel {
  readonly folders: NativeFolders
  readonly journal: SessionJournal
  /** Features of the images shown last: a pass shows them again. */
  readonly features: FeatureCache
  /** Null until it is loaded, and after it broke. */
  vlm: Vlm | null
  /** Resolves when no attempt uses the model. */
  free: Promise<void>
  unload(): Promise<void>
}

/** Enough to have an image read while the model computes. */
const lookAhead = 2

/**
 * An attempt in this process. Unlike a worker it cannot be ended within a step of the model: it releases the model
 * after the step, and the next attempt waits for that.
 */
export class NativeAttempt implements Attempt {
  readonly #model: SharedModel
  readonly #task: AttemptTask
  readonly hand = new Heartbeat(null)
  readonly preparing = new Heartbeat(null)
  #isStopped = false
  #isOver = false
  #isEnded = false

  constructor(model: SharedModel, task: AttemptTask) {
    this.#model = model
    this.#task = task
  }

  async go(): Promise<void> {
    const { onFinished, onBroken } = this.#task
    const { free } = this.#model
    const work = free.then(() => this.#ask())
    const over = work.then(
      isWhole => this.#close() && onFinished(isWhole),
      error => this.#close() && onBroken(error),
    )
    // A broken model may not be released properly. A fresh one is still loaded.
    this.#model.free = over.then(() => (this.#isEnded ? this.#model.unload().catch(() => {}) : undefined))
    await this.#model.free
  }

  /** A command is never paused. */
  send(command: 'pause' | 'resume' | 'stop'): void {
    if (command === 'stop') this.#isStopped = true
  }

  end(): void {
    this.#isEnded = true
    this.#isStopped = true
    this.#close()
  }

  /** @returns whether it was not over yet */
  #close(): boolean {
    const wasGoing = !this.#isOver
    this.#isOver = true
    return wasGoing
  }

  /** @returns false where it was stopped */
  async #ask(): Promise<boolean> {
    const { run, careful, givenUp } = this.#task
    const { folders, journal } = this.#model
    const { samples: all } = folders.loaded
    const selection = askedQuestions(all, run.settings)
    const protocol = findProtocol(run.settings.protocol)
    const perturbation = new Perturbation(run.probe, selection.samples, protocol)
    for (const { index, error } of givenUp) {
      const sample = all[index]
      if (!sample) continue
      const record = failedRecord(run, sample, error, perturbation)
      journal.append([{ record }])
      this.#report({ type: 'outcomes', outcomes: [recordOutcome(record)] })
    }
    const passGroups = perturbation.groups(
      selection.groups,
      index => all[index] !== undefined && perturbation.asks(all[index]),
    )
    const groups = openGroups(passGroups, new Set(journal.done(run.id)))
    if (groups.length === 0) return true
    if (this.#isOver) return false
    this.#model.vlm ??= await loadModel(folders, run, selection.samples, protocol, (file, loaded, total) =>
      this.#report({ type: 'load', file, loaded, total }),
    )
    const { vlm } = this.#model
    await reportWeights(vlm, run, event => this.#report(event))
    const text = vlm.prefixUnsupported ? `Every prompt is computed whole: ${vlm.prefixUnsupported}` : ''
    this.#report({ type: 'activity', text })
    return askAll(vlm, {
      run,
      samples: all,
      groups,
      perturbation,
      lookAhead: careful ? 0 : lookAhead,
      prepare: this.#preparation(vlm, perturbation),
      features: { cache: this.#model.features, keep: () => {} },
      store: async records => journal.append(records.map(record => ({ record }))),
      emit: event => this.#report(event),
      mayGoOn: async () => !this.#isStopped,
    })
  }

  /** Decodes, resizes, normalises and tokenises, as the page's own thread for that does. */
  #preparation({ family, configs, promptEncoder }: Vlm, perturbation: Perturbation): AskTask['prepare'] {
    const { refused } = this.#task
    const reader = new ImageReader(this.#model.folders.source)
    const settings = {
      family,
      configs,
      detail: chosenDetail(this.#task.run.settings),
      codec: nodeCodec,
      features: null,
      policy: parsePolicy(this.#task.run.settings.window),
      readMask: async (path: string) => (await reader.bytes(path)).bytes,
    }
    return async (paths, questions, opening, other) => {
      const indices = questions.map(({ index }) => index)
      const known = refused.find(({ index }) => indices.includes(index))?.error
      if (known) throw new VoxelwiseError({ ...known, subject: paths.join(', ') || known.subject })
      const shown = perturbation.images(paths, indices[0] ?? 0)
      const [first] = shown
      const images = []
      for (const { path } of shown) {
        this.preparing.take(indices[0] ?? 0, 'image')
        images.push(
          await imageInput(
            settings,
            await reader.bytes(path),
            path,
            shown.length,
            other ?? first?.change ?? null,
          ),
        )
      }
      this.preparing.take(indices[0] ?? 0, 'prompt')
      const group = prepareGroup(promptEncoder, images, questions, opening)
      this.preparing.putDown()
      return group
    }
  }

  /** Nobody watches the answers as they are written. */
  #report(event: RunEvent): void {
    if (event.type === 'asking') this.hand.take(event.sample.index, event.stage)
    if (this.#isOver || event.type === 'text' || event.type === 'answered') return
    // The sample is named if its preparation takes too long.
    if (event.type === 'asking' && event.stage !== 'preparation') return
    this.#task.onReported(event)
  }
}

/** Loads the model of a run, and checks that its chat template can do what the questions need. */
async function loadModel(
  { folder }: NativeFolders,
  { settings, environment }: Run,
  samples: readonly Sample[],
  protocol: Protocol,
  onProgress: WeightProgress,
): Promise<Vlm> {
  const { device, dtype } = deviceHere(settings)
  const { chatTemplate, thinking } = settings
  const options = { device, dtype, chatTemplate, thinking, threads: environment.threads, onProgress }
  const vlm = await Vlm.load(nodeBackend, folder, options)
  const { family, configs, promptEncoder } = vlm
  const images = maxImages(samples)
  const problem = refusesImages(String(configs.config.model_type), family, images)
  if (problem) throw new VoxelwiseError(problem)
  const checked = checkSettings(family, withDetail(family, configs, chosenDetail(settings)))
  const hasExamples = samples.some(({ fields }) => (protocol.examples?.(fields) ?? []).length > 0)
  checkPrompter(promptEncoder, folder.name, checked)
  checkConversation(promptEncoder, folder.name, checked, { images, hasExamples })
  return vlm
}
