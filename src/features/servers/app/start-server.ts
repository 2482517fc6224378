import type { RunWorker } from '../../../workers/contracts/run.ts'
import { type WorkerHandle, workerHandle } from '../../../workers/shared/worker-handle.ts'

/** Asks a model server. It does not load ahead or try the speed. */
export const startServerWorker = (): WorkerHandle<RunWorker> =>
  workerHandle(new Worker(new URL('../worker/server.worker.ts', import.meta.url), { type: 'module' }))
