import { interval, none } from '../../text/format.ts'
import type { Column } from './sorting.ts'
import type { TableColumn } from './table.tsx'

type FigureColumn<Row> = Column<Row> & TableColumn<Row>

/** A column of figures: numbers to sort by and to save, shown as texts; a dash where one is not known. */
export const figure = <Row,>(
  key: string,
  name: string,
  value: (row: Row) => number | null,
  textOf: (value: number) => string,
  more: Pick<TableColumn<Row>, 'isStrong' | 'className' | 'isPaperOnly'> &
    Partial<Pick<TableColumn<Row>, 'cell'>> = {},
): FigureColumn<Row> => ({
  key,
  name,
  isNumber: true,
  value,
  cell: row => {
    const known = value(row)
    return known === null ? none : textOf(known)
  },
  ...more,
})

/** An interval in one column, saved as two. */
export function intervalColumns<Row>(
  of: (row: Row) => { readonly low: number; readonly high: number } | null,
  textOf: (low: number, high: number) => string = interval,
): readonly [FigureColumn<Row>, Column<Row>] {
  const text = (row: Row) => {
    const known = of(row)
    return known ? textOf(known.low, known.high) : none
  }
  return [
    figure('low', '95% interval', row => of(row)?.low ?? null, String, { cell: text }),
    {
      key: 'high',
      name: '95% interval, high end',
      isNumber: true,
      value: row => of(row)?.high ?? null,
      isSavedOnly: true,
    },
  ]
}
