import type { Json } from '@voxelwise/python'
import { describe, expect, test } from 'vitest'
import { findClusters } from '../../../src/engine/analysis/clusters.ts'
import { accuracyShares } from '../../../src/engine/analysis/report.ts'
import { checkGate, type Gated, gatesOutcome, readGates } from '../../../src/features/gates/engine/gates.ts'
import { gateWords } from '../../../src/features/gates/text/gates.ts'
import { row } from '../../unit/support/judged-rows.ts'

type Row = ReturnType<typeof row> & { readonly sex?: string }

/** 60 images with two questions each; 80 % right, the same questions again with `lost` fewer. */
const rows = (lost = 0): Row[] =>
  Array.from({ length: 120 }, (_, i) => ({
    ...row({
      id: String(i),
      image: `${i >> 1}.png`,
      task: i % 2 ? 'View Recognition' : 'Organ Recognition',
      verdict: i % 5 === 0 || i < lost ? 'wrong' : 'correct',
    }),
    ...(i < 100 && { sex: i % 3 ? 'F' : 'M' }),
  }))

function makeGated(own: readonly Row[], other: readonly Row[] = own): Gated<Row> {
  const names: Readonly<Record<string, (row: Row) => Json | undefined>> = {
    task: ({ task }) => task,
    sex: ({ sex }) => sex,
    parts: ({ parts }) => parts,
  }
  return {
    shares: accuracyShares(own),
    unread: null,
    clusters: findClusters(own),
    readField: (row, field) => names[field]?.(row),
    pairsWith: () => own.map((row, i) => [other[i] ?? row, row] as const),
  }
}

const gate = (fields: object) => {
  const [read] = readGates({ gates: [{ ...fields }] }, 'gates.json')
  if (!read) throw new Error('no gate')
  return read
}
const outcome = (fields: object, of = makeGated(rows())) => checkGate(gate(fields), of).outcome

