import { duration } from '../../../engine/base/duration.ts'
import { count } from '../../../ui/text/format.ts'

/** How far the passes of an audit are. */
export interface PassProgress {
  readonly done: number
  readonly of: number
  /** Until the last pass ends; null until that is known. */
  readonly seconds: number | null
}

/** "3 of 9 passes done, about 4 min left in total." */
export const progressWords = ({ done, of, seconds }: PassProgress): string =>
  `${count(done)} of ${count(of)} passes done${seconds === null ? '' : `, about ${duration(seconds)} left in total`}.`
