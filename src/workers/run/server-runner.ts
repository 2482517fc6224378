import { ServerConnection } from '../../data/servers/connection.ts'
import type { Store } from '../../data/store/store.ts'
import { Stopped } from '../../engine/runtime/steps.ts'
import { askServer } from '../../engine/servers/ask-server.ts'
import { chatBody } from '../../engine/servers/request.ts'
import type { RunFolders } from '../contracts/folders.ts'
import type { PrepareWorker, RunPorts, RunTask, RunWorker } from '../contracts/run.ts'
import { type Remote, wrap } from '../shared/comlink.ts'
import { Pausable } from './pause-gate.ts'
import { beginRun, emitter, shown, withStore } from './run-task.ts'

/** Enough to hide the reading of images. */
const lookAhead = 1

/** Share of a question's time limit after which the request ends by itself, before the page ends the worker. */
const ownShare = 0.9

/** Replaces a `ModelRunner` if a server answers: asks it the open questions of one run, and stores each record. */
export class ServerRunner extends Pausable implements Pick<RunWorker, 'start' | 'pause' | 'resume' | 'stop'> {
  readonly #stopped = new AbortController()

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
    if (!server) throw new Error('No server answers this run.')
    const connection = await ServerConnection.open(await data.modelServer())
    emit({ type: 'activity', text: '' })
    const { signal } = this.#stopped
    return askServer({
      run,
      server,
      samples: groups.samples,
      groups: groups.drawn(first => claims.claim(first, copy)),
      perturbation,
      lookAhead: careful ? 0 : lookAhead,
      pictures: async (images, first) => {
        const { paths, change } = shown(images, first, begun, refused)
        return prepare.pictures(first, paths, change, ports.preparing, run.settings.window)
      },
      ask: async (request, onTry) => {
        try {
          const options = { seconds: ownShare * run.settings.timeout, signal, onTry }
          return await connection.chat(chatBody(server, request), options)
        } catch (error) {
          throw signal.aborted ? new Stopped() : error
        }
      },
      store: records => store.addRecords(run.id, records),
      emit,
      mayGoOn: settle => this.gate.pass(settle, () => emit({ type: 'paused' })),
    })
  }

  /** Also aborts the request, so that the server stops computing. */
  override stop(): void {
    super.stop()
    this.#stopped.abort()
  }
}
