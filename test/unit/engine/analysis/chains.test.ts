import { expect, test } from 'vitest'
import {
  chainRates,
  chainRatesBy,
  readingChains,
  unknownTasks,
} from '../../../../src/engine/analysis/chains.ts'
import { findClusters } from '../../../../src/engine/analysis/clusters.ts'
import { shortcutsOfRows } from '../../../../src/engine/analysis/report.ts'
import { chainLinks } from '../../support/chain-links.ts'
import { row } from '../../support/judged-rows.ts'

const wrong = { verdict: 'wrong' } as const
const rows = [
  row({ id: '1', image: 'x', task: 'Disease Diagnosis' }),
  row({ id: '2', image: 'x', task: 'Texture', ...wrong }),
  row({ id: '3', image: 'x', task: 'Organ Recognition' }),
  row({ id: '4', image: 'x', task: 'Modality Recognition', ...wrong }),
  row({ id: '5', image: 'x', task: 'View Recognition', verdict: 'failed' }),
  row({ id: '6', image: 'y', task: 'Severity Grading', parts: 'Chest', ...wrong }),
  row({ id: '7', image: 'y', task: 'Organ Recognition', parts: 'Chest', ...wrong }),
  row({ id: '8', image: 'z', task: 'Organ Recognition' }),
  row({ id: '9', image: null, task: 'Disease Diagnosis' }),
]

test('a chain reads from seeing to concluding', () => {
  const { chains } = readingChains(rows, {})
  expect(chains.map(({ image, counts }) => [image, counts])).toEqual([
    ['x', { A: 1, B: 0, C: 0, D: 2 }],
    ['y', { A: 0, B: 0, C: 1, D: 0 }],
    ['z', { A: 0, B: 0, C: 0, D: 0 }],
  ])
  const [x, , z] = chains
  expect(x?.questions.map(({ row, tier, level }) => [row.task, tier, level])).toEqual([
    ['Modality Recognition', 'low', 'low'],
    ['View Recognition', 'low', 'low'],
    ['Organ Recognition', 'middle', 'low'],
    ['Texture', 'other', 'low'],
    ['Disease Diagnosis', 'high', 'high'],
  ])
  expect(z?.links).toBeNull()
  const links = [...chainLinks(x?.links ? [x.links] : [])]
  expect(links.map(({ low, group }) => [low.row.task, group])).toEqual([
    ['Texture', 'D'],
    ['Organ Recognition', 'A'],
    ['Modality Recognition', 'D'],
  ])
})

test('questions of several images are linked if they show the same, in the same order', () => {
  const several = (id: string, task: string, image: string, ...furtherImages: string[]) => ({
    ...row({ id, image, task }),
    ...(furtherImages.length > 0 && { furtherImages }),
  })
  const { chains } = readingChains(
    [
      several('1', 'Disease Diagnosis', 'x', 'y'),
      several('2', 'Organ Recognition', 'x', 'z'),
      several('3', 'Organ Recognition', 'x', 'y'),
      several('4', 'Disease Diagnosis', 'x'),
    ],
    {},
  )
  expect(chains.map(({ image, counts }) => [image, counts.A])).toEqual([
    ["['x', 'y']", 1],
    ["['x', 'z']", 0],
    ['x', 0],
  ])
})

test('a task that is moved to another level reads there, and links there', () => {
  const options = {
    highLevelTasks: new Set(['Texture']),
    ignoredTasks: new Set(['Modality Recognition']),
  }
  const { chains } = readingChains(rows, options)
  const [x] = chains
  expect(x?.questions.map(({ row, tier, level }) => [row.task, tier, level])).toEqual([
    ['Modality Recognition', 'low', 'ignored'],
    ['View Recognition', 'low', 'low'],
    ['Organ Recognition', 'middle', 'low'],
    ['Disease Diagnosis', 'middle', 'low'],
    ['Texture', 'high', 'high'],
  ])
  expect(x?.counts).toEqual({ A: 0, B: 2, C: 0, D: 0 })
})

test('rates, overall and by label of the diagnosis, add up to the official report', () => {
  const { chains, report } = shortcutsOfRows(rows, {})
  const options = { resamples: 100 }
  const clustered = { rows, chains, clusters: findClusters(rows) }
  const all = chainRates(clustered, options)
  expect(all).toMatchObject({
    images: 2,
    links: report.Total_Pairs,
    counts: { A: report.Group_A, B: report.Group_B, C: report.Group_C, D: report.Group_D },
    luck: { share: report.Luck_Rate },
    shortcut: { share: report.Shortcut_Prob },
    rationality: { share: report.Rationality },
  })
  const byTask = chainRatesBy(clustered, ({ task }) => task, options)
  expect(byTask.map(({ label, images, counts }) => [label, images, counts])).toEqual([
    ['Disease Diagnosis', 1, { A: 1, B: 0, C: 0, D: 2 }],
    ['Severity Grading', 1, { A: 0, B: 0, C: 1, D: 0 }],
  ])
  expect(chainRatesBy(clustered, ({ parts }) => parts, options).map(({ label }) => label)).toEqual([
    'Brain',
    'Chest',
  ])
})

test('guessing is that of the diagnoses after a wrong perception', () => {
  const asked = [
    row({ id: '1', image: 'x', task: 'Disease Diagnosis', chance: 0.5 }),
    row({ id: '2', image: 'x', task: 'Organ Recognition', ...wrong }),
    row({ id: '3', image: 'y', task: 'Disease Diagnosis', chance: 0.2 }),
    row({ id: '4', image: 'y', task: 'Organ Recognition', ...wrong }),
    row({ id: '5', image: 'z', task: 'Disease Diagnosis', chance: 0.9 }),
    row({ id: '6', image: 'z', task: 'Organ Recognition' }),
  ]
  const guessing = (of: typeof asked) =>
    chainRates({ rows: of, chains: shortcutsOfRows(of, {}).chains, clusters: findClusters(of) }).guessing
  expect(guessing(asked)).toBeCloseTo(0.35, 14)
  expect(guessing(asked.map(one => ({ ...one, chance: null })))).toBeNull()
  expect(guessing(asked.slice(4))).toBeNull()
})

test('unclassified task names are listed', () => {
  const { levels } = readingChains(rows, {})
  const unknown = (
    ...args: Parameters<typeof unknownTasks> extends [unknown, ...infer Rest] ? Rest : never
  ) => unknownTasks(levels, ...args).map(({ task }) => task)
  expect(unknown()).toEqual(['Texture'])
  expect(unknown({ highLevelTasks: new Set(['Texture']) })).toEqual([])
  expect(unknown({}, new Set(['Texture']))).toEqual([])
})
