import type { Comparison } from '../../../engine/analysis/paired-differences.ts'
import type { ResultRow } from '../../../engine/analysis/result-row.ts'
import type { Run } from '../../../engine/protocol/run.ts'
import { AccuracyLine } from '../../charts/accuracy.tsx'
import { useController } from '../../hooks/use-app.ts'
import { useAsync } from '../../hooks/use-async.ts'
import { ErrorBox } from '../../shared/controls/error-box.tsx'
import { compareHref } from '../../state/router.ts'
import { clusterCell } from '../../text/clusters.ts'
import { count, percent, points, pointsInterval, pWords } from '../../text/format.ts'
import { guessingWords } from '../../text/rates.ts'

interface FiguresProps {
  readonly run: string
  readonly rows: readonly ResultRow[]
  /** The run that it is compared with. */
  readonly other: Run | undefined
}

const numbers = new WeakMap<readonly ResultRow[], number>()
let lists = 0

/** A number for each list: its rows may be a million, too many to compare. */
function listNumber(rows: readonly ResultRow[]): number {
  const known = numbers.get(rows)
  if (known !== undefined) return known
  numbers.set(rows, ++lists)
  return lists
}

/** The accuracy of the selected samples, and their test against another run. */
export function SelectionFigures({ run, rows, other }: FiguresProps) {
  const controller = useController()
  const figures = useAsync(`figures of ${run}, ${other?.id}, list ${listNumber(rows)}`, signal => {
    const indices = Uint32Array.from(rows, ({ index }) => index)
    return controller.fact('selected', { runs: other ? [run, other.id] : [run], indices }, signal)
  })
  if (figures.status === 'failed') return <ErrorBox error={figures.error} />
  if (figures.status === 'loading') return <p className="muted">Counting…</p>
  const { accuracy, against } = figures.value
  return (
    <div className="stack" aria-live="polite">
      <p>
        Accuracy <AccuracyLine estimate={accuracy} />
        {guessingWords(accuracy) && <span className="muted"> {guessingWords(accuracy)}</span>}
      </p>
      {other && against && <Test run={run} other={other} against={against} />}
    </div>
  )
}

/** "This run minus “B”: −3.1 points (95% interval −5.0 to −1.2), p 0.0030." */
function Test({ run, other, against }: { run: string; other: Run; against: Comparison }) {
  const { n, first, second, difference, low, high, p, table } = against
  if (n === 0) return <p>The runs have no answered sample of these in common.</p>
  return (
    <p>
      This run {percent(second)}, <bdi>{other.name}</bdi> {percent(first)}:{' '}
      <strong>{points(difference)} points</strong>, 95% interval {pointsInterval(low, high)},{' '}
      <strong className="keep">{pWords(p)}</strong> on {count(n)} samples ({clusterCell(against)}).{' '}
      {count(table.onlySecond)} gained, {count(table.onlyFirst)} lost.{' '}
      <a href={compareHref([other.id, run])}>Compare both runs</a>
    </p>
  )
}
