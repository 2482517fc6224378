import type { LevelChoice } from '../../../app/controller/levels.ts'
import type { ChainRates, Credibility } from '../../../engine/analysis/chains.ts'
import { counted } from '../../../engine/base/counted.ts'
import type { Axis } from '../../../engine/protocol/sample.ts'
import type { Rate } from '../../../engine/statistics/bootstrap.ts'
import type { KeyItem } from '../../charts/kit/key.tsx'
import { Chance, Dot, IntervalAcross } from '../../charts/kit/marks.tsx'
import { SharePlot } from '../../charts/share-plot.tsx'
import { PageLink } from '../../shared/controls/page-link.tsx'
import { figure, intervalColumns } from '../../shared/table/columns.tsx'
import { DataTable } from '../../shared/table/data-table.tsx'
import { type Column, type Sort, sortRows } from '../../shared/table/sorting.ts'
import { resultsHref } from '../../state/router.ts'
import { count, interval, label, none, percent, points, pointsInterval } from '../../text/format.ts'
import { type RateKey, rateNames } from '../../text/rates.ts'
import { byNames, fieldName } from '../../text/voxels.ts'

interface RateRow {
  readonly key: string
  readonly label: string
  readonly share: Rate
  readonly images: number
  /** The rate after right perception; null where it is not what the rate is compared with. */
  readonly reference: number | null
  /** What guessing gives; null likewise. */
  readonly guessing: number | null
}

/** A label with fewer links is not drawn: its figures are in the table. */
const leastDrawn = 5

interface PlotProps {
  readonly title: string
  readonly rows: readonly RateRow[]
  readonly href: (row: RateRow) => string | null
  readonly file: string
}

const rateItem: KeyItem = {
  text: 'rate, 95% interval',
  width: 24,
  sign: (
    <>
      <IntervalAcross low={0} high={24} y={0} />
      <Dot x={12} y={0} />
    </>
  ),
}
const referenceItems: readonly KeyItem[] = [
  { text: 'after right perception', width: 2, sign: <Reference x={1} y={0} /> },
  { text: 'guessing', width: 2, sign: <Chance x={1} y={0} /> },
]

/** Rates as dots with their intervals, next to what they are to be compared with. */
export function RatePlot(props: PlotProps) {
  const rows = props.rows.filter(({ share }) => share.n >= leastDrawn)
  if (rows.length === 0) return null
  const hasReference = rows.some(({ reference }) => reference !== null)
  return (
    <SharePlot
      {...props}
      rows={rows}
      textOf={textOf}
      hint="Point at a line for its figures. Click it for its chains."
      behind={({ reference, guessing }, x, y) => (
        <>
          {guessing !== null && <Chance x={x(guessing)} y={y} />}
          {reference !== null && <Reference x={x(reference)} y={y} />}
        </>
      )}
      dot={(_, x, y) => <Dot x={x} y={y} />}
      items={hasReference ? [rateItem, ...referenceItems] : [rateItem]}
    />
  )
}

function Reference({ x, y }: { readonly x: number; readonly y: number }) {
  return <path className="whisker-reference" d={`M${x} ${y - 9}V${y + 9}`} />
}

function textOf({ label, share: rate, images, reference, guessing }: RateRow): string {
  const { n, correct, share, low, high, method } = rate
  if (n === 0) return `${label}: no such links on ${counted(images, 'image')}`
  const by = methods[method]
  return `${label}: ${percent(share)}, 95% interval ${interval(low, high)} (${by}), ${count(correct)} of ${counted(n, 'link')} on ${counted(images, 'image')}${reference === null ? '' : `; after right perception ${percent(reference)}`}${guessing === null ? '' : `; guessing ${percent(guessing)}`}`
}

interface Props {
  readonly run: string
  readonly levels: LevelChoice
  readonly credibility: Credibility
  /** `field` for that of the credibility. */
  readonly axis: Axis | 'field'
  readonly rate: RateKey
  readonly sort: Sort
}

/** One line of plot and table: a label, or all of them together. */
interface Line {
  readonly key: string
  readonly label: string
  /** Its chains; null where no filter names them. */
  readonly href: string | null
  readonly rates: ChainRates
}

