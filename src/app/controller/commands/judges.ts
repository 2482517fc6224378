import { withPeople } from '../../../engine/analysis/judged-answers.ts'
import { chosenJudgeRequest } from '../../queue/chosen-requests.ts'
import type { JudgeChoice } from '../../run/judge-choice.ts'
import type { Picked } from '../../state/state.ts'
import type { CommandTable } from '../services.ts'
import { ask, stored } from './runs.ts'

/** Ratings of free-text answers by a judge model or by people. */
export const judgeCommands = {
  /** Chooses the folder or server of the judge model. */
  chooseJudge: ({ judge }, picked: Picked) => judge.choose(picked),
  /** Asks the browser again for a remembered one. Needs a click. */
  unlockJudge: ({ app, judge }) => app.orNotify(judge.unlock()),
  /** Lets the chosen judge rate the free-text answers of a run. Resolves when that has begun. */
  judge: (services, id: string, choice: JudgeChoice) =>
    ask(services, async () =>
      chosenJudgeRequest(services.app.state, services.judge, await stored(services, id), choice),
    ),
  /** How judges and people rated the free-text answers of a run. */
  judgings: ({ results }, id: string) => results.remote.judgings(id),
  /** A sheet on which people rate the free-text answers of a run by a rubric. */
  ratingSheet: ({ results }, id: string, rubric: string) => results.remote.ratingSheet(id, rubric),
  /** Reads a filled-in sheet. It replaces an earlier one. Rejects if it cannot be read. */
  readRatingSheet: async ({ queue, results, store }, id: string, rubric: string, file: File) => {
    const people = await results.remote.readRatingSheet(rubric, file)
    await (await store).changeRun(id, run => withPeople(run, people))
    await queue.refresh()
  },
} satisfies CommandTable
