import { expect, test } from 'vitest'
import { compareRuns, selectedFigures } from '../../../../src/engine/analysis/comparison.ts'
import type { ResultRow } from '../../../../src/engine/analysis/result-row.ts'
import { nothingFurther } from '../../support/records.ts'

/** Every third answer is wrong in the one run, every fourth in the other. */
const rows = (wrongEach: number): ResultRow[] =>
  Array.from({ length: 60 }, (_, index) => ({
    index,
    id: `q${index}`,
    task: 'Organ Recognition',
    modality: index < 40 ? 'CT' : 'MRI',
    parts: 'Brain',
    dataset: 'Set',
    image: `Set/${index >> 1}.png`,
    question: 'Which?',
    kind: 'choice',
    options: 4,
    chance: 1 / 4,
    verdict: index % wrongEach === 0 ? 'wrong' : 'correct',
    confidence: null,
  }))

test('a selection has the figures of the same slice, and the same test', () => {
  const [run, other] = [rows(3), rows(4)]
  const ct = new Set(run.filter(({ modality }) => modality === 'CT').map(({ index }) => index))
  const { accuracy, against } = selectedFigures(run, ct, other)
  expect(accuracy).toMatchObject({ n: 40, correct: 26, chance: 1 / 4 })
  const [whole] = compareRuns([other, run], {}, nothingFurther).againstBaseline
  const slice = whole?.slices.modality.find(({ label }) => label === 'CT')
  expect(against).toMatchObject({
    n: 40,
    difference: slice?.difference,
    p: slice?.p,
    table: slice?.table,
  })
  expect(selectedFigures(run, ct, null).against).toBeNull()
})

test('nothing selected is nothing tested', () => {
  expect(selectedFigures(rows(3), new Set(), rows(4)).against?.n).toBe(0)
})
