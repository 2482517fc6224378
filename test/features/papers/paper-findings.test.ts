/** The papers' findings on made-up runs, and what is recomputed from the published tables. */

import { tieGroups, welch } from '@voxelwise/statistics'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { ReportFacts } from '../../../src/app/controller/report-facts.ts'
import { accuracyFigures } from '../../../src/engine/analysis/accuracy-figures.ts'
import { publishedModels, publishedTotal } from '../../../src/engine/analysis/published.ts'
import { medCmrTasks } from '../../../src/engine/analysis/published-med-cmr.ts'
import type { ResultRow } from '../../../src/engine/analysis/result-row.ts'
import { publishedTies } from '../../../src/engine/analysis/ties.ts'
import { conditionalDiagnosis } from '../../../src/features/papers/engine/conditional-diagnosis.ts'
import type { PaperFinding } from '../../../src/features/papers/engine/finding.ts'
import { sizeInName } from '../../../src/features/papers/engine/model-size.ts'
import { paperFindings } from '../../../src/features/papers/engine/paper-findings.ts'
import { papers } from '../../../src/features/papers/ui/papers.tsx'
import { Sections } from '../../../src/ui/shared/sections.tsx'
import { answered, medrcubeRow } from '../../unit/support/records.ts'
import { makeReportFacts } from '../../unit/support/unread-run.ts'

/** Rows of each task with a share of right ones, every question on an image of its own. */
function makeRows(
  tasks: Readonly<Record<string, readonly [n: number, right: number]>>,
  change: Partial<Pick<ResultRow, 'id' | 'modality' | 'parts'>> = {},
): readonly ResultRow[] {
  const rows: ResultRow[] = []
  for (const [task, [n, right]] of Object.entries(tasks))
    for (let i = 0; i < n; i++) {
      const at = rows.length
      const record = answered(
        at,
        { id: `${at}`, task, modality: 'CT', parts: 'Brain', dataset: 'd', question: 'Q', ...change },
        { correct: i < right },
      )
      rows.push(medrcubeRow({ ...record, sample: { ...record.sample, image: `${at}.png` } }))
    }
  return rows
}

const medCmrTaskNames = medCmrTasks.map(({ name }) => name)

/** Samples of the release whose tasks the rows have. */
const releasedWith = (rows: readonly ResultRow[]): number =>
  rows.some(({ task }) => medCmrTaskNames.includes(task)) ? 16655 : publishedTotal

const found = (rows: readonly ResultRow[]): ReadonlyMap<string, PaperFinding> =>
  new Map(
    paperFindings(rows, { ...accuracyFigures(rows), part: null }, releasedWith(rows)).flatMap(
      ({ findings }) => findings.map(finding => [finding.id, finding] as const),
    ),
  )

const verdicts = (rows: readonly ResultRow[]) =>
  Object.fromEntries(Array.from(found(rows), ([id, { verdict }]) => [id, verdict]))

const like = {
  'View Recognition': [200, 60],
  'Imaging Protocols Recognition': [200, 60],
  'Disease Diagnosis': [200, 120],
} as const

test('a run as the paper describes models: findings hold, those of several runs are unclear', () => {
  expect(verdicts(makeRows(like))).toEqual({
    'best-overall': 'holds',
    'imaging-protocols': 'holds',
    views: 'holds',
    'diagnose-without-basics': 'holds',
    'shortcuts-grow': 'unclear',
    'scaling-weakens': 'unclear',
    'training-beats-size': 'unclear',
    'brain-island': 'unclear',
  })
  const figure = found(makeRows(like)).get('diagnose-without-basics')?.figure
  expect(figure).toMatchObject({ n: 200, clusters: 200, unit: 'question', isDifference: true })
  expect(figure?.value).toBeCloseTo(-0.3, 12)
})

test('a run that contradicts them', () => {
  expect(
    verdicts(
      makeRows({
        'View Recognition': [200, 190],
        'Imaging Protocols Recognition': [200, 180],
        'Disease Diagnosis': [200, 90],
      }),
    ),
  ).toMatchObject({
    'best-overall': 'does not hold',
    'imaging-protocols': 'does not hold',
    views: 'does not hold',
    'diagnose-without-basics': 'does not hold',
  })
})

test('of 30 questions nothing is told, nor of differences in a part of a run', () => {
  const few = makeRows({
    'View Recognition': [10, 0],
    'Imaging Protocols Recognition': [10, 0],
    'Disease Diagnosis': [10, 10],
  })
  expect([...new Set(Object.values(verdicts(few)))]).toEqual(['unclear'])
  const rows = makeRows(like)
  const part = { asked: 600, of: 7626, isSelection: false, basis: 'drawn', gain: null } as const
  const [medrcube] = paperFindings(rows, { ...accuracyFigures(rows), part }, publishedTotal)
  expect(medrcube?.findings.find(({ id }) => id === 'diagnose-without-basics')).toMatchObject({
    verdict: 'unclear',
    figure: null,
  })
})

