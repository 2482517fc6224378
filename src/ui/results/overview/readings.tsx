import type { Interval } from '@voxelwise/statistics'
import { type MeasuredFigures, thresholdName } from '../../../engine/analysis/measured.ts'
import type { PairFigures } from '../../../engine/analysis/pairs.ts'
import type { Counted, Readings } from '../../../engine/analysis/readings.ts'
import type { RunOverview } from '../../../engine/analysis/run-overview.ts'
import type { Estimate } from '../../../engine/analysis/shares.ts'
import { counted } from '../../../engine/base/counted.ts'
import { kindNames } from '../../../engine/protocol/answer-kind-words.ts'
import { PageLink } from '../../shared/controls/page-link.tsx'
import { figure, intervalColumns, linkColumn, textColumn } from '../../shared/table/columns.tsx'
import { resultsHref } from '../../state/router.ts'
import { count, percent } from '../../text/format.ts'
import { SliceTable, TitledTable } from './slice-table.tsx'

interface Props {
  readonly run: string
  readonly readings: Readings
  /** Accuracy by kind. */
  readonly figures: RunOverview['kinds']
}

/** Accuracy by kind of question, the rules that read the answers, and the metrics of free-text answers. */
export function ReadingsTables({ run, figures, readings: { kinds, rules, text, measured, pairs } }: Props) {
  const slices = kinds.flatMap(({ kind, unparsed }) => {
    const kindFigures = figures.get(kind)
    return kindFigures ? [{ label: kindNames[kind], ...kindFigures, unparsed }] : []
  })
  const kindByName = new Map(kinds.map(({ kind }) => [kindNames[kind], kind]))
  return (
    <div className="slice-grid">
      {kinds.length > 1 && (
        <SliceTable
          title="By answer type"
          axis="Answered"
          slices={slices}
          more={[
            {
              key: 'unparsed',
              name: 'Unparsed',
              isNumber: true,
              className: 'spare',
              cell: ({ unparsed }) => count(unparsed),
            },
          ]}
          href={name => resultsHref(run, 'samples', { field: 'kind', value: kindByName.get(name) ?? name })}
        />
      )}
      {measured.map(reading => (
        <MeasuredTable key={reading.measure.id} of={reading} />
      ))}
      {pairs && <PairsTable of={pairs} />}
      {rules.length > 0 && <RulesTable run={run} rules={rules} />}
      {text && (
        <TitledTable
          title="Free-text answers"
          hasHeading={false}
          caption={`Text metrics over ${counted(text.n, 'free-text answer')}`}
          columns={[
            { key: 'figure', name: 'Metric and its rule', value: ({ id }) => id, cell: ({ name }) => name },
            {
              key: 'share',
              name: '0 to 100%',
              isNumber: true,
              value: ({ share }) => share,
              cell: ({ share }) => percent(share),
            },
            { name: 'n', value: () => text.n },
          ]}
          rows={text.figures}
          rowKey={({ id }) => id}
          file="voxelwise-text-figures.csv"
        />
      )}
    </div>
  )
}

interface MeasuredRow {
  readonly name: string
  readonly value: number
  readonly interval: Interval | null
}

/** The mean of what the judge measured, and the share of answers at each of its thresholds. */
function MeasuredTable({ of }: { readonly of: MeasuredFigures }) {
  const { measure, n, unparsed, mean, median, shares, averagePrecisions } = of
  const { id, name, isError } = measure
  const rows: readonly MeasuredRow[] = [
    ...(mean ? [{ name: isError ? 'Mean of parsed answers' : 'Mean', ...mean }] : []),
    ...(median ? [{ name: 'Median of parsed answers', ...median }] : []),
    ...shares.map(({ threshold, figure }) => ({
      name: thresholdName(measure, threshold),
      value: figure.share,
      interval: figure,
    })),
    ...averagePrecisions.flatMap(({ name, value }) =>
      value === null ? [] : [{ name, value, interval: null }],
    ),
  ]
  return (
    <TitledTable
      title={name}
      hasHeading={false}
      caption={`${name} of ${counted(n, 'answer')}, ${count(unparsed)} unparsed${isError ? '' : ' and counted as 0'}`}
      columns={[
        textColumn<MeasuredRow>('figure', 'Figure', row => row.name),
        figure<MeasuredRow>('value', 'Value', ({ value }) => value, percent),
        ...intervalColumns<MeasuredRow>(row => row.interval),
        { name: 'n', value: () => n },
      ]}
      rows={rows}
      rowKey={row => row.name}
      file={`voxelwise-${id}.csv`}
    />
  )
}

interface PairRow {
  readonly name: string
  readonly estimate: Estimate
}

/** Set accuracy and confusion, each beside what guessing gives. */
function PairsTable({ of: { pairs, incomplete, setAccuracy, confusion } }: { readonly of: PairFigures }) {
  const rows: readonly PairRow[] = [
    { name: 'Set accuracy: both right', estimate: setAccuracy },
    ...(confusion ? [{ name: 'Confusion: the same answer twice', estimate: confusion }] : []),
  ]
  const left = incomplete === 0 ? '' : `; ${count(incomplete)} with another number of answers left out`
  return (
    <TitledTable
      title="Pairs of images"
      hasHeading={false}
      caption={`${counted(pairs, 'pair')} of images with one question${left}`}
      columns={[
        textColumn<PairRow>('figure', 'Figure', row => row.name),
        figure<PairRow>('share', 'Share', ({ estimate }) => estimate.share, percent),
        ...intervalColumns<PairRow>(({ estimate }) => estimate),
        figure<PairRow>('guessing', 'Guessing', ({ estimate }) => estimate.chance, percent),
        { name: 'n', isNumber: true, value: ({ estimate }) => estimate.n },
      ]}
      rows={rows}
      rowKey={row => row.name}
      file="voxelwise-pairs.csv"
    />
  )
}

function RulesTable({ run, rules }: { readonly run: string; readonly rules: Counted }) {
  return (
    <TitledTable
      title="How answers were parsed"
      hasHeading={false}
      caption="Answers by parsing rule"
      columns={[
        linkColumn<Counted[number]>(
          'rule',
          'Rule',
          ([rule]) => rule,
          ([rule]) => resultsHref(run, 'samples', { field: 'read by', value: rule }),
        ),
        figure<Counted[number]>('answers', 'Answers', ([, n]) => n, count),
      ]}
      rows={rules}
      rowKey={([rule]) => rule}
      file="voxelwise-reading-rules.csv"
    />
  )
}

/** Why replies could not be read, each with the way to them. */
export function UnreadReasons({ run, reasons }: { readonly run: string; readonly reasons: Counted }) {
  return (
    <ul>
      {reasons.map(([reason, n]) => (
        <li key={reason}>
          <PageLink href={resultsHref(run, 'samples', { field: 'not read because', value: reason })}>
            {count(n)}
          </PageLink>
          : {reason}
        </li>
      ))}
    </ul>
  )
}
