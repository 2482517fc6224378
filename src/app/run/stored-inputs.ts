import type { Store } from '../../data/store/store.ts'
import { VoxelwiseError } from '../../engine/base/errors.ts'
import { toolWords } from '../../engine/protocol/elsewhere.ts'
import type { Judging, Run } from '../../engine/protocol/run.ts'
import type { DataWorker } from '../../workers/data.worker.ts'
import type { RunWorker } from '../../workers/run.worker.ts'
import { type Bridged, proxy } from '../bridge.ts'
import type { JudgeFolder } from '../folders/judge-folder.ts'
import type { FolderRegistry } from '../folders/registry.ts'
import type { AppStore } from '../store.ts'
import type { LoadingAhead } from './loading-ahead.ts'

/** What runs are made of. */
export interface RunDeps {
  readonly app: AppStore
  readonly data: Bridged<DataWorker>
  readonly store: Promise<Store>
  readonly folders: FolderRegistry
  readonly judge: JudgeFolder
  readonly ahead: LoadingAhead
  /** Starts what stands in place of a model's own worker. */
  readonly startWorker?: (() => Bridged<RunWorker>) | undefined
}

/** Opens again what a stored run was asked of, and refuses what is no longer the same. */
export class StoredInputs {
  readonly #deps: RunDeps

  constructor(deps: RunDeps) {
    this.#deps = deps
  }

  /**
   * Opens the folders of a stored run, on the device that it wants. What is answered from now on must be about the same
   * images as what is there, of the run that was probed too.
   */
  async bringBack(run: Run): Promise<void> {
    if (run.environment.runtime || run.model.elsewhere) throw madeElsewhere(run)
    await this.#deps.folders.bringBackFor(run)
    await this.#checkImages(run)
    this.#checkDevice(run)
  }

  /** Opens the judge of a stored pass, and the images of the answers that it judges. */
  async bringBackJudge(run: Run, judging: Judging, parent: string): Promise<void> {
    const { judge, store } = this.#deps
    await judge.bringBackFor(run)
    this.#checkDevice(run)
    await this.bringImages(await (await store).run(parent), judging)
  }

  /** A judge that sees images needs those that the answers are about. */
  async bringImages(parent: Run, { showsImages }: Judging): Promise<void> {
    if (!showsImages) return
    await this.#deps.folders.bringBackDatasetFor(parent)
    await this.#checkImages(parent)
  }

  #checkDevice(run: Run): void {
    const { webgpu } = this.#deps.app.state.device
    if (run.settings.device === 'webgpu' && webgpu.status === 'unavailable')
      throw new VoxelwiseError({
        code: 'device-unavailable',
        subject: 'WebGPU',
        message: webgpu.reason,
        remedy: 'Continue this run in a browser with WebGPU, or start a new one on WASM.',
      })
  }

  /** Shows how far it is: to look at 160,000 images takes a minute. */
  async #checkImages({ id, parent }: Run): Promise<void> {
    const { app, data } = this.#deps
    // What is told last may come after the answer: they take different ports.
    let isOver = false
    const onProgress = (done: number, of: number): void => {
      if (!isOver) app.change({ imagesChecked: { run: id, done, of } })
    }
    try {
      await data.remote.expectSameImages(parent === undefined ? [id] : [parent, id], proxy(onProgress))
    } finally {
      isOver = true
      app.change({ imagesChecked: null })
    }
  }
}

const madeElsewhere = ({ name, model: { elsewhere } }: Run): VoxelwiseError =>
  new VoxelwiseError({
    code: 'device-unavailable',
    subject: name,
    message: elsewhere
      ? `Its answers are those of ${toolWords(elsewhere)}: this page cannot ask more of that model.`
      : 'This run was made without a browser, and is to be gone on with so.',
    remedy: elsewhere
      ? 'Ask with that tool and open its new log, or start a run here.'
      : 'Give the command that made it once more, or start a new run here.',
  })
