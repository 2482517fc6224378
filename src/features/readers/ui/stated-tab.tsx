import { useFact } from '../../../ui/hooks/use-fact.ts'
import { type FeaturePart, isNoJudging } from '../../../ui/results/results-tab.ts'
import type { TabProps } from '../../../ui/results/tab-props.ts'
import { Awaited } from '../../../ui/shared/controls/error-box.tsx'
import { figure } from '../../../ui/shared/table/columns.tsx'
import { DataTable } from '../../../ui/shared/table/data-table.tsx'
import { count, decimal, interval, percent } from '../../../ui/text/format.ts'
import type { ReaderConfidence, StatedStep } from '../engine/reader-confidence.ts'

/** Whether people know when they are right. Models have the feature `confidence`. */
export const statedPart: FeaturePart = {
  id: 'stated',
  name: 'Confidence',
  place: { in: 'reliability', before: null },
  applies: facts => isNoJudging(facts) && facts.results.run.model.reader !== undefined,
  showsSelection: false,
  Body: StatedTab,
}

function StatedTab({ results: { run, rows } }: TabProps) {
  const stated = useFact('stated', { run: run.id }, rows.length)
  return (
    <>
      <h2>Confidence</h2>
      <Awaited of={stated} doing="Reading the answers…" />
      {stated.status === 'ready' && !stated.value.figures && (
        <p className="prose">The study did not ask how sure the reader is.</p>
      )}
      {stated.status === 'ready' && stated.value.figures && <Stated of={stated.value.figures} />}
    </>
  )
}

function Stated({ of: { scale, mean, scores, right, steps } }: { readonly of: ReaderConfidence }) {
  return (
    <>
      <p className="prose">
        {scores
          ? `The reader was ${percent(scores.mean)} sure on average, and right`
          : `The reader stated a mean confidence of ${decimal(mean)} of 5, and was right`}{' '}
        on {percent(right.share)} of {count(right.n)} answers.
        {scores && ` The Brier score is ${decimal(scores.brier)}; 0 is best.`}
      </p>
      <DataTable
        caption="How often right, by stated confidence"
        columns={[
          figure<StatedStep>(
            'stated',
            scale === '1-5' ? 'Stated, 1 to 5' : 'Stated, percent',
            ({ stated }) => stated,
            count,
          ),
          figure<StatedStep>('n', 'Answers', one => one.right.n, count),
          figure<StatedStep>('right', 'Right', one => one.right.share, percent),
          {
            key: 'interval',
            name: '95% interval',
            isNumber: true,
            cell: one => interval(one.right.low, one.right.high),
          },
        ]}
        rows={steps}
        rowKey={({ stated }) => String(stated)}
        savedColumns={[
          { name: 'stated', value: ({ stated }) => stated },
          { name: 'n', value: one => one.right.n },
          { name: 'right', value: one => one.right.share },
          { name: 'low', value: one => one.right.low },
          { name: 'high', value: one => one.right.high },
        ]}
        file="voxelwise-stated-confidence.csv"
      />
    </>
  )
}
