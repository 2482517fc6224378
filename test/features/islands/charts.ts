/** The charts of this feature for the goldens. */
import { createElement } from 'react'
import { Matrix } from '../../../src/features/islands/ui/matrix.tsx'
import { chartLabels as labels } from '../../unit/support/chart-figures.ts'

const [title, file] = ['A chart', 'chart']

export const charts = {
  matrix: createElement(Matrix, {
    title,
    island: {
      labels,
      matrix: labels.map((_, row) =>
        labels.map((_, column) => (row === 3 && column === 3 ? null : 1 - 0.45 * Math.abs(row - column))),
      ),
      models: 33,
    },
    file,
  }),
}