test('questions of other data sets are judged by no paper, although their tasks have the same names', () => {
  const judged = (tasks: Parameters<typeof makeRows>[0], total: number, change = {}) => {
    const rows = makeRows(tasks, change)
    return paperFindings(rows, { ...accuracyFigures(rows), part: null }, total).map(({ paper }) => paper)
  }
  expect(judged(like, publishedTotal)).toEqual(['MedRCube'])
  // The demo has 1,560 questions, and 20 synthetic patients have fewer.
  expect(judged(like, 1560)).toEqual([])
  expect(judged(like, 60)).toEqual([])
  // As many samples as the release, but not its tasks, or more of one than it has.
  expect(judged({ ...like, Other: [60, 30] }, publishedTotal)).toEqual([])
  expect(judged({ 'View Recognition': [301, 60] }, publishedTotal)).toEqual([])
  expect(judged({ Other: [60, 30] }, publishedTotal)).toEqual([])
  expect(judged({}, publishedTotal)).toEqual([])
  // Labels that the paper does not print, and more questions of one than it prints.
  expect(judged(like, publishedTotal, { modality: 'Endoscopy' })).toEqual([])
  expect(judged(like, publishedTotal, { parts: 'Abdomen' })).toEqual([])
  const many = { 'Disease Diagnosis': [500, 200] } as const
  expect(judged(many, publishedTotal, { parts: 'Heart' })).toEqual([])
  expect(judged(many, publishedTotal, { parts: 'Chest' })).toEqual(['MedRCube'])
  // Views and protocols are not among the printed numbers of regions.
  expect(judged({ 'View Recognition': [300, 90] }, publishedTotal, { parts: 'Whole body' })).toEqual([
    'MedRCube',
  ])
  const longTail = { 'Long-tail Generalization': [60, 30] } as const
  expect(judged(longTail, 16655)).toEqual(['Med-CMR'])
  expect(judged(longTail, publishedTotal)).toEqual([])
  // Its ids are whole numbers.
  expect(judged(longTail, 16655, { id: 'case-7' })).toEqual([])
  const rows = makeRows(like)
  const facts = makeReportFacts([])
  const other = { ...facts, rows, overview: { ...facts.overview, ...accuracyFigures(rows) } }
  expect(renderToStaticMarkup(createElement(Sections<ReportFacts>, { of: papers, facts: other }))).toContain(
    'The run has tasks of MedRCube, but not its 7,626 questions. The paper’s findings are not judged on it.',
  )
})

test('where most replies could not be read, no finding is judged', () => {
  const rows = makeRows(like)
  const unread = { answered: 600, unread: 300, reply: null }
  expect(paperFindings(rows, { ...accuracyFigures(rows), part: null, unread }, publishedTotal)).toEqual([])
})

test('the island is a correlation over models: one run has no figure of it', () => {
  expect(found(makeRows(like)).get('brain-island')).toMatchObject({ figure: null, verdict: 'unclear' })
})

test('Med-CMR: the long tail, and visual against reasoning tasks', () => {
  const tasks = (right: (name: string, at: number) => number) =>
    makeRows(Object.fromEntries(medCmrTaskNames.map((name, at) => [name, [100, right(name, at)] as const])))
  const longTail = 'Long-tail Generalization'
  expect(verdicts(tasks((name, at) => (name === longTail ? 15 : at < 3 ? 60 : 45)))).toMatchObject({
    'best-choice': 'holds',
    'long-tail': 'holds',
    'visual-and-reasoning': 'holds',
    'size-matters': 'unclear',
  })
  expect(verdicts(tasks(name => (name === longTail ? 90 : 50)))).toMatchObject({
    'long-tail': 'does not hold',
  })
  // Lower than the mean of the others, but another task is clearly harder.
  expect(verdicts(tasks((name, at) => (name === longTail ? 60 : at === 0 ? 10 : 95)))['long-tail']).toBe(
    'does not hold',
  )
  expect(found(tasks(() => 50)).get('visual-and-reasoning')?.figure?.value).toBeCloseTo(0, 12)
})

