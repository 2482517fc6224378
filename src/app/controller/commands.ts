import type { LoadProgress } from '../../data/formats/format.ts'
import { addedCommands } from '../seams.ts'
import type { AppState } from '../state/state.ts'
import type { Observable } from '../state/store.ts'
import type { AskFact } from '../threads/ask-fact.ts'
import { resultCommands } from './commands/results.ts'
import { judgeCommands, runCommands } from './commands/runs.ts'
import { setupCommands } from './commands/setup.ts'
import { storageCommands } from './commands/storage.ts'
import type { CommandTable, Services } from './services.ts'

/** The page itself. */
const pageCommands = {
  /** Stores the page for use without its server. */
  keepOffline: ({ offline }) => void offline.keep(),
  /** Loads the new version of the page that is already cached. Never while a run is active. */
  updatePage: ({ app, offline }) => app.orNotify(offline.update()),
  /** Shows an error that belongs to no other place. */
  notify: ({ app }, thrown: unknown) => app.notify(thrown),
  dismiss: ({ app }, notice: number) =>
    app.change({ notices: app.state.notices.filter(({ id }) => id !== notice) }),
} satisfies CommandTable

/** All that the page can do. To add a command, add an entry to one of these tables. */
const commands = {
  ...setupCommands,
  ...runCommands,
  ...judgeCommands,
  ...resultCommands,
  ...storageCommands,
  ...pageCommands,
  ...addedCommands,
}

/** The commands without their first argument, the services. */
type Commands = {
  readonly [Name in keyof typeof commands]: (typeof commands)[Name] extends (...args: infer All) => infer R
    ? (...args: All extends readonly [unknown, ...infer Own] ? Own : []) => R
    : never
}

/** The one door between views and the rest. A command without a result puts its error into the state; others reject. */
export interface Controller extends Commands {
  subscribe(listener: () => void): () => void
  getState(): AppState
  /** A figure of stored runs by its name. Rejects with an AbortError where the signal is aborted. */
  readonly fact: AskFact
  /** Progress of the data set while its status is `reading`. */
  readonly readSoFar: Pick<Observable<LoadProgress>, 'get' | 'subscribe'>
}

export function bindCommands(services: Services): Controller {
  const bound = Object.entries(commands).map(([name, command]) => [
    name,
    (...args: never[]) => (command as CommandTable[string])(services, ...args),
  ])
  return {
    ...(Object.fromEntries(bound) as Commands),
    subscribe: listener => services.app.subscribe(listener),
    getState: () => services.app.state,
    fact: services.fact,
    readSoFar: services.folders.tables.readSoFar,
  }
}
