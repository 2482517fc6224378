/** Claims that an audit found false, on its own answers. */
import { expect, test } from 'vitest'
import { accuracyFigures } from '../../../../src/engine/analysis/accuracy-figures.ts'
import { chainRates } from '../../../../src/engine/analysis/chains.ts'
import { findClusters } from '../../../../src/engine/analysis/clusters.ts'
import { accuracyList } from '../../../../src/engine/analysis/figures.ts'
import { answerFields, rowOfJudged } from '../../../../src/engine/analysis/judged-rows.ts'
import { runFindings } from '../../../../src/engine/analysis/run-findings.ts'
import { subgroups } from '../../../../src/engine/analysis/subgroups.ts'
import { yesNoFigures } from '../../../../src/engine/analysis/yes-no.ts'
import { findingWords } from '../../../../src/ui/text/findings.ts'
import { figureCase } from '../../support/golden.ts'
import { nothingDerived } from '../../support/records.ts'
import { judgedOfResults } from '../../support/results.ts'

const readRows = async (name: string) =>
  (await judgedOfResults(figureCase(name, 'results.json'), 'results.json', answerFields)).map(rowOfJudged)

interface VoxelCase {
  readonly slice: Readonly<Record<'task' | 'modality' | 'region', string>>
  readonly right: number
  readonly n: number
  readonly p_exact: number
  readonly p_holm: number
}

test('one wrong answer makes no voxel less accurate than the rest', async () => {
  const rows = await readRows('one-wrong-answer')
  const { voxels }: { readonly voxels: readonly VoxelCase[] } = JSON.parse(
    figureCase('one-wrong-answer', 'expected.json'),
  )
  const findings = runFindings({
    rows,
    overview: { ...accuracyFigures(rows), part: null, unread: nothingDerived.unread },
    rates: chainRates({ rows, chains: [], clusters: findClusters(rows) }),
    ...{ probes: null, previous: null, isPublished: false, selection: null },
  })
  const weakest = findings.find(({ kind }) => kind === 'weakest')
  expect(weakest).toMatchObject({ isShown: false, voxels: [], of: 60 })
  expect(weakest && findingWords(weakest)).toBe('No voxel is clearly less accurate than the rest of the run.')
  const groups = subgroups(
    rows,
    at => {
      const { task = null, modality = null, parts = null } = rows[at] ?? {}
      return [task, modality, parts]
    },
    () => null,
  )
  expect(groups).toHaveLength(voxels.length)
  for (const { slice, right, n, p_exact, p_holm } of voxels) {
    const labels = [slice.task, slice.modality, slice.region].join()
    const group = groups.find(one => one.labels.join() === labels)
    expect(group?.accuracy).toMatchObject({ n, correct: right })
    // Single questions: Fisher's exact test.
    expect(group?.difference?.p).toBeCloseTo(p_exact, 12)
    expect(group?.difference?.adjusted).toBeCloseTo(p_holm, 12)
  }
})

test('a mean of tasks on one image each is not known as from single questions', async () => {
  const expected = JSON.parse(figureCase('mean-of-tasks-one-image', 'expected.json'))
  const figures = accuracyList(accuracyFigures(await readRows('mean-of-tasks-one-image')))
  const of = (name: string) => figures.find(({ figure }) => figure === name)
  for (const name of ['mean-of-tasks', 'mean-of-voxels']) {
    expect(of(name)?.share).toBeCloseTo(expected.share, 12)
    expect(of(name)?.effectiveN).toBeLessThan(expected.at_most.effectiveN)
    // With one image a task; the reference takes each task for one answer.
    expect(of(name)?.effectiveN).toBeGreaterThan(10)
    expect(of(name)?.low).toBeLessThan(0.35)
    expect(of(name)?.high).toBeGreaterThan(0.75)
  }
})

test('a model that always says no is not better than guessing', async () => {
  const rows = await readRows('constant-answer')
  const expected: {
    readonly accuracy: number
    readonly majority: number
    readonly balanced_accuracy: number
    readonly recall_yes: number
    readonly kappa: number
    readonly forbidden: string
  } = JSON.parse(figureCase('constant-answer', 'expected.json'))
  const { overall } = accuracyFigures(rows)
  expect(overall).toMatchObject({ share: expected.accuracy, majority: expected.majority })
  expect(yesNoFigures(rows)).toMatchObject({
    ...{ yes: { share: expected.recall_yes }, kappa: expected.kappa },
    balanced: { mean: expected.balanced_accuracy },
  })
  const words = runFindings({
    rows,
    overview: { ...accuracyFigures(rows), part: null, unread: nothingDerived.unread },
    rates: chainRates({ rows, chains: [], clusters: findClusters(rows) }),
    ...{ probes: null, previous: null, isPublished: false, selection: null },
  }).map(findingWords)
  expect(words.join(' ')).not.toContain(expected.forbidden)
  expect(words.join(' ')).not.toContain('differ from guessing')
})
