import type { ReportFacts } from '../../app/controller/report-facts.ts'
import type { QualityRow } from '../../data/formats/dataset-overview.ts'
import { counted } from '../../engine/base/counted.ts'
import { groupBy } from '../../engine/base/grouping.ts'
import { findingTexts } from '../text/finding-texts.ts'
import { count } from '../text/format.ts'
import { type ReportColumn, ReportTable } from './report-table.tsx'

type Counted = readonly [name: string, n: number, meaning: string]

const columnsOf = (what: string): readonly ReportColumn<Counted>[] => [
  { name: what, cell: ([name]) => name },
  { name: 'Samples', isNumber: true, cell: ([, n]) => count(n) },
  { name: 'Meaning', cell: ([, , meaning]) => meaning },
]

/** What is in no figure, and what of the data set is odd: said, never hidden. */
export function LeftOutSection({ facts }: { readonly facts: ReportFacts }) {
  const { run, rows, failures } = facts
  const unasked = run.total - rows.length
  const { total, loaded } = run.dataset.counts
  const found = findings(facts)
  return (
    <section aria-labelledby="left-out">
      <h2 id="left-out">Left out, and data quality</h2>
      <p>
        The data set has {counted(total, 'sample')}, of which {count(loaded)} could be loaded; this run asks{' '}
        {count(run.total)}.{' '}
        {unasked > 0 && <strong>{counted(unasked, 'question')} not asked: the run is not finished. </strong>}
        {failures.length === 0
          ? 'No question failed.'
          : `${counted(failures.length, 'question')} failed; they count as no answer and are in no figure.`}
      </p>
      {run.error && (
        <p>
          <strong>The run stopped by an error.</strong> {run.error.message} (<bdi>{run.error.subject}</bdi>)
        </p>
      )}
      {failures.length > 0 && (
        <ReportTable caption="Failed questions by cause" columns={columnsOf('Error')} rows={causes(facts)} />
      )}
      {found.length > 0 && (
        <ReportTable caption="Skips and findings" columns={columnsOf('Finding')} rows={found} />
      )}
      {facts.load && facts.load.badFiles.length > 0 && (
        <ReportTable
          caption="Files that could not be read"
          columns={[
            { name: 'File', cell: ({ file }) => file },
            { name: 'Why', cell: ({ error }) => error.message },
          ]}
          rows={facts.load.badFiles}
        />
      )}
    </section>
  )
}

const causes = ({ failures }: ReportFacts): readonly Counted[] =>
  Array.from(
    groupBy(failures, ({ error }) => error.code),
    ([code, records]) => [code, records.length, records[0]?.error.message ?? ''] as const,
  )

/** The counts of skips are kept with every run, those of findings with the runs made or imported here. */
function findings({ run, load }: ReportFacts): readonly Counted[] {
  const kinds = new Map<QualityRow['kind'], number>(
    Object.entries(run.dataset.counts.skipped) as [QualityRow['kind'], number][],
  )
  for (const { kind } of load?.findings ?? []) kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
  return [...kinds]
    .filter(([, n]) => n > 0)
    .map(([kind, n]) => [findingTexts[kind].name, n, findingTexts[kind].meaning] as const)
}
