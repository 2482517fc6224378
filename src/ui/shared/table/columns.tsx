import type { Interval } from '@voxelwise/statistics'
import { interval, none, percent } from '../../text/format.ts'
import { PageLink } from '../controls/page-link.tsx'
import type { Column, SavedColumn } from './sorting.ts'
import type { TableColumn } from './table.tsx'

type FigureColumn<Row> = Column<Row> & TableColumn<Row>

/** A column of figures: numbers to sort by and to save, shown as texts; a dash where one is not known. */
export const figure = <Row,>(
  key: string,
  name: string,
  value: (row: Row) => number | null,
  formatText: (value: number) => string,
  more: Pick<TableColumn<Row>, 'isStrong' | 'className' | 'isPaperOnly'> &
    Partial<Pick<TableColumn<Row>, 'cell'>> = {},
): FigureColumn<Row> => ({
  key,
  name,
  isNumber: true,
  value,
  cell: row => {
    const known = value(row)
    return known === null ? none : formatText(known)
  },
  ...more,
})

/** A column of texts, shown as they are saved. */
export const textColumn = <Row,>(key: string, name: string, value: (row: Row) => string) => ({
  ...{ key, name, value },
  cell: value,
})

/** A column of links to where a row leads, if it leads anywhere; saved as its texts, or by another value. */
export const linkColumn = <Row,>(
  key: string,
  name: string,
  formatText: (row: Row) => string,
  href: (row: Row) => string | null,
  value: Column<Row>['value'] = formatText,
) => ({
  ...{ key, name, value },
  cell: (row: Row) => {
    const to = href(row)
    return to === null ? formatText(row) : <PageLink href={to}>{formatText(row)}</PageLink>
  },
})

/** An interval in one column, saved as two. @param key of what it is the interval of: it begins their names */
export function intervalColumns<Row>(
  intervalIn: (row: Row) => Interval | null | undefined,
  formatText: (low: number, high: number) => string = interval,
  key = '',
): readonly [FigureColumn<Row>, Column<Row>] {
  const [low, high] = key === '' ? ['low', 'high'] : [`${key}_low`, `${key}_high`]
  const text = (row: Row) => {
    const known = intervalIn(row)
    return known ? formatText(known.low, known.high) : none
  }
  return [
    figure(low, '95% interval', row => intervalIn(row)?.low ?? null, String, { cell: text }),
    {
      key: high,
      name: '95% interval, high end',
      isNumber: true,
      value: row => intervalIn(row)?.high ?? null,
      isSavedOnly: true,
    },
  ]
}

/** A share with its interval beside it. */
export const shareColumns = <Row,>(
  key: string,
  name: string,
  shareIn: (row: Row) => (Interval & { readonly share: number }) | null | undefined,
  more: Pick<TableColumn<Row>, 'isStrong'> = {},
): readonly (FigureColumn<Row> | Column<Row>)[] => [
  figure(key, name, row => shareIn(row)?.share ?? null, percent, more),
  ...intervalColumns(shareIn, interval, key),
]

/** Fields of the rows that are saved as they are, under their own names. */
export const savedFields = <Name extends string>(
  ...names: readonly Name[]
): readonly SavedColumn<Readonly<Partial<Record<Name, string | number | null | undefined>>>>[] =>
  names.map(name => ({ name, value: row => row[name] ?? null }))
