import type { DataWorker } from '../../workers/data.worker.ts'
import type { ImportWorker } from '../../workers/import.worker.ts'
import type { PrepareWorker } from '../../workers/prepare.worker.ts'
import type { RecordsWorker } from '../../workers/records.worker.ts'
import type { ResultsWorker } from '../../workers/results.worker.ts'
import type { RunWorker } from '../../workers/run.worker.ts'
import { type Bridged, bridge } from '../../workers/shared/bridged.ts'
import { proxy, type Remote, transfer } from '../../workers/shared/comlink.ts'
import type { TraceWorker } from '../../workers/trace.worker.ts'

// All that the page knows of workers: how to start each kind, and how to join two of them.

/** Reads folders. */
export const startDataWorker = (): Bridged<DataWorker> =>
  bridge(new Worker(new URL('../../workers/data.worker.ts', import.meta.url), { type: 'module' }))

/** Prepares images and prompts. */
export const startPrepareWorker = (): Bridged<PrepareWorker> =>
  bridge(new Worker(new URL('../../workers/prepare.worker.ts', import.meta.url), { type: 'module' }))

/** Asks the model. */
export const startRunWorker = (): Bridged<RunWorker> =>
  bridge(new Worker(new URL('../../workers/run.worker.ts', import.meta.url), { type: 'module' }))

/** Asks a model server: the same verbs and events. */
export const startServerWorker = (): Bridged<RunWorker> =>
  bridge(new Worker(new URL('../../workers/server.worker.ts', import.meta.url), { type: 'module' }))

/** Derives figures from stored records. */
export const startResultsWorker = (): Bridged<ResultsWorker> =>
  bridge(new Worker(new URL('../../workers/results.worker.ts', import.meta.url), { type: 'module' }))

/** Takes runs in. */
export const startImportWorker = (): Bridged<ImportWorker> =>
  bridge(new Worker(new URL('../../workers/import.worker.ts', import.meta.url), { type: 'module' }))

/** Reads all records of one run. */
export const startRecordsWorker = (): Bridged<RecordsWorker> =>
  bridge(new Worker(new URL('../../workers/records.worker.ts', import.meta.url), { type: 'module' }))

/** Tells every number of some prompts. */
export const startTraceWorker = (): Bridged<TraceWorker> =>
  bridge(new Worker(new URL('../../workers/trace.worker.ts', import.meta.url), { type: 'module' }))

/** A line of its own to a worker that hands out ports. */
export async function lineTo(worker: {
  readonly remote: { connect(port: MessagePort): Promise<void> }
}): Promise<MessagePort> {
  const { port1, port2 } = new MessageChannel()
  await worker.remote.connect(transfer(port1, [port1]))
  return port2
}

export { type Bridged, bridge, proxy, type Remote, transfer }
