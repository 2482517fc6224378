/** Work of a run on another device, in workers that end with it. */
import type { PageDevice } from '../../engine/protocol/device.ts'
import type { Run } from '../../engine/protocol/run.ts'
import type { RunPorts, RunWorker } from '../../workers/contracts/run.ts'
import type { Remote } from '../../workers/shared/comlink.ts'
import { portTo, transfer } from '../threads/bridge.ts'
import type { WorkerPool } from './worker-pool.ts'

/** The same questions on another device. @param threads of WASM */
export const onDevice = (run: Run, device: PageDevice, threads: number): Run => ({
  ...run,
  settings: { ...run.settings, device },
  environment: {
    ...run.environment,
    threads: device === 'wasm' ? Math.max(1, threads) : run.environment.threads,
  },
})

/** Calls a fresh worker, and ends it. @throws the signal's reason when it is aborted */
export async function inWorkersApart<T>(
  pool: WorkerPool,
  signal: AbortSignal,
  call: (remote: Remote<RunWorker>, ports: Pick<RunPorts, 'data' | 'prepare'>) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted()
  const { worker, prepare } = await pool.apart()
  const aborted = new Promise<never>((_, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason)),
  )
  // It may come when the work is over.
  aborted.catch(() => {})
  try {
    const [data, toPrepare] = await Promise.all([portTo({ remote: pool.folders }), portTo(prepare)])
    signal.throwIfAborted()
    const ports = { data, prepare: toPrepare }
    const called = call(worker.remote, transfer(ports, [data, toPrepare]))
    return await Promise.race([called, worker.crashed, prepare.crashed, aborted])
  } finally {
    worker.close()
    prepare.close()
  }
}
