import { deviceHere } from '../../engine/protocol/device.ts'
import type { Run } from '../../engine/protocol/run.ts'
import type { BackendOptions } from '../../engine/runtime/backend.ts'
import { browserBackend } from '../../engine/runtime/browser-backend.ts'
import { disposeParts, loadParts, type ModelParts } from '../../engine/runtime/load-parts.ts'
import type { ModelFolder } from '../../engine/runtime/model-folder.ts'
import type { ReadWhole } from '../../engine/runtime/read-ahead.ts'
import type { WeightProgress } from '../../engine/runtime/sessions.ts'
import { Vlm } from '../../engine/runtime/vlm.ts'
import type { Remote } from './comlink.ts'
import type { RunFolders } from './run-folders.ts'

/** Which model, and how it is loaded. */
export interface ModelWanted extends BackendOptions {
  readonly fingerprint: string
}

export const modelOf = ({ model, settings, environment }: Run): ModelWanted => ({
  fingerprint: model.fingerprint,
  ...deviceHere(settings),
  threads: environment.threads,
})

/** All that image features depend on besides the image: weights, settings of the processor, arithmetic. */
export const featureScope = ({ fingerprint, dtype, device }: Omit<ModelWanted, 'threads'>): string =>
  `${fingerprint.slice(0, 16)}-${dtype}-${device}`

interface Telling {
  readonly checked: Promise<void>
  readonly onProgress: WeightProgress
  readonly onPhase: (name: string) => void
  /** In another thread. */
  readonly readWhole: ReadWhole
}

/**
 * The model of one thread: loaded when a run asks for it, or before; kept from a run to its passes. Of a run that broke off
 * nothing is kept, its worker neither.
 */
export class KeptModel {
  #loaded: { readonly scope: string; readonly vlm: Vlm } | null = null
  #ahead: { readonly scope: string; readonly parts: Promise<ModelParts> } | null = null
  #telling: Pick<Telling, 'onProgress' | 'onPhase'> = { onProgress: () => {}, onPhase: () => {} }

  /** Loads a model that no run has asked for yet, but for its tokenizer. @throws VoxelwiseError as `Vlm.load` */
  async loadAhead(wanted: ModelWanted, data: Remote<RunFolders>): Promise<void> {
    const parts = folderOf(data).then(folder => this.#parts(folder, wanted, readHere))
    this.#ahead = { scope: scopeOf(wanted), parts }
    await (await parts).sessions
  }

  /** @throws VoxelwiseError naming the file or the part at fault */
  async of(run: Run, data: Remote<RunFolders>, telling: Telling): Promise<Vlm> {
    const { chatTemplate } = run.settings
    const wanted = modelOf(run)
    const scope = JSON.stringify([scopeOf(wanted), chatTemplate])
    if (this.#loaded?.scope === scope) return this.#loaded.vlm
    await this.#loaded?.vlm.dispose()
    this.#loaded = null
    this.#telling = telling
    const folder = await folderOf(data)
    const parts =
      (await this.#takeAhead(scopeOf(wanted))) ?? (await this.#parts(folder, wanted, telling.readWhole))
    const { checked, ...told } = telling
    const vlm = await Vlm.of(parts, folder, { ...wanted, ...told, chatTemplate, checked })
    this.#loaded = { scope, vlm }
    return vlm
  }

  /** What was loaded ahead, where that is the model which is wanted. */
  async #takeAhead(scope: string): Promise<ModelParts | null> {
    const ahead = this.#ahead
    this.#ahead = null
    if (!ahead) return null
    const parts = await ahead.parts
    if (ahead.scope === scope) return parts
    await disposeParts(parts)
    return null
  }

  /** What is told goes to whoever waits by then. */
  #parts(folder: ModelFolder, wanted: ModelWanted, readWhole: ReadWhole): Promise<ModelParts> {
    return loadParts(browserBackend, folder, {
      ...wanted,
      readWhole,
      onProgress: (...progress) => this.#telling.onProgress(...progress),
      onPhase: name => this.#telling.onPhase(name),
    })
  }
}

const scopeOf = (wanted: ModelWanted): string => JSON.stringify([featureScope(wanted), wanted.threads])

const readHere: ReadWhole = file => file.arrayBuffer()

const folderOf = async (data: Remote<RunFolders>): Promise<ModelFolder> => ({
  ...(await data.modelFiles()),
  open: path => data.openModelFile(path),
})
