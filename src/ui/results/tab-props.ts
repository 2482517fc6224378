import type { LevelChoice } from '../../app/controller/levels.ts'
import type { Results } from '../../app/controller/report-facts.ts'

/** What every tab of a run shows: its results, as the address chooses. */
export interface TabProps {
  readonly results: Results
  readonly query: URLSearchParams
  readonly levels: LevelChoice
}
