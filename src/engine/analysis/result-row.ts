import type { AnswerKind } from '../protocol/reading.ts'
import type { FindingKind } from '../protocol/sample.ts'

/** One line of a run's sample list: enough to filter, count and sort 100,000 of them. */
export interface ResultRow {
  readonly index: number
  readonly id: string
  readonly task: string
  readonly modality: string
  readonly parts: string
  readonly dataset: string
  readonly image: string | null
  /** The other images of a question with several; absent where there is one at most. */
  readonly furtherImages?: readonly string[] | undefined
  /** The data set's own group, such as a patient; absent where it has none. */
  readonly group?: string | undefined
  /** Other images of the run whose files equal one of its own; absent where there are none. */
  readonly equalImages?: readonly string[] | undefined
  readonly question: string
  readonly kind: AnswerKind
  readonly options: number
  /** Share of right answers that guessing gives to such a question; null where unknown. */
  readonly chance: number | null
  readonly verdict: 'correct' | 'wrong' | 'failed'
  /** Whether its answer could not be read, which counts as wrong; absent where it could. */
  readonly isUnparsed?: true | undefined
  /** Whether its answer reached the limit of new tokens; absent where it did not. */
  readonly isCut?: true | undefined
  /** The right answer, and the one that was read (`keptAnswer`); absent where there is none. */
  readonly right?: string | undefined
  readonly given?: string | undefined
  /** Probability of the answer among the options; null where the run did not ask for it. */
  readonly confidence: number | null
  /** Oddities of the sample; absent if there are none. */
  readonly findings?: readonly FindingKind[] | undefined
}
