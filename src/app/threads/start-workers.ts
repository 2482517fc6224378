import type { DataWorker } from '../../workers/contracts/data.ts'
import type { PrepareWorker, RunWorker } from '../../workers/contracts/run.ts'
import type { ImportWorker, RecordsWorker, ResultsWorker } from '../../workers/contracts/stored.ts'
import { type WorkerHandle, workerHandle } from '../../workers/shared/worker-handle.ts'
import { localToken } from './local-token.ts'

// Each contract describes its worker.

export const startDataWorker = (): WorkerHandle<DataWorker> =>
  workerHandle(new Worker(new URL('../../workers/data.worker.ts', import.meta.url), { type: 'module' }))

export const startPrepareWorker = (): WorkerHandle<PrepareWorker> =>
  workerHandle(new Worker(new URL('../../workers/prepare.worker.ts', import.meta.url), { type: 'module' }))

/** Runs a model here. Its name is the token of the local server: a worker has no address and no storage to read it from. */
export const startRunWorker = (): WorkerHandle<RunWorker> =>
  workerHandle(
    new Worker(new URL('../../workers/run.worker.ts', import.meta.url), {
      type: 'module',
      name: localToken(),
    }),
  )

export const startResultsWorker = (): WorkerHandle<ResultsWorker> =>
  workerHandle(new Worker(new URL('../../workers/results.worker.ts', import.meta.url), { type: 'module' }))

export const startImportWorker = (): WorkerHandle<ImportWorker> =>
  workerHandle(new Worker(new URL('../../workers/import.worker.ts', import.meta.url), { type: 'module' }))

export const startRecordsWorker = (): WorkerHandle<RecordsWorker> =>
  workerHandle(new Worker(new URL('../../workers/records.worker.ts', import.meta.url), { type: 'module' }))
