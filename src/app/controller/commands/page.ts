import type { CommandTable } from '../services.ts'

/** The page itself. */
export const pageCommands = {
  /** Loads the new version of the page that is already cached. Never while a run is active. */
  updatePage: ({ app, offline }) => app.orNotify(offline.update()),
  /** Shows an error that belongs to no other place. */
  notify: ({ app }, thrown: unknown) => app.notify(thrown),
  dismiss: ({ app }, notice: number) =>
    app.change({ notices: app.state.notices.filter(({ id }) => id !== notice) }),
} satisfies CommandTable
