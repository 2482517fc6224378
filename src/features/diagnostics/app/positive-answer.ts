/** The user's own positive answer, which is stored with the run. */
import type { CommandTable } from '../../../app/controller/services.ts'

export const positiveAnswerCommands = {
  /** Names the answer that says that a finding is present. @param answer null goes by the rule */
  namePositive: async ({ app, queue, store }, id: string, answer: string | null) =>
    app.orNotify(
      (async () => {
        await (await store).changeRun(id, ({ positive: _, ...run }) =>
          answer === null ? run : { ...run, positive: answer },
        )
        await queue.refresh()
      })(),
    ),
} satisfies CommandTable
