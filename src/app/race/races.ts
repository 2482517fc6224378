import type { ChosenSource } from '../../data/sources/source.ts'
import { VoxelwiseError } from '../../engine/base/errors.ts'
import { refusal } from '../../engine/model/refusal.ts'
import type { DataWorker } from '../../workers/contracts/data.ts'
import type { FolderRegistry } from '../folders/registry.ts'
import { type NewRaceRequest, newRaceRequest } from '../queue/requests.ts'
import type { Entrant } from '../state/state.ts'
import type { AppStore } from '../state/store.ts'
import type { WorkerHandle } from '../threads/bridge.ts'

/** The models that are to race. Each model's answers are a run like any other, so nothing is lost when one breaks off. */
export class Races {
  readonly #app: AppStore
  readonly #data: WorkerHandle<DataWorker>
  readonly #folders: FolderRegistry
  readonly #sources = new Map<string, ChosenSource>()

  constructor(app: AppStore, data: WorkerHandle<DataWorker>, folders: FolderRegistry) {
    this.#app = app
    this.#data = data
    this.#folders = folders
  }

  /** Adds the chosen model in the chosen precision. One that is in the list already is not added twice. */
  async add(): Promise<void> {
    const { device, dtype, chatTemplate } = this.#app.state.settings
    const overview = this.#folders.model()
    const { model: opening } = this.#folders.needed()
    const source = this.#folders.descriptor('model')
    const problem = refusal(overview, this.#app.state.settings, this.#folders.dataset().imagesAtOnce)
    if (problem) throw new VoxelwiseError(problem)
    if (!opening || !source) return
    const fingerprint = await this.#data.remote.fingerprintModel(opening, overview.family, dtype, null)
    const { entrants } = this.#app.state
    if (entrants.some(known => known.fingerprint === fingerprint && known.settings.device === device)) return
    const settings = { device, dtype, chatTemplate }
    const entrant: Entrant = { id: crypto.randomUUID(), overview, fingerprint, settings }
    this.#sources.set(entrant.id, source)
    this.#app.change({ entrants: [...entrants, entrant] })
  }

  remove(id: string): void {
    this.#sources.delete(id)
    this.#app.change({ entrants: this.#app.state.entrants.filter(entrant => entrant.id !== id) })
  }

  /** A race of the models in the list, on the data set on show. */
  request(): NewRaceRequest {
    const { risk, device, settings, isLengthChosen } = this.#app.state
    const dataset = this.#folders.dataset()
    const source = this.#folders.descriptor('dataset')
    const needed = this.#folders.needed().dataset
    if (!source) throw new Error('No data set is chosen.')
    const entrants = this.#app.state.entrants.flatMap(entrant => {
      const own = this.#sources.get(entrant.id)
      return own ? [{ ...entrant, source: own }] : []
    })
    return newRaceRequest({ dataset, source, needed, entrants, risk, device, settings, isLengthChosen })
  }
}
