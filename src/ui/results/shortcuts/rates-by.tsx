import type { GroupRates } from '../../../engine/analysis/chains.ts'
import { type Axis, axes } from '../../../engine/protocol/sample.ts'
import type { ClusteredRates } from '../../../engine/statistics/bootstrap.ts'
import { byNames } from '../../compare/compare-rows.ts'
import { QuerySelect } from '../../shared/controls/query-select.tsx'
import { DataTable } from '../../shared/table/data-table.tsx'
import { type Column, sortRows } from '../../shared/table/sorting.ts'
import { count, interval, label, none, percent } from '../../text/format.ts'
import { type RateKey, rateNames, rates } from '../../text/rates.ts'
import { RatePlot } from './rate-plot.tsx'

interface Props {
  readonly overall: ClusteredRates
  readonly groups: Readonly<Record<Axis, readonly GroupRates[]>>
  readonly query: URLSearchParams
  /** The chains of a label, and all of them. */
  readonly href: (axis: Axis, label: string) => string
  readonly allHref: string
}

/** One line of plot and table: a label, or all of them together. */
interface Line {
  readonly key: string
  readonly label: string
  readonly href: string
  readonly rates: ClusteredRates
}

/** One of the rates by task of the diagnosis, modality or region: drawn, and as a table. */
export function RatesBy({ overall, groups, query, href, allHref }: Props) {
  const axis = axes.find(one => one === query.get('by')) ?? 'task'
  const rate = rates.find(one => one === query.get('rate')) ?? 'shortcut'
  const sort = query.get('sort')
  const lines: readonly Line[] = [
    { key: 'all', label: 'All diagnoses', href: allHref, rates: overall },
    ...groups[axis].map(group => ({
      key: `=${group.label}`,
      label: label(group.label),
      href: href(axis, group.label),
      rates: group,
    })),
  ]
  const columns = columnsOf(byNames[axis], rate)
  const sorted = sortRows(lines, columns, sort)
  const title = `${rateNames[rate].name} by ${byNames[axis].toLowerCase()} of the diagnosis`
  const hrefs = new Map(lines.map(line => [line.key, line.href]))
  return (
    <section className="stack whole" aria-labelledby="rates-by">
      <h3 id="rates-by">By task, modality and region</h3>
      <div className="filters">
        <QuerySelect
          label="By"
          name="by"
          value={axis}
          choices={axes.map(one => [one, byNames[one]] as const)}
          resets={['sort']}
        />
        <QuerySelect
          label="Rate"
          name="rate"
          value={rate}
          choices={rates.map(one => [one, `${rateNames[one].name} = ${rateNames[one].formula}`] as const)}
        />
      </div>
      <RatePlot
        title={title}
        rows={sorted.map(line => ({
          key: line.key,
          label: line.label,
          share: line.rates[rate],
          images: line.rates.images,
        }))}
        href={row => hrefs.get(row.key) ?? allHref}
        file={`voxelwise-${rate}-by-${axis}.svg`}
      />
      <DataTable
        caption={title}
        columns={columns}
        rows={sorted}
        keyOf={line => line.key}
        sort={sort}
        file={`voxelwise-${rate}-by-${axis}.csv`}
      />
    </section>
  )
}

function columnsOf(axis: string, rate: RateKey): readonly Column<Line>[] {
  const number = { isNumber: true }
  const known = (line: Line) => (line.rates[rate].n === 0 ? null : line.rates[rate])
  const group = (letter: 'A' | 'B' | 'C' | 'D') => ({
    ...number,
    key: letter,
    name: letter,
    value: (line: Line) => line.rates.counts[letter],
    cell: (line: Line) => count(line.rates.counts[letter]),
  })
  return [
    {
      key: 'label',
      name: axis,
      value: line => line.label,
      cell: line => <a href={line.href}>{line.label}</a>,
    },
    {
      ...number,
      key: 'images',
      name: 'Images',
      value: line => line.rates.images,
      cell: line => count(line.rates.images),
    },
    group('A'),
    group('B'),
    group('C'),
    group('D'),
    {
      ...number,
      key: 'n',
      name: 'n',
      value: line => line.rates[rate].n,
      cell: line => count(line.rates[rate].n),
    },
    {
      ...number,
      key: 'share',
      name: rateNames[rate].name,
      value: line => known(line)?.share ?? null,
      cell: line => <strong>{known(line) ? percent(line.rates[rate].share) : none}</strong>,
    },
    {
      ...number,
      key: 'low',
      name: '95% interval',
      value: line => known(line)?.low ?? null,
      cell: line => (known(line) ? interval(line.rates[rate].low, line.rates[rate].high) : none),
    },
    {
      ...number,
      key: 'high',
      name: '95% interval, high end',
      value: line => known(line)?.high ?? null,
      isSavedOnly: true,
    },
    {
      key: 'method',
      name: 'Interval by',
      value: line => (known(line) ? line.rates[rate].method : null),
      cell: line => (known(line) ? methods[line.rates[rate].method] : none),
    },
  ]
}

const methods = {
  bootstrap: 'bootstrap',
  wilson: 'Wilson',
  sequence: 'for all questions, at any look',
} as const
