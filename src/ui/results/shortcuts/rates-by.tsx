import type { Rate } from '@voxelwise/statistics'
import type { LevelChoice } from '../../../app/controller/levels.ts'
import type { Constant } from '../../../engine/analysis/answer-habits.ts'
import type { ChainRates, Credibility } from '../../../engine/analysis/chains.ts'
import { counted } from '../../../engine/base/counted.ts'
import type { Axis } from '../../../engine/protocol/sample.ts'
import type { KeyItem } from '../../charts/kit/key.tsx'
import { Cell, Chance, Dot, IntervalAcross } from '../../charts/kit/marks.tsx'
import { SharePlot } from '../../charts/share-plot.tsx'
import { hasPart } from '../../seams.ts'
import { figure, intervalColumns, linkColumn } from '../../shared/table/columns.tsx'
import { DataTable } from '../../shared/table/data-table.tsx'
import { type Column, type Sort, sortRows } from '../../shared/table/sorting.ts'
import { count, interval, label, none, percent, points, pointsInterval } from '../../text/format.ts'
import { constantWords, type RateKey, rateNames } from '../../text/rates.ts'
import { byNames, fieldName } from '../../text/voxels.ts'
import { chainsHref } from './chains-href.ts'

/** One line of plot and table: a label, or all of them together. */
interface RateRow {
  readonly key: string
  readonly label: string
  readonly share: Rate
  readonly images: number
  /** The rate with right perception; null where it is not what the rate is compared with. */
  readonly reference: number | null
  /** What guessing gives; null likewise. */
  readonly guessing: number | null
  /** The one answer of its diagnoses: then its rate says nothing. */
  readonly constant?: Constant | undefined
}

interface Line extends RateRow {
  /** Its chains; null where no filter names them. */
  readonly href: string | null
  readonly rates: ChainRates
}

/** A label with fewer links is not drawn: its figures are in the table. */
const leastDrawn = 5

interface PlotProps<Row extends RateRow> {
  readonly title: string
  readonly rows: readonly Row[]
  readonly href: (row: Row) => string | null
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
  { text: 'with right perception', width: 2, sign: <Reference x={1} y={0} /> },
  { text: 'guessing', width: 2, sign: <Chance x={1} y={0} /> },
]

const constantItem: KeyItem = { text: 'one answer, right or given', width: 12, sign: <Hatched x={6} y={0} /> }

function Hatched({ x, y }: { readonly x: number; readonly y: number }) {
  return <Cell x={x} y={y} side={11} colour="var(--ink)" isHollow isHatched />
}

/** Rates as dots with their intervals, next to what they are to be compared with. */
export function RatePlot<Row extends RateRow>(props: PlotProps<Row>) {
  const rows = props.rows
    .filter(({ share }) => share.n >= leastDrawn)
    .map(row => ({
      ...row,
      label: [row.label, row.constant && constantWords(row.constant)].filter(Boolean).join(': '),
    }))
  if (rows.length === 0) return null
  const hasReference = rows.some(({ reference }) => reference !== null)
  return (
    <SharePlot
      {...props}
      rows={rows}
      rowText={rateText}
      hint={`Point at a line for its figures.${hasPart('chains') ? ' Click it for its chains.' : ''}`}
      behind={({ reference, guessing }, x, y) => (
        <>
          {guessing !== null && <Chance x={x(guessing)} y={y} />}
          {reference !== null && <Reference x={x(reference)} y={y} />}
        </>
      )}
      dot={({ constant }, x, y) => (constant ? <Hatched x={x} y={y} /> : <Dot x={x} y={y} />)}
      items={[
        rateItem,
        ...(hasReference ? referenceItems : []),
        ...(rows.some(({ constant }) => constant) ? [constantItem] : []),
      ]}
    />
  )
}

function Reference({ x, y }: { readonly x: number; readonly y: number }) {
  return <path className="whisker-reference" d={`M${x} ${y - 9}V${y + 9}`} />
}

function rateText({ label, share: rate, images, reference, guessing }: RateRow): string {
  const { n, correct, share, low, high, method } = rate
  if (n === 0) return `${label}: no such links on ${counted(images, 'image')}`
  const by = methods[method]
  return `${label}: ${percent(share)}, 95% interval ${interval(low, high)} (${by}), ${count(correct)} of ${counted(n, 'link')} on ${counted(images, 'image')}${reference === null ? '' : `; with right perception ${percent(reference)}`}${guessing === null ? '' : `; guessing ${percent(guessing)}`}`
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

/** One of the rates by task of the diagnosis, modality or region: drawn, and as a table. */
export function RatesBy({ run, levels, credibility: { overall, groups, field }, axis, rate, sort }: Props) {
  const makeLine = (key: string, text: string, to: string | null, rates: ChainRates): Line => ({
    ...{ key, href: to, rates },
    label: text,
    share: rates[rate],
    images: rates.images,
    reference: rate === 'shortcut' && rates.grounded.n > 0 ? rates.grounded.share : null,
    guessing: rate === 'shortcut' ? rates.guessing : null,
    constant: rates.constant,
  })
  const lines = [
    makeLine('all', 'All diagnoses', chainsHref(run, levels), overall),
    ...(axis === 'field' ? (field?.groups ?? []) : groups[axis]).map(group =>
      makeLine(
        `=${group.label}`,
        label(group.label),
        axis === 'field' ? null : chainsHref(run, levels, { [axis]: group.label }),
        group,
      ),
    ),
  ]
  const name = axis === 'field' ? fieldName(field?.name ?? '') : byNames[axis]
  const columns = rateColumns(name, rate)
  // A rate of one answer has no place among rates that compare.
  const ranked = sortRows(lines, columns, sort)
  const sorted = [...ranked.filter(({ constant }) => !constant), ...ranked.filter(({ constant }) => constant)]
  const title = `${rateNames[rate].name} by ${name.toLowerCase()} of the diagnosis`
  const hidden = sorted.filter(line => line.share.n < leastDrawn).length
  return (
    <>
      <RatePlot
        title={title}
        rows={sorted}
        href={line => line.href}
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
        rowKey={line => line.key}
        sort={sort}
        file={`voxelwise-${rate}-by-${axis}.csv`}
      />
    </>
  )
}

function rateColumns(axis: string, rate: RateKey): readonly Column<Line>[] {
  const known = ({ share }: Line) => (share.n === 0 ? null : share)
  return [
    linkColumn<Line>(
      'label',
      axis,
      line => line.label,
      line => line.href,
    ),
    figure('images', 'Images', line => line.images, count),
    ...(['A', 'B', 'C', 'D'] as const).map(group =>
      figure<Line>(group, group, line => line.rates.counts[group], count),
    ),
    figure('n', 'n', line => line.share.n, count),
    figure('share', rateNames[rate].name, line => known(line)?.share ?? null, percent, {
      cell: line => <strong>{known(line) ? percent(line.share.share) : none}</strong>,
    }),
    ...intervalColumns(known),
    ...(rate === 'shortcut' ? referenceColumns : []),
    {
      key: 'one_answer',
      name: 'One answer',
      value: ({ constant }) => constant?.answer ?? null,
      cell: ({ constant }) => (constant ? constantWords(constant) : none),
    },
    {
      key: 'method',
      name: 'Interval by',
      value: line => known(line)?.method ?? null,
      cell: line => (known(line) ? methods[line.share.method] : none),
    },
  ]
}

/** What Shortcut_Prob is compared with, and by how much it differs. */
const referenceColumns: readonly Column<Line>[] = [
  figure<Line>(
    'grounded',
    'With right perception',
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
