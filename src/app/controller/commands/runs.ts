import type { Probe } from '../../../engine/protocol/probe.ts'
import type { Run } from '../../../engine/protocol/run.ts'
import { chosenStartRequest } from '../../queue/chosen-requests.ts'
import { continueRequest, passesRequest, type QueueRequest } from '../../queue/requests.ts'
import type { CommandTable, Services } from '../services.ts'

/** Starts, steers and changes runs. */
export const runCommands = {
  /**
   * Starts a run on the chosen data set and model.
   * @param earlier records that exist already, as lines of JSON: those of an ended sitting of a shard
   */
  start: (services, earlier?: Blob) =>
    ask(services, () => chosenStartRequest(services.app.state, services.folders, earlier ?? null)),
  pause: ({ queue }) => queue.pause(),
  resume: ({ queue }) => queue.resume(),
  /** Stops the run for now. It stays in the list and can be continued. */
  stop: async ({ queue }) => queue.stop(),
  /** Continues a stored run, then its passes. Folders that are not open become `locked`. */
  continueRun: (services, id: string) =>
    ask(services, async () => continueRequest(await stored(services, id))),
  /** Makes passes over the samples of a run, in sequence, after the current runs. Folders as in `continueRun`. */
  addPasses: (services, id: string, probes: readonly Probe[]) =>
    ask(services, async () => passesRequest(await stored(services, id), probes, services.app.state.device)),
  renameRun: async ({ queue, store }, id: string, name: string) => {
    await (await store).changeRun(id, run => ({ ...run, name }))
    await queue.refresh()
  },
  /** Deletes a run with its passes. */
  deleteRun: ({ app, queue }, id: string) => app.orNotify(queue.delete(id)),
} satisfies CommandTable

/** Asks the queue. The request holds what the page shows at the press. Errors become notices. */
export const ask = (
  { app, queue }: Services,
  request: () => QueueRequest | Promise<QueueRequest>,
): Promise<void> => app.orNotify((async () => queue.ask(await request()))())

export const stored = async ({ store }: Services, id: string): Promise<Run> => (await store).run(id)
