import type { Run } from './run.ts'
import type { RunSettings } from './settings.ts'

/** What is said of a run, and its place among what is said of other settings. */
interface Placed<Value> {
  readonly place: number
  readonly of: (run: Run) => Value
}

export interface RunSetting {
  readonly keys: readonly (keyof RunSettings)[]
  /** Its row in a table of settings, in the order of this list; null for a run where it means nothing. */
  readonly row?: { readonly name: string; readonly of: (run: Run) => string | null | undefined }
  /** Whether an answer can depend on it. Others choose which questions are asked, or how fast. */
  readonly changesAnswers: boolean
  /** Why figures of runs that differ in it may differ. */
  readonly cause?: {
    readonly id: string
    readonly name: string
    /** Percentage points that it usually explains at most: an order, not a bound. */
    readonly usual: number
    readonly of: (run: Run) => string
    /** The same for people, where it is not yet in words. */
    readonly words?: (text: string) => string
  }
  /** What tells runs of one name apart; the most telling has the first place. */
  readonly label?: Placed<string>
  /** The options of `evaluate` that choose it again. */
  readonly options?: Placed<readonly string[]>
}