/** One of the rates by task of the diagnosis, modality or region: drawn, and as a table. */
export function RatesBy({ run, levels, credibility: { overall, groups, field }, axis, rate, sort }: Props) {
  const href = (change: Readonly<Record<string, string>>) =>
    resultsHref(run, 'chains', { ...levels, ...change })
  const lines: readonly Line[] = [
    { key: 'all', label: 'All diagnoses', href: href({}), rates: overall },
    ...(axis === 'field' ? (field?.groups ?? []) : groups[axis]).map(group => ({
      key: `=${group.label}`,
      label: label(group.label),
      href: axis === 'field' ? null : href({ [axis]: group.label }),
      rates: group,
    })),
  ]
  const name = axis === 'field' ? fieldName(field?.name ?? '') : byNames[axis]
  const columns = columnsOf(name, rate)
  const sorted = sortRows(lines, columns, sort)
  const title = `${rateNames[rate].name} by ${name.toLowerCase()} of the diagnosis`
  const hrefs = new Map(lines.map(line => [line.key, line.href]))
  const hidden = sorted.filter(line => line.rates[rate].n < leastDrawn).length
  return (
    <>
      <RatePlot
        title={title}
        rows={sorted.map(line => ({
          key: line.key,
          label: line.label,
          share: line.rates[rate],
          images: line.rates.images,
          reference: rate === 'shortcut' && line.rates.grounded.n > 0 ? line.rates.grounded.share : null,
          guessing: rate === 'shortcut' ? line.rates.guessing : null,
        }))}
        href={row => hrefs.get(row.key) ?? null}
        file={`voxelwise-${rate}-by-${axis}.svg`}
      />
      {hidden > 0 && (
        <p className="muted">
          {counted(hidden, 'row')} with fewer than {leastDrawn} links {hidden === 1 ? 'is' : 'are'} only in
          the table.
        </p>
      )}
      <DataTable
        caption={title}
        columns={columns}
        rows={sorted}
        keyOf={line => line.key}
        sort={sort}
        file={`voxelwise-${rate}-by-${axis}.csv`}
      />
    </>
  )
}

function columnsOf(axis: string, rate: RateKey): readonly Column<Line>[] {
  const known = (line: Line) => (line.rates[rate].n === 0 ? null : line.rates[rate])
  return [
    {
      key: 'label',
      name: axis,
      value: line => line.label,
      cell: ({ href, label: text }) => (href === null ? text : <PageLink href={href}>{text}</PageLink>),
    },
    figure('images', 'Images', line => line.rates.images, count),
    ...(['A', 'B', 'C', 'D'] as const).map(group =>
      figure<Line>(group, group, line => line.rates.counts[group], count),
    ),
    figure('n', 'n', line => line.rates[rate].n, count),
    figure('share', rateNames[rate].name, line => known(line)?.share ?? null, percent, {
      cell: line => <strong>{known(line) ? percent(line.rates[rate].share) : none}</strong>,
    }),
    ...intervalColumns(known),
    ...(rate === 'shortcut' ? referenceColumns : []),
    {
      key: 'method',
      name: 'Interval by',
      value: line => (known(line) ? line.rates[rate].method : null),
      cell: line => (known(line) ? methods[line.rates[rate].method] : none),
    },
  ]
}

/** What Shortcut_Prob is compared with, and by how much it differs. */
const referenceColumns: readonly Column<Line>[] = [
  figure<Line>(
    'grounded',
    'After right perception',
    ({ rates: { grounded } }) => (grounded.n === 0 ? null : grounded.share),
    percent,
  ),
  figure<Line>('guessing', 'Guessing', line => line.rates.guessing, percent),
  figure<Line>('gap', 'Difference', line => line.rates.gap?.difference ?? null, points),
  {
    key: 'gap_interval',
    name: '95% interval of the difference',
    isNumber: true,
    value: line => line.rates.gap?.low ?? null,
    cell: ({ rates: { gap } }) => (gap ? pointsInterval(gap.low, gap.high) : none),
  },
  {
    key: 'gap_high',
    name: '95% interval of the difference, high end',
    isNumber: true,
    value: line => line.rates.gap?.high ?? null,
    isSavedOnly: true,
  },
]

const methods = {
  bootstrap: 'bootstrap',
  'korn-graubard': 'Korn–Graubard',
  sequence: 'confidence sequence',
} as const
