import { counted } from '../../../engine/base/counted.ts'
import type { OrderFigures } from '../../../engine/probes/report.ts'
import { IntervalPlot } from './interval-plot.tsx'
import { biasRows, biasSeries, biasTitle, consistencyRows } from './probe-rows.ts'
import { ProbeSection } from './probe-section.tsx'

/** Whether the answers hang on where an option stands. */
export function OrderSection({ order }: { readonly order: OrderFigures }) {
  const { bias, consistency, incomplete } = order
  return (
    <ProbeSection id="option-order">
      {consistency.given.n === 0 ? (
        <p className="muted">
          No question has been asked in every order of its options yet: all these passes are needed.
        </p>
      ) : (
        <>
          <p className="prose muted">
            Every question was asked once in each cyclic order of its options. Chance is that of a model that
            guesses anew every time.{' '}
            {incomplete > 0 &&
              `${counted(incomplete, 'question')} without an answer in every order ${incomplete === 1 ? 'is' : 'are'} left out.`}
          </p>
          <IntervalPlot
            title="How far the answers hold when the options move"
            axis="Answer"
            series={['Share of questions']}
            rows={consistencyRows(order)}
            file="voxelwise-order-consistency"
          />
          {bias.map(figures => (
            <IntervalPlot
              key={figures.options}
              title={biasTitle(figures)}
              axis="Place"
              series={biasSeries}
              rows={biasRows(figures)}
              file={`voxelwise-position-bias-${figures.options}`}
            />
          ))}
          {bias.length > 0 && (
            <p className="prose muted">
              A model without position bias chooses every place equally often and finds the right option
              equally often at every place: all recalls alike, their standard deviation 0 (Zheng et al., ICLR
              2024). The intervals take the passes for so many single questions. “Right in every order” is the
              circular evaluation of MMBench (Liu et al., ECCV 2024).
            </p>
          )}
        </>
      )}
    </ProbeSection>
  )
}
