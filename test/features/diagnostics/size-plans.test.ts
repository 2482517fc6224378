/** The plan of a run: sizes, undecided voxels, what is stored, and its words beside what was reached. */
import { renderToStaticMarkup } from 'react-dom/server'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import type { ReportFacts } from '../../../src/app/controller/report-facts.ts'
import { newAgain, newPass } from '../../../src/app/run/new-run.ts'
import { findClusters } from '../../../src/engine/analysis/clusters.ts'
import { runOverview } from '../../../src/engine/analysis/run-overview.ts'
import { type PlannedSet, plannedSet } from '../../../src/engine/probes/planned-set.ts'
import { directV1 } from '../../../src/engine/protocol/protocols/direct.ts'
import { sizePlanSchema } from '../../../src/engine/protocol/size-plan.ts'
import { reportedFindings } from '../../../src/features/diagnostics/app/reported-findings.ts'
import { diagnosticsReport } from '../../../src/features/diagnostics/engine/diagnostics-report.ts'
import { byTheRule } from '../../../src/features/diagnostics/engine/findings.ts'
import { publishedAccuracies } from '../../../src/features/diagnostics/engine/published-accuracies.ts'
import {
  makeSizePlan,
  plannedRunSize,
  undecidedVoxels,
  usualWishes,
} from '../../../src/features/diagnostics/engine/size-plans.ts'
import { planReached } from '../../../src/features/diagnostics/ui/plan-reached.tsx'
import { Sections } from '../../../src/ui/shared/sections.tsx'
import { answered, medrcubeRow, nothingDerived, someRun } from '../../unit/support/records.ts'
import { blankImage } from '../../unit/support/some-probes.ts'
import { chestAnswers } from './chest-answers.ts'

const chest = { modality: 'CT', parts: 'Chest' }
const set: PlannedSet = {
  ...{ questions: 500, clusters: 100, images: 100, clusterOfQuestion: 5 },
  voxels: [
    { task: 'Diagnosis', ...chest, questions: 10, clusterOfQuestion: 1, chance: 0.25 },
    { task: 'Recognition', ...chest, questions: 400, clusterOfQuestion: 5, chance: 0.25 },
    { task: 'Report', ...chest, questions: 90, clusterOfQuestion: 1, chance: null },
  ],
}

test('a width asks for the questions of a simple sample times the design effect', () => {
  const size = plannedRunSize({ ...usualWishes, halfWidth: 0.05 }, set)
  // 1.96² · 0.6 · 0.4 / 0.05² = 368.8, design effect 1.8
  expect(size).toMatchObject({ questions: 665, clusters: 133, designEffect: 1.8 })
  // The width that all 500 questions give.
  expect(size?.reached).toBeCloseTo(1.96 * Math.sqrt((0.24 * 1.8) / 500), 3)
})

test('no size shows a difference that is expected to be as bad as the margin', () => {
  const wishes = { ...usualWishes, goal: 'margin' as const, difference: -0.05 }
  expect(plannedRunSize(wishes, set)).toBeNull()
  expect(plannedRunSize({ ...wishes, difference: 0 }, set)?.questions).toBeGreaterThan(400)
})

test('a voxel is undecided if its interval would include guessing, or guessing is not known', () => {
  const all = { accuracy: 0.6, icc: 0.2, share: 1 }
  const named = (voxels: ReturnType<typeof undecidedVoxels>) => voxels.map(({ task }) => task)
  expect(named(undecidedVoxels(set, all))).toEqual(['Report'])
  expect(named(undecidedVoxels(set, { ...all, accuracy: 0.4 }))).toEqual(['Diagnosis', 'Report'])
  expect(named(undecidedVoxels(set, { ...all, share: 0.01 }))).toHaveLength(3)
})

test('a sensitivity needs as many present findings as its width asks for, a specificity absent ones', () => {
  const finding = { ...usualWishes, halfWidth: 0.05, rate: 0.9, prevalence: 0.1 }
  // 1.96² · 0.9 · 0.1 / 0.05² = 138.3 present findings; design effect 1 + 4 · 0.1 · 0.2, or 1 + 4 · 0.9 · 0.2
  const present = plannedRunSize({ ...finding, figure: 'sensitivity' }, set)
  expect(present).toMatchObject({ questions: 1495, clusters: 299, images: 299, designEffect: 1.08 })
  expect(plannedRunSize({ ...finding, figure: 'specificity' }, set)).toMatchObject({
    questions: 265,
    clusters: 53,
  })
  expect(plannedRunSize({ ...finding, figure: 'sensitivity', prevalence: 0 }, set)).toBeNull()
  // 50 of the 500 questions have it.
  expect(present?.reached).toBeCloseTo(1.96 * Math.sqrt((0.09 * 1.08) / 50), 3)
})

