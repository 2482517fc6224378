import { sourceName } from '../../data/sources/descriptor.ts'
import type { ChosenSource } from '../../data/sources/source.ts'
import type { Store } from '../../data/store/store.ts'
import { internalError, VoxelwiseError } from '../../engine/base/errors.ts'
import type { ModelOverview } from '../../engine/model/model-overview.ts'
import type { Run } from '../../engine/protocol/run.ts'
import type { DataWorker } from '../../workers/contracts/data.ts'
import type { Opening } from '../../workers/contracts/folders.ts'
import { folderChanged } from '../../workers/data/opened-role.ts'
import { limitsOf } from '../state/device.ts'
import type { Picked } from '../state/state.ts'
import type { AppStore } from '../state/store.ts'
import { proxy, type WorkerHandle } from '../threads/bridge.ts'
import { askAgain, describe, isAtHand, lastJudge } from './describe.ts'

/** The folder of the model that judges the answers of others, or the server that it is behind. */
export class JudgeFolder {
  readonly #app: AppStore
  readonly #data: WorkerHandle<DataWorker>
  readonly #store: Promise<Store>
  readonly #remember: boolean
  #descriptor: ChosenSource | null = null
  /** Each opening has its own number; `#number` is that of the shown judge. */
  #openings = 0
  #number = 0
  /** For passes that this page began, since only a name would be stored of files that were picked individually. */
  readonly #ofPasses = new Map<string, ChosenSource>()

  constructor(app: AppStore, data: WorkerHandle<DataWorker>, store: Promise<Store>, remember: boolean) {
    this.#app = app
    this.#data = data
    this.#store = store
    this.#remember = remember
  }

  choose(picked: Picked): Promise<void> {
    return this.#open(describe('judge', picked))
  }

  /** Brings back the judge of the last visit, or asks for it. */
  async bringBackLast(): Promise<void> {
    const descriptor = await lastJudge(await this.#store.catch(() => null))
    // The user may have picked something in the meantime.
    if (!descriptor || this.#descriptor) return
    if (await isAtHand(descriptor)) await this.#open(descriptor)
    else this.#lock(descriptor)
  }

  async unlock(): Promise<void> {
    const descriptor = this.#descriptor
    if (descriptor && (await askAgain(descriptor))) await this.#open(descriptor)
  }

  descriptor(): ChosenSource | null {
    return this.#descriptor
  }

  /** Remembers with a pass which judge it was made with. */
  async keepFor({ id }: Pick<Run, 'id'>, source: ChosenSource): Promise<void> {
    this.#ofPasses.set(id, source)
    await (await this.#store).keepFolder(`${id}/model`, source)
  }

  /** @throws VoxelwiseError permission-denied where none is chosen, or why it cannot be read */
  overview(): ModelOverview {
    const { judge } = this.#app.state
    if (judge.status === 'ready') return judge.overview
    if (judge.status === 'failed') throw new VoxelwiseError(judge.error)
    throw notAtHand(judge.status === 'none' ? 'judge' : judge.name)
  }

  /**
   * The shown judge, for a pass to hold.
   * @throws VoxelwiseError as `overview`
   */
  needed(): Opening {
    return { name: this.overview().name, number: this.#number }
  }

  /** Opens the judge that a pass began with, unless it is open, and checks that it is the same. */
  async bringBackFor(run: Run): Promise<Opening> {
    const { name, fingerprint } = run.model
    const open = { name, number: this.#number }
    if ((await this.#fingerprint(run)) === fingerprint) return open
    const descriptor = this.#ofPasses.get(run.id) ?? (await (await this.#store).folder(`${run.id}/model`))
    if (!descriptor) throw notAtHand(name)
    if (!(await isAtHand(descriptor)) && !(await askAgain(descriptor))) {
      this.#lock(descriptor)
      throw notAtHand(name)
    }
    await this.#open(descriptor)
    if (this.#descriptor !== descriptor) throw folderChanged(name)
    const opened = this.needed()
    if ((await this.#fingerprint(run)) === fingerprint) return { name, number: opened.number }
    throw new VoxelwiseError({
      code: 'fingerprint-mismatch',
      subject: name,
      message: 'This folder has changed since the judge started.',
      remedy: 'Restore the original files, or start the judge again.',
    })
  }

  /** Shows the current request to a server. */
  #tell(descriptor: ChosenSource): (step: string) => void {
    return step => {
      const { judge } = this.#app.state
      if (this.#descriptor === descriptor && judge.status === 'reading')
        this.#app.change({ judge: { ...judge, step } })
    }
  }

  async #fingerprint({ model, settings }: Run): Promise<string | null> {
    const { judge } = this.#app.state
    if (judge.status !== 'ready' || judge.overview.family !== model.family) return null
    return this.#data.remote.fingerprintJudge(this.needed(), model.family, settings.dtype)
  }

  async #open(descriptor: ChosenSource): Promise<void> {
    const { name } = sourceName(descriptor)
    this.#descriptor = descriptor
    this.#app.change({ judge: { status: 'reading', name } })
    try {
      const { remote } = this.#data
      const number = ++this.#openings
      const overview =
        descriptor.kind === 'server'
          ? await remote.openServer(
              'judge',
              number,
              descriptor.base,
              descriptor.name,
              proxy(this.#tell(descriptor)),
            )
          : await remote.openJudge(number, descriptor, limitsOf(this.#app.state.device))
      if (this.#descriptor === descriptor) {
        this.#number = number
        this.#app.change({ judge: { status: 'ready', overview } })
      }
    } catch (error) {
      if (this.#descriptor === descriptor)
        this.#app.change({ judge: { status: 'failed', name, error: internalError(name, error) } })
      return
    }
    if (this.#remember && this.#descriptor === descriptor) await this.#keep(descriptor)
  }

  /** One that was read can be used, whether or not it can be remembered. */
  async #keep(descriptor: ChosenSource): Promise<void> {
    const store = await this.#store.catch(() => null)
    await store?.keepFolder('last/judge', descriptor).catch(error => this.#app.notify(error))
  }

  #lock(descriptor: ChosenSource): void {
    this.#descriptor = descriptor
    const { name, kind } = sourceName(descriptor)
    this.#app.change({ judge: { status: 'locked', name, source: kind } })
  }
}

const notAtHand = (name: string): VoxelwiseError =>
  new VoxelwiseError({
    code: 'permission-denied',
    subject: name,
    message: 'The judge’s folder is not open.',
    remedy: `Pick the folder "${name}" under Judge, then try again.`,
  })
