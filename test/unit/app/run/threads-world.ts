import { vi } from 'vitest'
import type { RunThreads } from '../../../../src/app/run/worker-pool.ts'
import type { ModelWanted, RunPorts, RunTask, SpeedTrial } from '../../../../src/workers/contracts/run.ts'
import { releaseProxy } from '../../../../src/workers/shared/comlink.ts'
import { someRun } from '../../support/records.ts'

const never = new Promise<never>(() => {})
const connect = async (port: MessagePort): Promise<void> => port.close()

/** The threads of a page without a model: folders that are held, and workers that answer at once. */
export class ThreadsWorld {
  /** Folders that are held and not released, and workers that were started and not ended. */
  readonly held = new Set<object>()
  readonly workers = new Set<object>()
  /** Models that were loaded before a run. */
  readonly loaded: ModelWanted[] = []
  /** Runs that are being asked, and the most at one time. */
  asking = 0
  mostAsking = 0
  /** What `trySpeed` does. */
  trySpeed: () => Promise<SpeedTrial> = () => never
  /** Resolves when a worker has asked all. */
  ask: () => Promise<void> = async () => {}
  /** Whether a model cannot be loaded ahead. */
  isBroken = false
  readonly threads: RunThreads

  constructor(data: object = {}) {
    const remote = { openRunFolders: async () => this.#hold(), keepCompiled: () => {}, ...data }
    this.threads = {
      data: { remote },
      startModel: () => this.#worker(),
      startServer: () => this.#worker(),
      startPrepare: () => this.#worker(),
    } as unknown as RunThreads
  }

  #hold(): object {
    const folders = {
      connect,
      modelFingerprint: async () => someRun.model.fingerprint,
      datasetFingerprint: async () => someRun.dataset.fingerprint,
      expectSameImages: async () => {},
      planned: async () => ({ voxels: [], chance: null }),
      [releaseProxy]: () => {
        if (!this.held.delete(folders)) throw new Error('These folders were released twice.')
      },
    }
    this.held.add(folders)
    return folders
  }

  #worker() {
    let isAsking = false
    const end = (): void => {
      if (isAsking) this.asking--
      isAsking = false
    }
    const worker = {
      crashed: never,
      close: () => {
        end()
        this.workers.delete(worker)
      },
      remote: {
        connect,
        dataFrom: connect,
        pause: async () => {},
        resume: async () => {},
        stop: async () => {},
        loadAhead: async (wanted: ModelWanted) => {
          if (this.isBroken) throw new Error('The model cannot be loaded.')
          this.loaded.push(wanted)
        },
        trySpeed: () => this.trySpeed(),
        start: async (_: RunTask, { events }: RunPorts) => {
          isAsking = true
          this.mostAsking = Math.max(this.mostAsking, ++this.asking)
          await this.ask()
          end()
          events.postMessage({ type: 'over' })
          return true
        },
      },
    }
    this.workers.add(worker)
    return worker
  }
}

/** Globals of a page that Node lacks. */
export function stubPage(): void {
  const locks = new Set<string>()
  const request = async (name: string, _: object, work: (lock: object | null) => Promise<void>) => {
    if (locks.has(name)) return work(null)
    locks.add(name)
    return work({}).finally(() => locks.delete(name))
  }
  const query = async () => ({ held: [...locks].map(name => ({ name })) })
  vi.stubGlobal('navigator', { userAgent: 'test', hardwareConcurrency: 2, locks: { request, query } })
  vi.stubGlobal('document', { hidden: false })
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('removeEventListener', () => {})
}
