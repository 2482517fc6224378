import type { Estimate } from '../../engine/analysis/report.ts'
import { Whisker } from '../charts/whisker.tsx'
import { count, interval, none, percent } from '../text/format.ts'
import type { ReportColumn } from './report-table.tsx'

/** A proportion in full: never without its n, its interval and chance. */
export const estimateColumns: readonly ReportColumn<Estimate>[] = [
  {
    name: 'n',
    isNumber: true,
    cell: ({ n, part }) => (part ? `${count(n)} of ${count(part.of)}` : count(n)),
  },
  { name: 'Right', isNumber: true, cell: ({ correct }) => count(correct) },
  {
    name: 'Accuracy',
    isNumber: true,
    cell: ({ n, share }) => (n === 0 ? none : <strong>{percent(share)}</strong>),
  },
  {
    name: '95% interval',
    isNumber: true,
    cell: ({ n, low, high }) => (n === 0 ? none : interval(low, high)),
  },
  { name: 'Chance', isNumber: true, cell: ({ chance }) => (chance === null ? none : percent(chance)) },
  { name: '0 to 100%', cell: estimate => <Whisker {...estimate} /> },
]
