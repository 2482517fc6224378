/** A run on a data set of any size, with a stub in place of the model. */

import type { Controller } from '../../src/app/controller/commands.ts'
import { fromDrop } from '../../src/app/folders/picking.ts'
import type { Picked } from '../../src/app/state/state.ts'
import type { RunSettings } from '../../src/engine/protocol/settings.ts'
import type { RunWorker } from '../../src/workers/contracts/run.ts'
import { workerHandle } from '../../src/workers/shared/worker-handle.ts'
import { inputFolder } from './input-folder.ts'

export interface StubRun {
  readonly id: string
  /** Milliseconds from the press of the button to the first answer, and to the end. */
  readonly first: number
  readonly whole: number
}

export const startStub = () =>
  workerHandle<RunWorker>(new Worker(new URL('./stub.worker.ts', import.meta.url), { type: 'module' }))

/** The folder that is dropped on the page next. */
export function droppedFolder(): Promise<Picked> {
  return new Promise((resolve, reject) => {
    document.addEventListener('dragover', event => event.preventDefault())
    document.addEventListener('drop', event => {
      event.preventDefault()
      if (!event.dataTransfer) return
      fromDrop(event.dataTransfer, []).then(
        picked => (picked ? resolve(picked) : reject(new Error('No folder was dropped.'))),
        reject,
      )
    })
  })
}

/** Asks every question of a folder; the model is only named. */
export async function stubRun(
  controller: Controller,
  dataset: Picked,
  settings: RunSettings,
  until: (controller: Controller, wanted: () => boolean) => Promise<void>,
): Promise<StubRun> {
  await until(controller, () => controller.getState().device.webgpu.status !== 'checking')
  await controller.chooseDataset(dataset)
  await controller.chooseModel(inputFolder())
  controller.changeSettings(settings)
  const start = performance.now()
  let first = Number.NaN
  await controller.start()
  await until(controller, () => {
    const { live } = controller.getState()
    if (Number.isNaN(first) && (live?.answered ?? 0) > 0) first = performance.now() - start
    return live?.phase === 'done' || live?.phase === 'failed'
  })
  const { live } = controller.getState()
  if (!live || live.error) throw new Error(live?.error ? JSON.stringify(live.error) : 'The run is gone.')
  return { id: live.run.id, first, whole: performance.now() - start }
}
