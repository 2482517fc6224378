import { ServerConnection } from '../data/servers/connection.ts'
import { ServerModel } from '../data/servers/server-model.ts'
import type { Store } from '../data/store/store.ts'
import { VoxelwiseError } from '../engine/base/errors.ts'
import { Stopped } from '../engine/runtime/steps.ts'
import { askServer } from '../engine/servers/ask-server.ts'
import type { PrepareWorker } from './prepare.worker.ts'
import type { RunWorker } from './run.worker.ts'
import { expose, type Remote, wrap } from './shared/comlink.ts'
import { PauseGate } from './shared/pause-gate.ts'
import type { RunFolders } from './shared/run-folders.ts'
import { beginRun, emitter, type RunPorts, type RunTask, whyRefused, withStore } from './shared/run-task.ts'

/** Enough to hide the reading of pictures. */
const lookAhead = 1

/** Of the time that a question may take: its worker tells that it is over before it is ended for it. */
const ownShare = 0.9

/** In place of a `RunWorker`, where a server answers: asks it the open questions of one run, stores each record. */
class ServerWorker implements Pick<RunWorker, 'start' | 'pause' | 'resume' | 'stop'> {
  readonly #gate = new PauseGate()
  readonly #stopped = new AbortController()

  /** @returns false where it was stopped. Anything thrown means that this worker must not be used again. */
  start(task: RunTask, ports: RunPorts): Promise<boolean> {
    return withStore(task, ports, store => this.#ask(task, ports, store))
  }

  async #ask(task: RunTask, ports: RunPorts, store: Store): Promise<boolean> {
    const { run, copy, careful, refused } = task
    const emit = emitter(ports)
    const data: Remote<RunFolders> = wrap(ports.data)
    const prepare: Remote<PrepareWorker> = wrap(ports.prepare)
    const begun = await beginRun(task, ports, data, store, emit)
    if (!begun) return true
    const { perturbation, groups, claims } = begun
    const { server } = run.model
    if (!server) throw new Error('This run is not answered by a server.')
    const model = new ServerModel(await ServerConnection.open(await data.modelServer()), server)
    emit({ type: 'activity', text: '' })
    const { signal } = this.#stopped
    return askServer({
      run,
      server,
      samples: groups.samples,
      groups: groups.drawn(first => claims.take(first, copy)),
      perturbation,
      lookAhead: careful ? 0 : lookAhead,
      pictures: async (images, first) => {
        const error = whyRefused(first, groups, refused)
        if (error) throw new VoxelwiseError({ ...error, subject: images.join(', ') || error.subject })
        const shown = perturbation.images(images)
        const paths = shown.map(({ path }) => path)
        return prepare.pictures(first, paths, shown[0]?.change ?? null, ports.preparing)
      },
      ask: async (request, onTry) => {
        try {
          return await model.send(request, { seconds: ownShare * run.settings.timeout, signal, onTry })
        } catch (error) {
          throw signal.aborted ? new Stopped() : error
        }
      },
      store: records => store.addRecords(run.id, records),
      emit,
      mayGoOn: settle => this.#gate.pass(settle, () => emit({ type: 'paused' })),
    })
  }

  pause(): void {
    this.#gate.close()
  }

  resume(): void {
    this.#gate.open()
  }

  /** What the server computes for nobody it need not compute. */
  stop(): void {
    this.#gate.end()
    this.#stopped.abort()
  }
}

expose(new ServerWorker())
