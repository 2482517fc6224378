import type { ChosenSource } from '../../data/sources/source.ts'
import type { KeptCopy } from '../../data/store/model-copies.ts'
import type { ModelOverview } from '../../engine/model/model-overview.ts'
import { computedHere, type Dtype } from '../../engine/protocol/device.ts'
import type { Run } from '../../engine/protocol/run.ts'
import type { RunSettings } from '../../engine/protocol/settings.ts'
import { deviceLimits } from '../state/device.ts'
import type { AppState } from '../state/state.ts'
import { proxy } from '../threads/bridge.ts'
import { type FolderDeps, Slot } from './slot.ts'

/** The chosen model or judge: a folder, or a server. */
export class ChosenModel {
  readonly slot: Slot<'model' | 'judge'>
  readonly #role: 'model' | 'judge'
  readonly #deps: FolderDeps
  readonly #deviceFound: Promise<void>

  /** @param deviceFound settles when it is known whether there is WebGPU: the recommended precision depends on it */
  constructor(role: 'model' | 'judge', deps: FolderDeps, deviceFound: Promise<void>) {
    this.slot = new Slot(role, deps)
    this.#role = role
    this.#deps = deps
    this.#deviceFound = deviceFound
  }

  async open(source: ChosenSource): Promise<void> {
    const { app, data } = this.#deps
    const role = this.#role
    const read = async (number: number): Promise<ModelOverview | null> => {
      // In the order in which they were picked.
      await this.#deviceFound
      if (this.slot.source !== source) return null
      const { remote } = data
      if (source.kind === 'server') {
        const onStep = (step: string): void => this.slot.showStep(source, step)
        return remote.openServer(role, number, source.base, source.name, proxy(onStep))
      }
      const limits = deviceLimits(app.state.device)
      if (source.kind === 'copy') return remote.openCopy(role, number, source, limits)
      return role === 'model'
        ? remote.openModel(number, source, limits)
        : remote.openJudge(number, source, limits)
    }
    await this.slot.open(source, read, overview =>
      role === 'model' ? { settings: settingsFor(overview, app.state) } : {},
    )
    await this.slot.rememberLast(source)
  }

  /** As `DataWorker.copyModel`, of the checkpoint that is open. @throws VoxelwiseError permission-denied where none is */
  async copy(dtype: Dtype, onBytes: (written: number, of: number) => void): Promise<KeptCopy> {
    const { family } = this.slot.overview()
    return this.#deps.data.remote.copyModel(this.slot.opening(), family, dtype, proxy(onBytes))
  }

  /** Whether a copy has the name of the checkpoint that is open, and was made of other files. */
  async isOutdated({ manifest }: KeptCopy): Promise<boolean> {
    const { model } = this.#deps.app.state
    if (!manifest || model.status !== 'ready' || model.overview.name !== manifest.name) return false
    const given = [this.slot.opening(), model.overview.family, manifest.dtype, null] as const
    return (await this.#deps.data.remote.fingerprintModel(...given)) !== manifest.fingerprint
  }

  /** Fingerprint of the open model in a run's precision, by its rule; null where none of the run's family is open. */
  async fingerprint({ model, settings }: Pick<Run, 'model' | 'settings'>): Promise<string | null> {
    const { remote } = this.#deps.data
    const chosen = this.#deps.app.state[this.#role]
    if (chosen.status !== 'ready' || chosen.overview.family !== model.family) return null
    const given = [this.slot.opening(), model.family, settings.dtype, model.fingerprint] as const
    return this.#role === 'model' ? remote.fingerprintModel(...given) : remote.fingerprintJudge(...given)
  }

  /** Questions of more images, or of fewer, need other memory. */
  async describeFor(imagesAtOnce: number): Promise<void> {
    const { app, data } = this.#deps
    const { model } = app.state
    if (model.status !== 'ready' || model.overview.server) return
    if (model.overview.prompt.images === Math.max(1, imagesAtOnce)) return
    const overview = await data.remote.describeModel(deviceLimits(app.state.device))
    if (app.state.model === model) app.change({ model: { status: 'ready', overview } })
  }
}

/** A server computes elsewhere. Another model's prompt and image detail are other choices, and what a server stood for is chosen again. */
function settingsFor({ server, recommended }: ModelOverview, state: AppState): RunSettings {
  const { imageDetail: _, ...settings } = state.settings
  if (server) return { ...settings, device: 'server', dtype: 'server' }
  const { device, dtype } = recommended ?? computedHere(settings) ?? { device: 'wasm', dtype: 'q8' }
  return { ...settings, chatTemplate: 'own', device, dtype }
}
