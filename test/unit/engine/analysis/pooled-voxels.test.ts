import { fitBetaBinomial, pooledShare } from '@voxelwise/statistics'
import { expect, test } from 'vitest'
import { accuracyFigures } from '../../../../src/engine/analysis/accuracy-figures.ts'
import { accuracyList } from '../../../../src/engine/analysis/figures.ts'
import type { Comparable } from '../../../../src/engine/analysis/paired-differences.ts'
import { pooledAccuracies } from '../../../../src/engine/analysis/pooled-voxels.ts'
import { row } from '../../support/judged-rows.ts'

let made = 0
/** Questions of one voxel, each on its own image. */
const voxel = (modality: string, right: number, n: number, change: Partial<Comparable> = {}): Comparable[] =>
  Array.from({ length: n }, (_, at) => {
    made += 1
    const verdict = at < right ? ('correct' as const) : ('wrong' as const)
    return row({ id: String(made), image: `${made}.png`, modality, verdict, ...change })
  })

const rows = [
  ...voxel('CT', 30, 40),
  ...voxel('MRI', 25, 40),
  ...voxel('US', 0, 2),
  ...voxel('X-ray', 33, 40),
]
const poolByModality = (of: readonly Comparable[]) =>
  new Map(
    Array.from(pooledAccuracies(accuracyFigures(of).voxels), ([{ modality }, share]) => [modality, share]),
  )

test('a voxel of two wrong answers is near its task, one of forty near its own share', () => {
  const pooled = poolByModality(rows)
  const counts = { right: [30, 25, 0, 33], total: [40, 40, 2, 40] }
  const fit = fitBetaBinomial(counts)
  if (!fit) throw new Error('no fit')
  expect(pooled.get('US')).toBeCloseTo(pooledShare(fit, 0, 2), 9)
  expect(pooled.get('US')).toBeGreaterThan(0.4)
  expect(pooled.get('CT')).toBeCloseTo(0.75, 1)
})

test('two voxels of a task do not show how much they differ, nor does one with a constant answer', () => {
  expect(poolByModality([...voxel('CT', 30, 40), ...voxel('US', 0, 2)]).size).toBe(0)
  const always = voxel('US', 2, 2, { right: 'A\tno', given: 'A\tno' })
  const varied = rows
    .filter(({ modality }) => modality !== 'US')
    .map((one, i) => ({ ...one, right: `${'AB'[i % 2]}\t${i % 2 ? 'yes' : 'no'}` }))
  const pooled = poolByModality([...varied, ...always])
  expect([...pooled.keys()]).toEqual(['CT', 'MRI', 'X-ray'])
})

test('answers on common images count as fewer', () => {
  const shared = rows.map((one, i) => ({ ...one, image: `${one.modality} ${i >> 3}.png` }))
  const [single, clustered] = [poolByModality(rows), poolByModality(shared)]
  const pull = (of: Map<string, number>) => Math.abs((of.get('X-ray') ?? 0) - 33 / 40)
  expect(pull(clustered)).toBeGreaterThan(pull(single))
})

test('figures.json has them under a name of their own, without an interval', () => {
  const list = accuracyList(accuracyFigures(rows)).filter(
    ({ figure }) => figure === 'accuracy-pooled-by-task',
  )
  expect(list).toHaveLength(4)
  expect(list[2]).toMatchObject({
    slice: { task: 'Organ Recognition', modality: 'US', region: 'Brain' },
    ...{ n: 2, correct: null, low: null, high: null, method: 'beta-binomial' },
  })
})