describe('a gate', () => {
  test('compares a limit of the interval, or the share itself', () => {
    expect(outcome({ bound: 'share', atLeast: 0.8 })).toBe('pass')
    expect(outcome({ bound: 'share', atLeast: 0.81 })).toBe('fail')
    // The lower limit is the usual one.
    expect(outcome({ atLeast: 0.8 })).toBe('fail')
    expect(outcome({ atLeast: 0.65 })).toBe('pass')
    expect(outcome({ bound: 'high', atMost: 0.95 })).toBe('pass')
    expect(outcome({ bound: 'high', atMost: 0.8 })).toBe('fail')
  })

  test('holds for a slice by any field; null is a missing value', () => {
    expect(
      checkGate(gate({ where: { task: 'View Recognition' }, atLeast: 0.1 }), makeGated(rows())),
    ).toMatchObject({
      outcome: 'pass',
      n: 60,
      clusters: 60,
    })
    expect(outcome({ where: { region: 'Brain', sex: 'F' }, atLeast: 0.1 })).toBe('pass')
    expect(checkGate(gate({ where: { sex: null }, atLeast: 0.1 }), makeGated(rows()))).toMatchObject({
      ...{ outcome: 'undecided', reason: 'too-few-clusters', n: 20, clusters: 10 },
    })
    expect(checkGate(gate({ where: { sex: 'X' }, atLeast: 0.1 }), makeGated(rows()))).toMatchObject({
      ...{ outcome: 'undecided', reason: 'no-such-slice', value: null },
    })
  })

  test('against another run bounds the difference', () => {
    const worse = makeGated(rows(50), rows())
    const found = checkGate(gate({ against: 'base.json', margin: 0.05 }), worse)
    expect(found).toMatchObject({ outcome: 'fail', n: 120 })
    expect(found.value?.share).toBeCloseTo(-40 / 120, 12)
    expect(outcome({ against: 'base.json', margin: 0.05 })).toBe('pass')
    expect(
      checkGate(gate({ against: 'base.json', margin: 0.05 }), { ...worse, pairsWith: () => null }),
    ).toMatchObject({ outcome: 'undecided', reason: 'no-such-run', value: null })
    const better = checkGate(
      gate({ against: 'base.json', bound: 'low', atLeast: 0.1 }),
      makeGated(rows(), rows(50)),
    )
    expect(better.outcome).toBe('pass')
  })

  test('at a limit of 0 against another run, p decides where the interval disagrees', () => {
    // Each question on an image of its own; `gained` of 60 are right here only.
    const of = (gained: number): Gated<Row> => {
      const single = (isRight: (i: number) => boolean) =>
        Array.from({ length: 60 }, (_, i) =>
          row({ id: String(i), image: `${i}.png`, verdict: isRight(i) ? 'correct' : 'wrong' }),
        )
      return makeGated(
        single(i => i < 30 + gained),
        single(i => i >= gained && i < 30 + gained),
      )
    }
    const better = { against: 'base.json', atLeast: 0 }
    // Five gained, none lost: McNemar's exact p is 0.0625, and the interval excludes 0.
    const five = checkGate(gate(better), of(5))
    expect(five.value?.low).toBeGreaterThan(0)
    expect(five).toMatchObject({ outcome: 'fail', decidingP: expect.closeTo(0.0625, 9) })
    const six = checkGate(gate(better), of(6))
    expect(six).toMatchObject({ outcome: 'pass', decidingP: expect.closeTo(0.03125, 9) })
    // Not found worse.
    const notWorse = { against: 'base.json', bound: 'high', atLeast: 0 }
    expect(outcome(notWorse, of(5))).toBe('pass')
    // Other limits, and the share itself, are read from the figures.
    expect(checkGate(gate({ against: 'base.json', margin: 0.05 }), of(5)).decidingP).toBeNull()
    expect(checkGate(gate({ against: 'base.json', bound: 'share', atLeast: 0 }), of(5))).toMatchObject({
      outcome: 'pass',
      decidingP: null,
    })
  })

  test('is undecided where over a fifth of the replies could not be read', () => {
    const of = (unread: number) => ({ ...makeGated(rows()), unread: { answered: 120, unread } })
    expect(outcome({ atLeast: 0.99 }, of(24))).toBe('fail')
    const found = checkGate(gate({ atLeast: 0.99 }), of(25))
    expect(found).toMatchObject({ outcome: 'undecided', reason: 'mostly-unread', n: 120, value: null })
    expect(gateWords(found)).toBe(
      'undecided: lower limit of accuracy: at least 99.0%: too many replies could not be read',
    )
    // Not even one that would pass.
    expect(outcome({ atLeast: 0.01 }, of(25))).toBe('undecided')
  })

  test('that fails decides, then one that is undecided', () => {
    const of = makeGated(rows())
    const results = [{ atLeast: 0.1 }, { where: { sex: 'X' }, atLeast: 0.1 }, { atLeast: 0.99 }].map(fields =>
      checkGate(gate(fields), of),
    )
    expect(results.map(({ outcome }) => outcome)).toEqual(['pass', 'undecided', 'fail'])
    expect(gatesOutcome(results)).toBe('fail')
    expect(gatesOutcome(results.slice(0, 2))).toBe('undecided')
    expect(gatesOutcome(results.slice(0, 1))).toBe('pass')
  })
})

test.each([
  [{}, 'no list "gates"'],
  [{ gates: [1] }, 'A gate is an object'],
  [{ gates: [{ figure: 'luck', atLeast: 1 }] }, 'There is no figure "luck"'],
  [{ gates: [{ atleast: 1 }] }, 'no field "atleast"'],
  [{ gates: [{ where: [] }] }, '"where"'],
  [{ gates: [{ bound: 'middle', atLeast: 1 }] }, '"bound"'],
  [{ gates: [{ margin: 0.1 }] }, '"margin" needs "against"'],
  [{ gates: [{ atLeast: 'much' }] }, '"atLeast" is a number'],
  [{ gates: [{}] }, 'needs "atLeast"'],
])('%j is no file of gates', (json, message) => {
  const read = () => readGates(json as Json, 'gates.json')
  expect(read).toThrow(message)
})
