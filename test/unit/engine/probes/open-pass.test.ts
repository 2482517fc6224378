/** Which passes are still to be asked, where some are there. */
import { expect, test } from 'vitest'
import { covers, madePasses, openPasses, type PassPart } from '../../../../src/engine/probes/open-pass.ts'
import type { Run } from '../../../../src/engine/protocol/run.ts'
import { someRun } from '../../support/records.ts'

const blank = { kind: 'blank-image' } as const
const whole = { order: 'balanced', limit: null } as const
const makePart = (limit: number) => ({ order: 'balanced', limit }) as const

const makePass = (limit: number | null, total: number, state: Run['state'] = 'done'): Run => ({
  ...someRun,
  ...{ id: `p${total}`, parent: someRun.id, probe: blank, state, total },
  settings: { ...someRun.settings, order: 'balanced', limit },
})

/** What is open of one pass; undefined where nothing is. */
const openPass = (part: PassPart, total: number, made?: Run) =>
  openPasses([blank], [total], part, made ? madePasses([made], someRun.id) : new Map())[0]?.open

test('a pass that asks nothing is not made, and one that is missing is', () => {
  expect(openPass(whole, 0)).toBeUndefined()
  expect(openPass(whole, 5)).toBe('new')
})

test('a pass that covers what is wanted is left alone, or continued where it is not done', () => {
  for (const part of [whole, makePart(7)]) expect(openPass(part, 9, makePass(null, 9))).toBeUndefined()
  const paused = makePass(7, 6, 'paused')
  expect(openPass(makePart(7), 6, paused)).toBe(paused)
  expect(openPass(makePart(3), 6, paused)).toBe(paused)
})

test('a pass on a part is widened to the rest, with its id, probe and events', () => {
  const error = { code: 'bad-json', subject: 's', message: 'm', remedy: 'r' } as const
  const part: Run = { ...makePass(3, 3, 'failed'), error }
  const { error: _, ...kept } = part
  expect(openPass({ order: 'dataset', limit: null }, 9, part)).toEqual({
    ...kept,
    state: 'paused',
    total: 9,
    settings: { ...part.settings, order: 'dataset', limit: null },
  })
})

test('a part that would add no question is done', () => {
  expect(openPass(whole, 3, makePass(5, 3))).toBeUndefined()
})

test('a part covers its own beginning only', () => {
  expect(covers(makePass(7, 7), makePart(7))).toBe(true)
  expect(covers(makePass(7, 7), makePart(8))).toBe(false)
  expect(covers(makePass(7, 7), whole)).toBe(false)
  expect(covers(makePass(null, 9), whole)).toBe(true)
})

test('of two passes with one probe the one that asks more counts, and those of other runs do not', () => {
  const [small, large] = [makePass(3, 3), makePass(null, 9)]
  const others: readonly Run[] = [someRun, { ...makePass(null, 20), parent: 'another' }]
  for (const runs of [
    [small, large, ...others],
    [...others, large, small],
  ])
    expect([...madePasses(runs, someRun.id)]).toEqual([['blank-image', large]])
})

test('passes are asked in the order of their probes, without those that are done or ask nothing', () => {
  const [textOnly, flip, unchanged] = [
    { kind: 'text-only' },
    { kind: 'flip' },
    { kind: 'unchanged' },
  ] as const
  const made = madePasses([makePass(null, 9)], someRun.id)
  expect(openPasses([flip, blank, textOnly, unchanged], [3, 9, 0, 2], whole, made)).toEqual([
    { probe: flip, total: 3, earlier: undefined, open: 'new' },
    { probe: unchanged, total: 2, earlier: undefined, open: 'new' },
  ])
  const paused = makePass(null, 9, 'paused')
  expect(openPasses([blank], [9], whole, madePasses([paused], someRun.id))).toEqual([
    { probe: blank, total: 9, earlier: paused, open: paused },
  ])
})
