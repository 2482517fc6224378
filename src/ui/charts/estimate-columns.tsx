import type { Estimate } from '../../engine/analysis/report.ts'
import type { TableColumn } from '../shared/table/table.tsx'
import { count, interval, none, percent } from '../text/format.ts'

const number = { isNumber: true }

/** A proportion's columns: narrow screens spare the number of right answers. */
export const estimateColumns: readonly TableColumn<Estimate>[] = [
  {
    ...number,
    key: 'n',
    name: 'n',
    cell: ({ n, part }) => (part ? `${count(n)} of ${count(part.of)}` : count(n)),
  },
  { ...number, key: 'correct', name: 'Right', className: 'spare', cell: ({ correct }) => count(correct) },
  {
    ...number,
    key: 'share',
    name: 'Accuracy',
    isStrong: true,
    cell: ({ n, share }) => (n === 0 ? none : percent(share)),
  },
  {
    ...number,
    key: 'interval',
    name: '95% interval',
    cell: ({ n, low, high }) => (n === 0 ? none : interval(low, high)),
  },
  {
    ...number,
    key: 'chance',
    name: 'Chance',
    isPaperOnly: true,
    cell: ({ chance }) => (chance === null ? none : percent(chance)),
  },
]