test('the published tables give the numbers that are shown next to the claims', () => {
  const recomputed = (id: string) =>
    [like, Object.fromEntries(medCmrTaskNames.map(name => [name, [1, 1] as const]))]
      .map(tasks => found(makeRows(tasks)).get(id)?.recomputed)
      .find(words => words !== undefined)
  expect(found(makeRows(like)).get('best-overall')?.published).toMatchObject({
    models: 33,
    low: 0.2451,
    median: expect.closeTo(0.4995, 12),
    high: 0.6255,
  })
  expect(recomputed('imaging-protocols')).toBe('29 of 33 models lie between 20 and 40%.')
  expect(recomputed('views')).toBe('Best open model: Hulu-Med-32B, 62.00%.')
  expect(recomputed('diagnose-without-basics')).toContain('r = 0.76')
  expect(recomputed('scaling-weakens')).toBe(
    'Mean of 16 models below 10B: 45.2%; of 13 above: 50.4%; difference 5.2 points (Welch p = 0.12). InternVL3.5 38B less 8B: 2.3; Lingshu 32B less 7B: 2.7.',
  )
  expect(recomputed('training-beats-size')).toBe('Lingshu-7B: 59.86%; InternVL3.5-38B: 58.14%.')
  expect(recomputed('long-tail')).toBe('It is the lowest of seven tasks in 17 of 18 models.')
  expect(recomputed('medical-no-better')).toContain(
    'choice −3.8, −2.9, −11.1, −8.2; open +7.0, +1.8, +4.0, −3.9 points.',
  )
  expect(recomputed('size-matters')).toContain(
    'Over 16 models with a known size, choice questions: r = 0.83 with the logarithm of the size, 0.70 with the size; open questions: 0.69 with the logarithm.',
  )
  expect(recomputed('brain-island')).toContain(
    'Mean r with the other regions: Breast 0.51, Heart 0.64, Brain 0.66, Chest 0.69, Lungs 0.69.',
  )
})

test('a size is read from a name only where it is one', () => {
  expect(
    ['Qwen3-VL-30B-A3B', 'Janus-Pro-7B', 'smolvlm-256M-instruct', 'HealthGPT-L14', 'GPT-5', 'A3B'].map(
      sizeInName,
    ),
  ).toEqual([30e9, 7e9, 256e6, null, null, null])
})

test('groups of ties: two share a letter if and only if they are not different', () => {
  expect(tieGroups(3, (a, b) => a === 0 && b === 2)).toEqual([[0], [0, 1], [1]])
  expect(tieGroups(3, () => false)).toEqual([[0], [0], [0]])
  expect(tieGroups(3, () => true)).toEqual([[0], [1], [2]])
  const shares = publishedModels.map(({ overall }) => overall)
  const { letters, pairs } = publishedTies(shares, publishedTotal)
  expect(pairs).toBe((33 * 32) / 2)
  const shared = (a: number, b: number) =>
    [...(letters[a] ?? '')].some(letter => letters[b]?.includes(letter))
  const at = (name: string) => publishedModels.findIndex(model => model.name === name)
  // 62.55 and 59.86 of 7,626: χ² = 11.6; 59.86 and 59.35: χ² = 0.4.
  expect(letters[at('Lingshu-32B')]).toBe('a')
  expect(shared(at('Lingshu-7B'), at('Gemini-3-Pro'))).toBe(true)
  expect(shared(at('GPT-5.1'), at('LLaVA-Med-7B'))).toBe(false)
})

test('Welch’s test, by hand', () => {
  // Means 2 and 5, variances 1 and 4: t = 3 / √(1/3 + 4/3) = 2.3238, ν = (5/3)² / ((1/9 + 16/9) / 2) = 2.9412.
  const test = welch([1, 2, 3], [3, 5, 7])
  expect(test?.difference).toBe(3)
  expect(test?.p).toBeCloseTo(0.1046, 3)
  expect(welch([1], [2, 3])).toBeNull()
  // No spread but for rounding: 0.1 + 0.2 is not quite 0.3.
  expect(welch([0.1 + 0.2, 0.3], [0.5, 0.5])).toBeNull()
})

test('diagnosis given a right perception, over links', () => {
  // On each of 40 images a perception and a diagnosis: 20 both right, 4 only perceived, 6 only diagnosed, 10 neither.
  const rows = Array.from({ length: 80 }, (_, i) => {
    const image = i >> 1
    const isHigh = i % 2 === 1
    const correct = isHigh ? image < 20 || (image >= 24 && image < 30) : image < 24
    const record = answered(
      i,
      {
        id: `${i}`,
        task: isHigh ? 'Disease Diagnosis' : 'View Recognition',
        modality: 'CT',
        parts: 'Chest',
        dataset: 'd',
        question: 'Q',
        image_path: `${image}.png`,
      },
      { correct },
    )
    return medrcubeRow({ ...record, sample: { ...record.sample, image: `${image}.png` } })
  })
  const given = conditionalDiagnosis(rows, {})
  expect(given?.diagnosis).toMatchObject({ n: 40, correct: 26, share: 0.65 })
  expect(given?.given).toMatchObject({ n: 24, correct: 20, basis: { clusters: 24, unit: 'image' } })
  expect(given?.difference.difference).toBeCloseTo(20 / 24 - 0.65, 12)
  expect(given?.difference.low).toBeGreaterThan(0)
  expect(conditionalDiagnosis(rows.slice(0, 1), {})).toBeNull()
})
