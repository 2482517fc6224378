import { raceRequest } from '../../queue/requests.ts'
import type { CommandTable } from '../services.ts'
import { ask } from './runs.ts'

/** Races: several models on the same questions, asked in stages until one is left. */
export const raceCommands = {
  /** Adds the chosen model with its precision and device to those that race. */
  addEntrant: ({ app, races }) => app.orNotify(races.add()),
  removeEntrant: ({ races }, id: string) => races.remove(id),
  /** Sets the share of races in which the best model may be dropped. */
  changeRisk: ({ app }, risk: number) => app.change({ risk }),
  /** Starts a race on the chosen data set, with one run per model. */
  startRace: services => ask(services, () => services.races.request()),
  /** Continues a race that was stopped or broke off. Folders as in `continueRun`. */
  continueRace: (services, id: string) => ask(services, () => raceRequest(id)),
  /** The standing of a race. */
  race: ({ results }, id: string) => results.remote.race(id),
} satisfies CommandTable
