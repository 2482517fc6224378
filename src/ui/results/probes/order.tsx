import { counted } from '../../../engine/base/counted.ts'
import type { OrderFigures } from '../../../engine/probes/report.ts'
import { MethodsNote } from '../../shared/controls/page-link.tsx'
import { IntervalPlot } from './interval-plot.tsx'
import { biasRows, biasSeries, biasTitle, consistencyRows } from './probe-rows.ts'

/** Whether the answers depend on the place of an option. */
export function OrderSection({ order }: { readonly order: OrderFigures }) {
  const { bias, consistency, incomplete } = order
  if (consistency.given.n === 0)
    return (
      <p className="muted">
        No question has been asked in every order of its options yet. All these passes are needed.
      </p>
    )
  return (
    <>
      <p className="prose muted">
        Every question was asked once in each cyclic order of its options.{' '}
        {incomplete > 0 && `${counted(incomplete, 'incomplete question')} left out.`}
      </p>
      <IntervalPlot
        title="Consistency of answers across option orders"
        axis="Answer"
        series={['Share of questions']}
        rows={consistencyRows(order)}
        file="voxelwise-order-consistency"
      />
      {bias.map(figures => (
        <IntervalPlot
          key={figures.options}
          title={biasTitle(figures)}
          axis="Position"
          series={biasSeries}
          rows={biasRows(figures)}
          file={`voxelwise-position-bias-${figures.options}`}
        />
      ))}
      {bias.length > 0 && (
        <MethodsNote>
          Without position bias, every position is chosen equally often and has the same recall (Zheng et al.,
          ICLR 2024). The guessing rate is that of independent guesses. Intervals count each question once,
          with its mean over the passes. “Right in every order” is the circular evaluation of MMBench (Liu et
          al., ECCV 2024).
        </MethodsNote>
      )}
    </>
  )
}
