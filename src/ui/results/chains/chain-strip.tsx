import type { RowOf } from '../../../engine/analysis/chain-labels.ts'
import type { ChainEntry } from '../../../engine/analysis/chain-table.ts'
import { verdicts } from '../../shared/sample/verdict.tsx'
import { label } from '../../text/format.ts'

interface Props {
  readonly entry: ChainEntry
  readonly rowOf: RowOf
  /** Short signs of the tasks. */
  readonly taskSigns: ReadonlyMap<string, string>
}

/** A chain's questions in reading order, a gap between levels; verdicts by sign, shape and colour. */
export function ChainStrip({ entry, rowOf, taskSigns }: Props) {
  return (
    <span className="chain-strip">
      {entry.questions.map(({ sample, tier, level }, at) => {
        const row = rowOf.get(sample)
        if (!row) return null
        const { sign, word } = verdicts[row.verdict]
        return (
          <span
            key={sample}
            className="chain-link"
            data-verdict={row.verdict}
            data-ignored={level === 'ignored'}
            data-opens={at > 0 && entry.questions[at - 1]?.tier !== tier}
          >
            <span aria-hidden="true">
              {taskSigns.get(row.task)} {sign}
            </span>
            <span className="visually-hidden">
              {label(row.task)} {word.toLowerCase()},
            </span>
          </span>
        )
      })}
    </span>
  )
}
