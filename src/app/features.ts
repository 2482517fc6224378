/** What features bring to what the page can do: one line each. */
import { gateCommands, gatesOfRun } from '../features/gates/app/gates.ts'
import type { ResultPart } from './controller/result-part.ts'

/** Commands of the page. */
export const featureCommands = { ...gateCommands }

/** What features add to the results of a run. */
export const resultParts: readonly ResultPart<unknown>[] = [gatesOfRun]
