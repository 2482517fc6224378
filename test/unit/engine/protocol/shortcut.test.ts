import { expect, test } from 'vitest'
import type { Judged } from '../../../../src/engine/protocol/metrics.ts'
import { analyseShortcuts, chainVerdicts, countChains } from '../../../../src/engine/protocol/shortcut.ts'
import { chainLinks } from '../../support/chain-links.ts'
import { Random } from '../../support/random.ts'
import { rounds } from '../../support/rounds.ts'

const high = 'Disease Diagnosis'
const judged = (
  id: string | number | null,
  image: string | null,
  task: string | null,
  correct: boolean,
): Judged => ({
  fields: { id, image_path: image, task },
  correct,
})

test('the four groups and their rates', () => {
  const { report, levels } = analyseShortcuts(
    [
      judged('h1', 'x', high, true),
      judged('h2', 'x', high, false),
      judged('l1', 'x', 'Organ Recognition', true),
      judged('l2', 'x', null, false),
      judged('i', 'x', 'View Identification', true),
      judged('', 'x', high, true),
      judged(null, 'x', high, true),
      judged('no image', null, high, true),
      judged('alone', 'y', high, true),
    ],
    {},
  )
  expect(report).toEqual({
    Group_A: 1,
    Group_B: 1,
    Group_C: 1,
    Group_D: 1,
    Total_Pairs: 4,
    Luck_Rate: 0.5,
    Shortcut_Prob: 0.5,
    Rationality: 0.5,
  })
  expect(levels).toEqual([
    { task: high, level: 'high', records: 3 },
    { task: 'Organ Recognition', level: 'low', records: 1 },
    { task: 'None', level: 'low', records: 1 },
    { task: 'View Identification', level: 'ignored', records: 1 },
  ])
})

test('every occurrence of an id makes links, and each reads the last record of it', () => {
  const { report } = analyseShortcuts(
    [
      judged('1', 'x', high, false),
      judged('l', 'x', 'Organ Recognition', true),
      judged(1, 'x', high, true),
      judged('l', 'elsewhere', 'View Identification', false),
    ],
    {},
  )
  expect(report).toMatchObject({ Group_D: 2, Total_Pairs: 2, Luck_Rate: 1, Rationality: 0 })
})

test('empty sets mean the defaults, but no valid ids mean none', () => {
  const items = [judged('h', 'x', high, true), judged('l', 'x', 'Organ Recognition', true)]
  const none = new Set<string>()
  expect(analyseShortcuts(items, { highLevelTasks: none, ignoredTasks: none }).report.Group_A).toBe(1)
  expect(analyseShortcuts(items, { validIds: none }).report).toMatchObject({ Total_Pairs: 0, Rationality: 0 })
  expect(analyseShortcuts(items, { ignoredTasks: new Set([high]) }).report.Total_Pairs).toBe(0)
})

test('the report counts the links that can be walked', () => {
  const random = new Random(5)
  const tasks = [high, 'Severity Grading', 'Organ Recognition', 'View Identification', null]
  for (let round = 0; round < rounds(1000); round++) {
    const items = Array.from({ length: random.below(40) }, () =>
      judged(
        `id${random.below(25)}`,
        random.pick(['x', 'y', 'z', '']),
        random.pick(tasks),
        random.below(2) === 0,
      ),
    )
    const { report, chains } = analyseShortcuts(items, {})
    const links = [...chainLinks(chains)]
    for (const group of ['A', 'B', 'C', 'D'] as const) {
      expect(report[`Group_${group}`]).toBe(links.filter(link => link.group === group).length)
    }
    expect(report.Total_Pairs).toBe(links.length)
  }
})

test('100,000 records on one image are counted without walking 2.5 billion links', () => {
  const items = Array.from({ length: 100_000 }, (_, i) =>
    judged(`${i}`, 'x', i % 2 ? high : 'low', i % 3 === 0),
  )
  expect(analyseShortcuts(items, {}).report.Total_Pairs).toBe(2.5e9)
})

test('counted alone, chains equal those of the analysis, with or without repeated ids', () => {
  const random = new Random(5)
  for (let round = 0; round < rounds(1000); round++) {
    const ids = round % 2 === 0 ? 1e9 : 12
    const items = Array.from({ length: random.below(40) }, () =>
      judged(
        random.pick([null, '', random.below(ids), random.below(ids), random.below(ids)]),
        random.pick([null, '', 'x', 'y', 'z']),
        random.pick([null, high, 'Organ Recognition', 'View Identification']),
        random.below(2) === 0,
      ),
    )
    const options = random.pick([{}, { highLevelTasks: new Set(['Organ Recognition']) }])
    const { levels, chains } = analyseShortcuts(items, options)
    expect(countChains(() => items, options)).toEqual({ levels, chains: chains.map(chainVerdicts) })
  }
})
