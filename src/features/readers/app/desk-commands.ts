import type { CommandTable } from '../../../app/controller/services.ts'
import { portTo, transfer } from '../../../app/threads/bridge.ts'
import { type WorkerHandle, workerHandle } from '../../../workers/shared/worker-handle.ts'
import type { DeskWorker } from '../worker/desk-contract.ts'

export type Desk = WorkerHandle<DeskWorker>

export const deskCommands = {
  /** A thread that holds studies and sittings, with the open data set if there is one. The caller closes it. */
  openDesk: async ({ data }): Promise<Desk> => {
    const desk: Desk = workerHandle(
      new Worker(new URL('../worker/desk.worker.ts', import.meta.url), { type: 'module' }),
    )
    const held = await data.remote.holdDataset()
    if (held) {
      const port = await portTo({ remote: held })
      await desk.remote.takeDataset(transfer(port, [port]))
    }
    return desk
  },
  /** Drops the samples of the open data set that the page shows as examples: they have right answers. */
  dropExamples: ({ app }) => {
    const { dataset } = app.state
    if (dataset.status !== 'ready' || !dataset.overview.mapping) return
    const mapping = { ...dataset.overview.mapping, examples: [] }
    app.change({ dataset: { ...dataset, overview: { ...dataset.overview, mapping } } })
  },
} satisfies CommandTable
