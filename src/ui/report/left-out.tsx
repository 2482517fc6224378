import type { ReportFacts } from '../../app/controller/report-facts.ts'
import type { QualityRow } from '../../data/formats/dataset-overview.ts'
import { counted } from '../../engine/base/counted.ts'
import { groupBy } from '../../engine/base/grouping.ts'
import { type PrintedColumn, PrintedTable } from '../shared/table/printed-table.tsx'
import { findingTexts } from '../text/finding-texts.ts'
import { count } from '../text/format.ts'

type Counted = readonly [name: string, n: number, meaning: string]

const columnsOf = (what: string): readonly PrintedColumn<Counted>[] => [
  { name: what, cell: ([name]) => name },
  { name: 'Samples', isNumber: true, cell: ([, n]) => count(n) },
  { name: 'Meaning', cell: ([, , meaning]) => meaning },
]

/** Samples that count in no figure, and the data set's oddities. */
export function LeftOut(facts: ReportFacts) {
  const { run, rows, failures } = facts
  const unasked = run.total - rows.length
  const { total, loaded } = run.dataset.counts
  const found = findings(facts)
  return (
    <>
      <p>
        The data set has {counted(total, 'sample')}; {count(loaded)} could be loaded. This run asks{' '}
        {count(run.total)}.{' '}
        {unasked > 0 && <strong>The run is unfinished: {counted(unasked, 'question')} not asked. </strong>}
        {failures.length === 0
          ? 'No question failed.'
          : `${counted(failures.length, 'question')} failed, counted as unanswered and left out of every figure.`}
      </p>
      {run.error && (
        <p>
          <strong>The run stopped with an error.</strong> {run.error.message} (<bdi>{run.error.subject}</bdi>)
        </p>
      )}
      {failures.length > 0 && (
        <PrintedTable caption="Failed questions by cause" columns={columnsOf('Error')} rows={causes(facts)} />
      )}
      {found.length > 0 && (
        <PrintedTable caption="Skipped samples and findings" columns={columnsOf('Finding')} rows={found} />
      )}
      {facts.load && facts.load.badFiles.length > 0 && (
        <PrintedTable
          caption="Unreadable files"
          columns={[
            { name: 'File', cell: ({ file }) => file },
            { name: 'Reason', cell: ({ error }) => error.message },
          ]}
          rows={facts.load.badFiles}
        />
      )}
    </>
  )
}

const causes = ({ failures }: ReportFacts): readonly Counted[] =>
  Array.from(
    groupBy(failures, ({ error }) => error.code),
    ([code, records]) => [code, records.length, records[0]?.error.message ?? ''] as const,
  )

/** The counts of skips are stored with every run, those of findings with the runs made or imported here. */
function findings({ run, load }: ReportFacts): readonly Counted[] {
  const kinds = new Map<QualityRow['kind'], number>(
    Object.entries(run.dataset.counts.skipped) as [QualityRow['kind'], number][],
  )
  for (const { kind } of load?.findings ?? []) kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
  return [...kinds]
    .filter(([, n]) => n > 0)
    .map(([kind, n]) => [findingTexts[kind].name, n, findingTexts[kind].meaning] as const)
}
