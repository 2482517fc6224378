import type { OrderFigures } from '../../../engine/probes/report.ts'
import type { PlotRow } from '../../charts/interval-layout.ts'
import { IntervalPlot } from '../../charts/interval-plot.tsx'
import { counted, percent } from '../../format.ts'

/** Whether the answers hang on where an option stands. */
export function OrderSection({ order: { bias, consistency, incomplete } }: { readonly order: OrderFigures }) {
  return (
    <section className="probe-section" aria-labelledby="option-order">
      <h3 id="option-order">Option order</h3>
      {bias.length === 0 ? (
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
            rows={consistencyRows(consistency)}
            file="voxelwise-order-consistency"
          />
          {bias.map(({ options, samples, places, recallSpread }) => (
            <IntervalPlot
              key={options}
              title={`Favoured places among ${counted(options, 'option')}, ${counted(samples, 'question')}; standard deviation of the recalls ${percent(recallSpread)}`}
              axis="Place"
              series={['how often it is chosen', 'how often the right option is found here']}
              rows={places.map(({ chosen, recall }, at) => ({
                key: String(at),
                label: `Place ${'ABCD'[at]}`,
                marks: [
                  { series: 0, estimate: chosen },
                  { series: 1, estimate: recall },
                ],
              }))}
              file={`voxelwise-position-bias-${options}`}
            />
          ))}
          <p className="prose muted">
            A model without position bias chooses every place equally often and finds the right option equally
            often at every place: all recalls alike, their standard deviation 0 (Zheng et al., ICLR 2024). The
            intervals take the passes for so many single questions. “Right in every order” is the circular
            evaluation of MMBench (Liu et al., ECCV 2024).
          </p>
        </>
      )}
    </section>
  )
}

function consistencyRows({ consistent, given, every, any }: OrderFigures['consistency']): readonly PlotRow[] {
  const rows = [
    ['Same option in every order', consistent],
    ['Right in the given order', given],
    ['Right in every order', every],
    ['Right in at least one order', any],
  ] as const
  return rows.map(([label, estimate]) => ({ key: label, label, marks: [{ series: 0, estimate }] }))
}
