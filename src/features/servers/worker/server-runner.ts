import { Stopped } from '../../../engine/runtime/steps.ts'
import type { RunFolders } from '../../../workers/contracts/folders.ts'
import type {
  PrepareWorker,
  RunPorts,
  RunTask,
  RunWorker,
  WriterWorker,
} from '../../../workers/contracts/run.ts'
import { PauseGate } from '../../../workers/run/pause-gate.ts'
import { beginRun, emitter, shown, withWriter } from '../../../workers/run/run-task.ts'
import { type Remote, wrap } from '../../../workers/shared/comlink.ts'
import { ServerConnection } from '../data/connection.ts'
import { askServer } from '../engine/ask-server.ts'
import { chatBody } from '../engine/request.ts'

/** Enough to hide the reading of images. */
const lookAhead = 1

/** Share of a question's time limit after which the request ends by itself, before the page ends the worker. */
const ownShare = 0.9

/** Replaces a `ModelRunner` if a server answers: asks it the open questions of one run, and stores each record. */
export const serverRunner: Pick<RunWorker, 'start' | 'pause' | 'resume' | 'stop'> = {
  start: (task, ports) => withWriter(task, ports, writer => ask(task, ports, writer)),
  pause: () => gate.pause(),
  resume: () => gate.resume(),
  /** Also aborts the request, so that the server stops computing. */
  stop() {
    gate.stop()
    stopped.abort()
  },
}

const gate = new PauseGate()
const stopped = new AbortController()

async function ask(task: RunTask, ports: RunPorts, writer: Remote<WriterWorker>): Promise<boolean> {
  const { run, copy, careful, refused } = task
  const emit = emitter(ports)
  const data = wrap<RunFolders>(ports.data)
  const prepare = wrap<PrepareWorker>(ports.prepare)
  const begun = await beginRun(task, ports, data, writer, emit)
  if (!begun) return true
  const { perturbation, groups, claims } = begun
  const { server } = run.model
  if (!server) throw new Error('No server answers this run.')
  const connection = await ServerConnection.open(await data.modelServer())
  emit({ type: 'activity', text: '' })
  const { signal } = stopped
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
    store: records => writer.addRecords(run.id, records),
    emit,
    mayGoOn: settle => gate.pass(settle, () => emit({ type: 'paused' })),
  })
}
