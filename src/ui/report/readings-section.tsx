import type { KindFigures, Readings } from '../../engine/analysis/readings.ts'
import { counted } from '../../engine/base/counted.ts'
import type { TextFigure } from '../../engine/protocol/text-metrics/figures.ts'
import { count, percent } from '../text/format.ts'
import { kindNames } from '../text/protocol-choices.ts'
import { estimateColumns } from './estimate-columns.tsx'
import { type ReportColumn, ReportTable } from './report-table.tsx'

const kindColumns: readonly ReportColumn<KindFigures>[] = [
  { name: 'Answered', cell: ({ kind }) => kindNames[kind] },
  ...estimateColumns,
  { name: 'Unparsed', isNumber: true, cell: ({ unparsed }) => count(unparsed) },
]

const countedColumns = (name: string): readonly ReportColumn<readonly [string, number]>[] => [
  { name, cell: ([text]) => text },
  { name: 'Answers', isNumber: true, cell: ([, n]) => count(n) },
]

const textColumns: readonly ReportColumn<TextFigure>[] = [
  { name: 'Figure, by whose rule', cell: ({ name }) => name },
  { name: '0 to 100%', isNumber: true, cell: ({ share }) => percent(share) },
]

/** How answers were read: what could not be is said with what the original would have done. */
export function ReadingsSection({ readings }: { readonly readings: Readings }) {
  const { kinds, unparsed, originals, rules, text } = readings
  return (
    <section aria-labelledby="readings">
      <h2 id="readings">How answers were read</h2>
      <p>
        {unparsed === 0
          ? 'Every answer could be read.'
          : `${counted(unparsed, 'answer')} unparsed: counted wrong, never guessed.`}
      </p>
      <ReportTable caption="Accuracy by kind of answer" columns={kindColumns} rows={kinds} />
      <ReportTable
        caption="Unparsed answers, and what the original would have done"
        columns={countedColumns('Why')}
        rows={originals}
      />
      <ReportTable
        caption="Answers by the rule that read them"
        columns={countedColumns('Rule')}
        rows={rules}
      />
      {text && (
        <ReportTable
          caption={`Figures of ${counted(text.n, 'answer')} in words`}
          columns={textColumns}
          rows={text.figures}
        />
      )}
    </section>
  )
}
