import { describe, expect, test } from 'vitest'
import type { FieldColumn } from '../../../../src/engine/analysis/field-column.ts'
import { fieldGroups } from '../../../../src/engine/analysis/field-groups.ts'
import { type Subgroup, subgroups, yesNoAnswer } from '../../../../src/engine/analysis/subgroups.ts'
import { row } from '../../support/judged-rows.ts'
import { Random } from '../../support/random.ts'

/** A column as it is read from records; null where the field is missing. */
function makeColumn(texts: readonly (string | null)[]): FieldColumn {
  const values = [...new Set(texts)].filter(text => text !== null)
  return { values, codes: Int32Array.from(texts, text => (text === null ? -1 : values.indexOf(text))) }
}
const groupLabels = (texts: readonly (string | null)[], cut?: Parameters<typeof fieldGroups>[1]) => {
  const groups = fieldGroups(makeColumn(texts), cut)
  return { ...groups, all: texts.map((_, position) => groups.labelAt(position)) }
}

describe('a field as groups', () => {
  test('text by value, a missing or empty one by itself and last', () => {
    const { labels, all, isNumeric } = groupLabels(['F', null, 'M', '', 'F'])
    expect(labels).toEqual(['F', 'M', null])
    expect(all).toEqual(['F', null, 'M', null, 'F'])
    expect(isNumeric).toBe(false)
  })

  test('few numbers by value, in their order', () => {
    expect(groupLabels(['10', '9', '2'])).toMatchObject({ labels: ['2', '9', '10'], isNumeric: true })
  })

  test('many numbers by quantiles of the answers, or at cut points', () => {
    const ages = Array.from({ length: 100 }, (_, i) => String(i + 1))
    const { labels, all } = groupLabels([...ages, null])
    expect(labels).toEqual(['≤ 25.75', '25.75 to 50.5', '50.5 to 75.25', '> 75.25', null])
    expect(all.filter(label => label === '> 75.25')).toHaveLength(25)
    expect(groupLabels(ages, { parts: 2 }).labels).toEqual(['≤ 50.5', '> 50.5'])
    const cut = groupLabels(ages, { points: [60, 40] })
    expect(cut.labels).toEqual(['≤ 40', '40 to 60', '> 60'])
    expect([cut.all[39], cut.all[40], cut.all[59], cut.all[60]]).toEqual([
      '≤ 40',
      '40 to 60',
      '40 to 60',
      '> 60',
    ])
    // Cut points hold for few numbers too; bins without a value are left out.
    expect(groupLabels(['1', '2'], { points: [5, 9] }).labels).toEqual(['≤ 5'])
  })
})

/** 120 images with five questions each, easy or hard together. One in five is hard; of those from scanner B, seven in ten. */
const random = new Random(7)
const real = Array.from({ length: 120 }, (_, image) => {
  const scanner = image % 4 === 0 ? 'B' : 'A'
  const isHard = random.below(10) < (scanner === 'B' ? 7 : 2)
  return Array.from({ length: 5 }, (_, i) => ({
    ...row({
      id: `${image} ${i}`,
      image: `${image}.png`,
      verdict: random.below(100) < (isHard ? 10 : 95) ? 'correct' : 'wrong',
    }),
    scanner,
    // One image of sex X has all of that group's answers, and all of them are wrong.
    sex: image === 3 ? 'X' : image % 2 ? 'F' : 'M',
  }))
}).flat()
const rows = real.map(one => (one.sex === 'X' ? { ...one, verdict: 'wrong' as const } : one))
const found = (groups: readonly Subgroup[], label: string) => groups.find(({ labels }) => labels[0] === label)

describe('subgroups', () => {
  test('a real gap is found', () => {
    const groups = subgroups(
      rows,
      at => [rows[at]?.scanner ?? null],
      () => null,
    )
    const b = found(groups, 'B')
    expect(b?.accuracy).toMatchObject({ n: 150, basis: { clusters: 30, unit: 'image' } })
    expect(b?.difference?.high).toBeLessThan(-0.1)
    expect(b?.difference?.adjusted).toBeLessThan(0.001)
    // The rest of A is B.
    expect(found(groups, 'A')?.difference?.difference).toBeCloseTo(-(b?.difference?.difference ?? 0), 12)
  })

  test('a spurious gap, five wrong answers on one image, is not', () => {
    const x = found(
      subgroups(
        rows,
        at => [rows[at]?.sex ?? null],
        () => null,
      ),
      'X',
    )
    expect(x?.accuracy).toMatchObject({ n: 5, share: 0, basis: { clusters: 1 } })
    expect(x?.difference?.low).toBeLessThan(0)
    expect(x?.difference?.high).toBeGreaterThan(0)
    expect(x?.difference?.adjusted).toBeGreaterThan(0.05)
    // As single questions, it would be reported.
    const singles = rows.map(one => ({ ...one, image: null }))
    const alone = found(
      subgroups(
        singles,
        at => [singles[at]?.sex ?? null],
        () => null,
      ),
      'X',
    )
    expect(alone?.difference?.adjusted).toBeLessThan(0.05)
  })

  test('p is below 5 % only if the interval excludes zero', () => {
    const groups = subgroups(
      rows,
      at => [rows[at]?.scanner ?? null, String(at % 5)],
      () => null,
    )
    expect(groups).toHaveLength(10)
    const found = groups.flatMap(({ difference }) => (difference && difference.p < 0.05 ? [difference] : []))
    expect(found.length).toBeGreaterThan(0)
    for (const { low, high } of found) expect(low > 0 || high < 0).toBe(true)
  })

  test('one group has no rest', () => {
    expect(
      subgroups(
        rows,
        () => ['all'],
        () => null,
      ),
    ).toMatchObject([{ difference: null, accuracy: { n: 600 } }])
    expect(
      subgroups(
        [],
        () => ['all'],
        () => null,
      ),
    ).toEqual([])
  })

  test('recallOfYes and recallOfNo are the accuracies by the right answer of yes/no questions', () => {
    const groups = subgroups(
      rows,
      at => [rows[at]?.scanner ?? null],
      at => (at % 5 === 0 ? 'yes' : at % 5 === 1 ? 'no' : null),
    )
    for (const { recallOfYes, recallOfNo, labels } of groups) {
      const own = rows.filter(({ scanner }) => scanner === labels[0])
      const right = own.filter(({ id, verdict }) => id.endsWith(' 0') && verdict === 'correct').length
      expect(recallOfYes).toMatchObject({ n: own.length / 5, correct: right })
      expect(recallOfNo).toMatchObject({ n: own.length / 5, basis: { unit: 'image' } })
    }
    expect([' Yes', 'no', 'TRUE', '0', 'maybe', null].map(yesNoAnswer)).toEqual([
      'yes',
      'no',
      'yes',
      'no',
      null,
      null,
    ])
  })
})
