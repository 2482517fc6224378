import { VoxelwiseError } from '../../engine/base/errors.ts'
import { MadeBlob } from '../../engine/base/made-blob.ts'
import { sha256OfPieces } from '../../engine/base/sha256.ts'
import { deviceHere } from '../../engine/protocol/device.ts'
import type { Run } from '../../engine/protocol/run.ts'
import { browserBackend } from '../../engine/runtime/browser-backend.ts'
import { type DigestFile, disposeParts, loadParts, type ModelParts } from '../../engine/runtime/load-parts.ts'
import type { ModelFolder } from '../../engine/runtime/model-folder.ts'
import type { ReadWhole } from '../../engine/runtime/read-ahead.ts'
import type { WeightProgress } from '../../engine/runtime/sessions.ts'
import { Vlm } from '../../engine/runtime/vlm.ts'
import type { RunFolders } from '../contracts/folders.ts'
import type { ModelWanted, PrepareOptions, PrepareWorker } from '../contracts/run.ts'
import { proxy, type Remote } from '../shared/comlink.ts'
import { chooseBackend, isLineLost } from './local-line.ts'
import { remoteModelFolder } from './model-folder.ts'

/** Seconds in which a test prompt must be written or tokenised, which otherwise takes milliseconds. */
const limit = 20

/** Milliseconds between two checks of the clock, and how many of them count at most. */
const tickEvery = 250
const maxCounted = 1000

/**
 * Has another thread read and try its part of the model. A chat template or a regular expression of the tokenizer may run
 * forever, and only the end of its thread stops it. @param seconds that each file may take
 * @throws VoxelwiseError model-config naming the file at fault. Its worker must then be ended.
 */
export async function configure(
  prepare: Pick<Remote<PrepareWorker>, 'configure'>,
  options: PrepareOptions,
  seconds = limit,
): Promise<void> {
  let trying: string | null = null
  let waited = 0
  let last = performance.now()
  let timer: ReturnType<typeof setInterval> | undefined
  const overdue = new Promise<never>((_, reject) => {
    timer = setInterval(() => {
      const now = performance.now()
      // While this thread was busy it could not receive the other's progress.
      waited += Math.min(now - last, maxCounted)
      last = now
      if (trying !== null && waited > 1000 * seconds) reject(endless(trying, seconds))
    }, tickEvery)
  })
  const onStage = proxy((subject: string) => {
    trying = subject
    waited = 0
  })
  try {
    await Promise.race([prepare.configure(options, onStage), overdue])
  } finally {
    clearInterval(timer)
  }
}

function endless(subject: string, seconds: number): VoxelwiseError {
  return new VoxelwiseError({
    code: 'model-config',
    subject,
    message: `The tokenizer or chat template hung on a test prompt (${seconds} s).`,
    remedy: 'Compare the file with the published one.',
  })
}

const wantedModel = ({ model, settings, environment }: Run): ModelWanted => ({
  fingerprint: model.fingerprint,
  ...deviceHere(settings),
  threads: environment.threads,
})

/**
 * All that image features depend on besides the image: weights, settings of the processor, arithmetic.
 * @param weights digest of all that were loaded
 */
export const featureScope = ({ model, settings }: Run, weights: string): string =>
  `${loadScope({ fingerprint: model.fingerprint, ...deviceHere(settings) })}-${weights.slice(0, 16)}`

const loadScope = ({ fingerprint, dtype, device }: Omit<ModelWanted, 'threads'>): string =>
  `${fingerprint.slice(0, 16)}-${dtype}-${device}`

interface LoadCallbacks {
  readonly checked: Promise<void>
  readonly onProgress: WeightProgress
  readonly onPhase: (name: string) => void
  /** In another thread. */
  readonly readWhole: ReadWhole
  readonly digestFile: DigestFile
}

/** The model of one thread: loaded when a run needs it, or before, and kept for its passes, but not after a crash. */
export class KeptModel {
  #loaded: { readonly scope: string; readonly vlm: Vlm } | null = null
  #ahead: { readonly scope: string; readonly parts: Promise<ModelParts> } | null = null
  #callbacks: Pick<LoadCallbacks, 'onProgress' | 'onPhase'> = { onProgress: () => {}, onPhase: () => {} }