test('a difference is planned for a test on both sides, and needs an expected one', () => {
  const single = { ...set, clusters: 500, images: 500, clusterOfQuestion: 1 }
  const wanted = { ...usualWishes, goal: 'difference' as const, difference: 0.05 }
  // (1.96 + 0.8416)² (0.2 − 0.05²)/0.05²
  expect(plannedRunSize(wanted, single)?.questions).toBe(621)
  expect(plannedRunSize({ ...wanted, difference: 0 }, single)).toBeNull()
})

test('published accuracies are expectations for runs of the paper’s protocol', () => {
  expect(publishedAccuracies('medrcube')).toHaveLength(33)
  expect(publishedAccuracies('med-cmr')).toContainEqual({
    ...{ name: 'GPT-5', accuracy: expect.closeTo(0.5781, 12) },
  })
  expect(publishedAccuracies('direct')).toEqual([])
})

test('clusters and voxels of a data set', () => {
  const samples = Array.from({ length: 12 }, (_, index) => ({
    ...{ index, image: `${index >> 2}.png`, file: 'test.json' },
    fields: { id: `${index}`, task: index % 2 ? 'A' : 'B', modality: 'CT', parts: 'Chest', dataset: 'd' },
  }))
  const { id, version } = directV1
  const found = plannedSet(samples, { protocol: { id, version } })
  expect(found).toMatchObject({ questions: 12, clusters: 3, images: 3, clusterOfQuestion: 4 })
  expect(found.voxels.map(({ questions, clusterOfQuestion }) => [questions, clusterOfQuestion])).toEqual([
    [6, 2],
    [6, 2],
  ])
})

const wishes = { ...usualWishes, halfWidth: 0.05 }
const size = plannedRunSize(wishes, set)
if (!size) throw new Error('no size')
const plan = makeSizePlan(wishes, size, set, 120, '2026-01-02T03:04:05.678Z')

test('a plan is stored with its run, and passes and repetitions of the run have none', () => {
  expect(v.parse(sizePlanSchema, plan)).toEqual(plan)
  const run = { ...someRun, plan }
  expect(newPass(run, blankImage, 1, run.environment, null)).not.toHaveProperty('plan')
  expect(newAgain(run, 1, run.environment)).not.toHaveProperty('plan')
})

test('the report has the plan beside what was reached, and nothing without a plan', () => {
  const rows = Array.from({ length: 8 }, (_, i) => {
    const fields = { id: `${i}`, task: 'T', modality: 'CT', parts: 'Brain', dataset: 'd' }
    const record = answered(i, fields, { correct: i < 6 })
    return medrcubeRow({ ...record, sample: { ...record.sample, image: `${i >> 1}.png` } })
  })
  const run = { ...someRun, created: '2026-02-02T03:04:05.678Z', total: 8 }
  const shown = (facts: Pick<ReportFacts, 'run' | 'overview'>) =>
    renderToStaticMarkup(Sections({ of: planReached, facts: { ...facts, rows, added: new Map() } }))
  const overview = runOverview(rows, { ...nothingDerived, run })
  const html = shown({ run: { ...run, plan }, overview })
  expect(html).toContain('Planned for an accuracy within ±5.0 points: 665 questions in 133 clusters.')
  expect(html).toContain('Expected accuracy 60.0%, correlation 0.20.')
  expect(html).toContain('Expected time: 2 min. 1 of 3 voxels would stay undecided: Report · CT · Chest.')
  expect(html).toContain(', before the first question.')
  expect(html).toContain('Reached: 8 questions in 4 clusters on 4 images, accuracy within ±')
  expect(html).toContain('1 of 1 voxel is undecided: T · CT · Brain.')
  expect(shown({ run, overview })).toBe('')
})

test('a plan for a sensitivity has what was reached of each finding', () => {
  const items = chestAnswers()
  const report = diagnosticsReport(items, findClusters(items.map(({ row }) => row)), byTheRule)
  const figure = {
    ...wishes,
    figure: 'sensitivity' as const,
    goal: 'margin' as const,
    published: 'Lingshu-32B',
  }
  const needed = plannedRunSize(figure, set)
  if (!needed) throw new Error('no size')
  const run = {
    ...someRun,
    plan: v.parse(sizePlanSchema, makeSizePlan(figure, needed, set, null, plan.made)),
  }
  const facts = {
    ...{ run, rows: [], overview: runOverview([], { ...nothingDerived, run }) },
    added: new Map([[reportedFindings.name, { report, details: [] }]]),
  }
  const html = renderToStaticMarkup(Sections({ of: planReached, facts }))
  expect(html).toContain(
    'Planned for non-inferiority of sensitivity with a margin of 5.0 points and a power of 80.0%',
  )
  expect(html).toContain('Expected accuracy 60.0%, as published for Lingshu-32B, correlation 0.20.')
  expect(html).toContain('Expected sensitivity 80.0%, finding in 20.0% of questions.')
  expect(html).toMatch(
    /Reached sensitivity: Is there a nodule\? within ±\d+\.\d points \(n \d+\); Is there an/,
  )
  expect(
    renderToStaticMarkup(Sections({ of: planReached, facts: { ...facts, added: new Map() } })),
  ).toContain('No finding of this run has a sensitivity.')
})
