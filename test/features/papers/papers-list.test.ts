import { expect, test } from 'vitest'
import { accuracyFigures } from '../../../src/engine/analysis/accuracy-figures.ts'
import { publishedTotal } from '../../../src/engine/analysis/published.ts'
import { papersList } from '../../../src/features/papers/engine/papers-list.ts'
import { row } from '../../unit/support/judged-rows.ts'

test('the papers’ findings on the run are figures with a verdict', () => {
  const rows = Array.from({ length: 200 }, (_, i) =>
    row({
      id: String(i),
      image: `${i}.png`,
      task: 'View Recognition',
      verdict: i < 60 ? 'correct' : 'wrong',
    }),
  )
  const list = papersList({ rows, accuracy: { ...accuracyFigures(rows), part: null }, total: publishedTotal })
  expect(list.map(({ figure, share, method, verdict }) => [figure, share, method, verdict])).toEqual([
    ['medrcube/best-overall', 0.3, 'korn-graubard', 'holds'],
    ['medrcube/views', 0.3, 'korn-graubard', 'holds'],
  ])
})
