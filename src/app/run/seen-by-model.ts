import type { SeenByModel } from '../../data/images/picture.ts'
import { findProbeKind } from '../../engine/probes/kind-of.ts'
import { Perturbation } from '../../engine/probes/perturbation.ts'
import { findProtocol } from '../../engine/protocol/protocols/registry.ts'
import { imagesShownIn, type RunRecord } from '../../engine/protocol/record.ts'
import type { Run } from '../../engine/protocol/run.ts'
import { listImages } from '../../engine/protocol/sample.ts'
import { writeQuestion } from '../../engine/runtime/prepare.ts'
import type { Needed } from '../../workers/contracts/folders.ts'
import type { PrepareWorker } from '../../workers/contracts/run.ts'
import { portTo, transfer, type WorkerHandle } from '../threads/bridge.ts'
import type { RunThreads } from './worker-pool.ts'

/** Milliseconds without a question after which the thread ends. */
const idleMs = 60_000

interface Folders {
  /** The data set and model of a run; null where another one is open, or none. */
  openedFor(run: Run): Promise<Needed | null>
}

/** Prepares stored questions again, as their runs did, to show what reached the model. */
export class SeenQuestions {
  readonly #threads: Pick<RunThreads, 'data' | 'startPrepare'>
  readonly #folders: Folders
  #held: { readonly key: string; readonly prepare: Promise<WorkerHandle<PrepareWorker>> } | null = null
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(threads: Pick<RunThreads, 'data' | 'startPrepare'>, folders: Folders) {
    this.#threads = threads
    this.#folders = folders
  }

  /** Null where the run's data set and model are not both open. @throws VoxelwiseError as `PrepareWorker.show` */
  async of(run: Run, record: RunRecord): Promise<SeenByModel | null> {
    const needed = await this.#folders.openedFor(run)
    if (!needed) return null
    const prepare = await this.#prepare(run, needed)
    const { sample } = record
    const perturbation = new Perturbation(run.probe, [sample], findProtocol(run.settings.protocol))
    const paths = run.probe && findProbeKind(run.probe).seen.images === 'none' ? [] : imagesShownIn(record)
    const [shown] = perturbation.images(listImages(sample), sample.index)
    const fields = perturbation.fields(sample)
    const question = writeQuestion(sample.index, fields, paths.length, perturbation.protocol)
    return Promise.race([prepare.remote.show(paths, question, shown?.change ?? null), prepare.crashed])
  }

  async #prepare(run: Run, needed: Needed): Promise<WorkerHandle<PrepareWorker>> {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#end(), idleMs)
    const { chatTemplate, thinking, window, imageDetail } = run.settings
    const key = JSON.stringify([needed, chatTemplate, thinking, window, imageDetail])
    if (this.#held?.key !== key) {
      this.#end()
      this.#held = { key, prepare: this.#start(run, needed) }
    }
    try {
      return await this.#held.prepare
    } catch (error) {
      this.#held = null
      throw error
    }
  }

  async #start({ settings }: Run, needed: Needed): Promise<WorkerHandle<PrepareWorker>> {
    const folders = await this.#threads.data.remote.openRunFolders(needed)
    const prepare = this.#threads.startPrepare()
    try {
      const port = await portTo({ remote: folders })
      await prepare.remote.dataFrom(transfer(port, [port]))
      const { chatTemplate, thinking, window, imageDetail } = settings
      await prepare.remote.configure({
        ...{ chatTemplate, thinking },
        ...(window !== undefined && { window }),
        ...(imageDetail !== undefined && { imageDetail }),
      })
      return prepare
    } catch (error) {
      prepare.close()
      throw error
    }
  }

  #end(): void {
    void this.#held?.prepare.then(
      prepare => prepare.close(),
      () => {},
    )
    this.#held = null
  }
}