  /** Loads a model that no run has requested yet, without its tokenizer. @throws VoxelwiseError as `Vlm.load` */
  async loadAhead(wanted: ModelWanted, data: Remote<RunFolders>): Promise<void> {
    const parts = remoteModelFolder(data).then(folder => this.#parts(folder, wanted, here))
    this.#ahead = { scope: modelScope(wanted), parts }
    await (await parts).sessions
  }

  /** @throws VoxelwiseError naming the file or the part at fault */
  async of(run: Run, data: Remote<RunFolders>, callbacks: LoadCallbacks): Promise<Vlm> {
    const { chatTemplate, thinking } = run.settings
    if (isLineLost()) this.#loaded = this.#ahead = null
    const wanted = wantedModel(run)
    const scope = JSON.stringify([modelScope(wanted), chatTemplate, thinking])
    if (this.#loaded?.scope === scope) return this.#loaded.vlm
    await this.#loaded?.vlm.dispose()
    this.#loaded = null
    this.#callbacks = callbacks
    const folder = await remoteModelFolder(data)
    const parts =
      (await this.#takeAhead(modelScope(wanted))) ?? (await this.#parts(folder, wanted, callbacks))
    const { checked, ...events } = callbacks
    const vlm = await Vlm.of(parts, folder, { ...wanted, ...events, chatTemplate, thinking, checked })
    this.#loaded = { scope, vlm }
    return vlm
  }

  async #takeAhead(scope: string): Promise<ModelParts | null> {
    const ahead = this.#ahead
    this.#ahead = null
    if (!ahead) return null
    const parts = await ahead.parts
    if (ahead.scope === scope) return parts
    await disposeParts(parts)
    return null
  }

  /** Progress goes to the caller that waits at that time. */
  async #parts(
    folder: ModelFolder,
    wanted: ModelWanted,
    { readWhole, digestFile }: Pick<LoadCallbacks, 'readWhole' | 'digestFile'>,
  ): Promise<ModelParts> {
    const backend = chooseBackend(wanted.device)
    const parts = await loadParts(backend, folder, {
      ...{ ...wanted, digestFile },
      ...(backend === browserBackend && { readWhole }),
      onProgress: (...progress) => this.#callbacks.onProgress(...progress),
      onPhase: name => this.#callbacks.onPhase(name),
    })
    // While the sessions are made. A failure reaches the caller that needs the digest.
    parts.weights().catch(() => {})
    return parts
  }
}

/**
 * The model of a run. The other thread reads and tries its part while the weights load.
 * @throws VoxelwiseError as `KeptModel.of` and `configure`
 */
export async function loadFor(
  run: Run,
  model: KeptModel,
  data: Remote<RunFolders>,
  prepare: Remote<PrepareWorker>,
  options: Partial<PrepareOptions> = {},
  events: Partial<Pick<LoadCallbacks, 'onProgress' | 'onPhase'>> = {},
): Promise<Vlm> {
  const { chatTemplate, thinking, window, imageDetail } = run.settings
  const shown = { ...(window !== undefined && { window }), ...(imageDetail !== undefined && { imageDetail }) }
  const checked = configure(prepare, { chatTemplate, thinking, ...shown, ...options })
  const loading = model.of(run, data, {
    checked,
    onProgress: () => {},
    onPhase: () => {},
    ...events,
    readWhole: file => prepare.readFile(file),
    // A file that is made as it is read would arrive empty in another thread.
    digestFile: file => (file instanceof MadeBlob ? sha256OfPieces(file) : prepare.digestFile(file)),
  })
  const [vlm] = await Promise.all([loading, checked])
  return vlm
}

const modelScope = (wanted: ModelWanted): string => JSON.stringify([loadScope(wanted), wanted.threads])

const here = { readWhole: (file: Blob) => file.arrayBuffer(), digestFile: sha256OfPieces }
