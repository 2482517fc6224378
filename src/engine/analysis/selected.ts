import { type AnswerPair, type Comparison, PairedAnswers, PairedRuns } from './paired-differences.ts'
import { accuracyOf } from './report.ts'
import type { ResultRow } from './result-row.ts'
import type { Estimate } from './shares.ts'

/** A selection of a run's samples. */
export interface SelectedFigures {
  readonly accuracy: Estimate
  /** The run minus another, on the selected samples that both answered; null without another. */
  readonly against: Comparison | null
}

/**
 * @param selected indices of the samples
 * @param other the rows of the run to compare with
 */
export function selectedFigures(
  rows: readonly ResultRow[],
  selected: ReadonlySet<number>,
  other: readonly ResultRow[] | null,
): SelectedFigures {
  const isIn = ({ index }: ResultRow) => selected.has(index)
  return {
    accuracy: accuracyOf(rows).where(isIn),
    against: other && compareOn(new PairedRuns(other, rows), isIn),
  }
}

/** The second run minus the first. @param isIn receives rows of the second */
function compareOn(pairs: PairedRuns<ResultRow>, isIn: (row: ResultRow) => boolean): Comparison {
  const chosen: Iterable<AnswerPair<ResultRow>> = {
    *[Symbol.iterator]() {
      for (const pair of pairs) if (isIn(pair[1])) yield pair
    },
  }
  return new PairedAnswers(chosen, pairs.clusters).overall()
}
