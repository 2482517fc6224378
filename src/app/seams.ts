/** What the page's commands and threads ask of features: null or nothing where none gives it. */
import type { AppFeature } from './controller/app-feature.ts'
import * as given from './features.ts'

const features: readonly AppFeature[] = Object.values(given)

type Given = (typeof given)[keyof typeof given]
type GivenCommands = Given extends infer Feature
  ? Feature extends { readonly commands: infer Commands }
    ? Commands
    : never
  : never
type Together<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : never

/** Starts what asks a model server; null where nothing does. */
export const startServer = features.find(feature => feature.startServer)?.startServer ?? null

/** Commands of the page. */
export const addedCommands = Object.assign(
  {},
  ...features.map(({ commands }) => commands),
) as Together<GivenCommands>

/** What features add to the results of a run. */
export const resultParts = features.flatMap(({ resultParts = [] }) => resultParts)

/** What features add to the report of a run alone. */
export const reportParts = features.flatMap(({ reportParts = [] }) => reportParts)

/** What features add to the report of a comparison. */
export const comparedParts = features.flatMap(({ comparedParts = [] }) => comparedParts)
