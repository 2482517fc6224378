import { withPeople } from '../../../engine/analysis/judged-answers.ts'
import { checkedProbes } from '../../../engine/probes/new-probes.ts'
import type { PassPart } from '../../../engine/probes/open-pass.ts'
import type { Probe } from '../../../engine/protocol/probe.ts'
import type { Run } from '../../../engine/protocol/run.ts'
import type { ForgottenFolder } from '../../folders/registry.ts'
import {
  againRequest,
  chosenJudgeRequest,
  chosenStartRequest,
  continueRequest,
  passesRequest,
  type QueueRequest,
} from '../../queue/requests.ts'
import type { JudgeChoice } from '../../run/judge-choice.ts'
import type { Picked } from '../../state/state.ts'
import type { CommandTable, Services } from '../services.ts'

export const runCommands = {
  /** Starts a run on the chosen data set and model. @param earlier records of an ended session, as lines of JSON */
  start: (services, earlier?: Blob) =>
    ask(services, 'start', () => chosenStartRequest(services.app.state, services.folders, earlier ?? null)),
  pause: ({ queue }) => queue.pause(),
  resume: ({ queue }) => queue.resume(),
  /** Stops the run for now. It stays in the list and can be continued. */
  stop: async ({ queue }) => queue.stop(),
  /** Continues a stored run, then its passes. Folders that are not open become `locked`. */
  continueRun: (services, id: string) =>
    ask(services, `continue ${id}`, async () => continueRequest(await stored(services, id))),
  /** The folders of a run that must be picked again: the browser did not keep their files. */
  forgottenFolders: async (services, id: string) => services.folders.forgotten(await stored(services, id)),
  /** Takes picked files for a run. An error is a notice of the press. @returns whether it took them */
  bringFolder: async ({ app, folders }, folder: ForgottenFolder, picked: Picked, press: string) => {
    try {
      folders.bring(folder, picked)
      return true
    } catch (error) {
      app.notify(error, press)
      return false
    }
  },
  /**
   * Makes passes over the samples of a run, in sequence, after the current runs. Folders as in `continueRun`.
   * @param part of the questions; null for those of the run
   * @param press where an error is shown
   */
  addPasses: (
    services,
    id: string,
    probes: readonly Probe[],
    part: PassPart | null = null,
    press = `passes ${id}`,
  ) =>
    ask(services, press, async () =>
      passesRequest(await stored(services, id), checkedProbes(probes), services.app.state.device, part),
    ),
  /** Asks the cut answers of a run again with a higher limit, as a run of its own. Folders as in `continueRun`. */
  askAgain: (services, id: string) =>
    ask(services, `again ${id}`, async () =>
      againRequest(await stored(services, id), services.app.state.device),
    ),
  renameRun: async ({ queue, store }, id: string, name: string) => {
    await (await store).changeRun(id, run => ({ ...run, name }))
    await queue.refresh()
  },
  /** What the user wrote about a run; an empty text removes it. */
  noteRun: async ({ queue, store }, id: string, note: string) => {
    await (await store).changeRun(id, ({ note: _, ...run }) => (note === '' ? run : { ...run, note }))
    await queue.refresh()
  },
  /** Deletes a run with its passes. */
  deleteRun: ({ app, queue }, id: string) => app.orNotify(queue.delete(id)),
} satisfies CommandTable

/** Ratings of free-text answers by a judge model or by people. */
export const judgeCommands = {
  chooseJudge: ({ folders }, picked: Picked) => folders.choose('judge', picked),
  /** Asks the browser again for a remembered one. Needs a click. */
  unlockJudge: ({ app, folders }) => app.orNotify(folders.unlock('judge')),
  /** Lets the chosen judge rate the free-text answers of a run. Resolves when that has begun. */
  judge: (services, id: string, choice: JudgeChoice) =>
    ask(services, `judge ${id}`, async () =>
      chosenJudgeRequest(services.app.state, services.folders, await stored(services, id), choice),
    ),
  /** A sheet on which people rate the free-text answers of a run by a rubric. */
  ratingSheet: ({ results }, id: string, rubric: string) => results.remote.ratingSheet(id, rubric),
  /** Reads a filled-in sheet. It replaces an earlier one. Rejects if it cannot be read. */
  readRatingSheet: async ({ queue, results, store }, id: string, rubric: string, file: File) => {
    const people = await results.remote.readRatingSheet(rubric, file)
    await (await store).changeRun(id, run => withPeople(run, people))
    await queue.refresh()
  },
} satisfies CommandTable

/** Asks the queue. The request holds what the page shows at the press. Errors become notices of that press. */
async function ask(
  { app, queue }: Services,
  press: string,
  request: () => QueueRequest | Promise<QueueRequest>,
): Promise<void> {
  app.change({ notices: app.state.notices.filter(notice => notice.press !== press) })
  await app.orNotify((async () => queue.ask(await request()))(), press)
}

const stored = async ({ store }: Services, id: string): Promise<Run> => (await store).run(id)
