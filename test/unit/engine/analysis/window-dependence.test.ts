import { expect, test } from 'vitest'
import type { ResultRow } from '../../../../src/engine/analysis/result-row.ts'
import { differOnlyInWindow, windowDependence } from '../../../../src/engine/analysis/window-dependence.ts'
import { row } from '../../support/judged-rows.ts'
import { someRun } from '../../support/records.ts'

const rows = (count: number): ResultRow[] =>
  Array.from({ length: count }, (_, index) => ({
    ...row({ id: `${index}`, image: `${index >> 1}.png`, modality: index < 4 ? 'CT' : 'MRI' }),
    ...{ index, kind: 'choice' as const, options: 3, confidence: null },
  }))

test('answers that differ are counted by voxel, with clusters, whether or not they are right', () => {
  const [first, second] = [rows(8), rows(8)]
  const read = (letter: (i: number) => string) => new Map(first.map(({ index }) => [index, letter(index)]))
  const found = windowDependence(first, second, [read(() => 'A'), read(i => (i < 3 ? 'B' : 'A'))])
  expect(found.overall).toMatchObject({ n: 8, correct: 3 })
  expect(found.overall.basis).toMatchObject({ clusters: 4, unit: 'image' })
  expect(found.voxels.map(({ modality, n, correct }) => [modality, n, correct])).toEqual([
    ['CT', 4, 3],
    ['MRI', 4, 0],
  ])
})

test('a question that one of two runs could not answer is in no figure', () => {
  const [first, [one, ...rest]] = [rows(4), rows(4)]
  const failed = one ? [{ ...one, verdict: 'failed' as const }] : []
  expect(windowDependence(first, [...failed, ...rest], [new Map(), new Map()]).overall.n).toBe(3)
})

test('two runs are a probe of the window only where nothing else differs', () => {
  const other = { ...someRun, settings: { ...someRun.settings, window: 'minmax' } }
  expect(differOnlyInWindow(someRun, other)).toBe(true)
  expect(differOnlyInWindow(someRun, someRun)).toBe(false)
  expect(differOnlyInWindow(someRun, { ...other, settings: { ...other.settings, maxNewTokens: 5 } })).toBe(
    false,
  )
  expect(differOnlyInWindow(someRun, { ...other, model: { ...other.model, fingerprint: 'x' } })).toBe(false)
})
