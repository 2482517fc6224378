/** What was done differently, by its possible effect. */
import { expect, test } from 'vitest'
import { departures, type FigureSide } from '../../../../src/engine/analysis/why-different.ts'
import type { Run } from '../../../../src/engine/protocol/run.ts'
import { someRun } from '../../support/records.ts'

const side = (settings: Partial<Run['settings']> = {}, more: Partial<FigureSide> = {}): FigureSide => ({
  ...{ run: { ...someRun, settings: { ...someRun.settings, ...settings } } },
  ...{ answered: 100, failed: 0, cut: 0, precision: null, ...more },
})
const same = { onlyFirst: 0, onlySecond: 0, otherImages: 0 }
const causes = (found: ReturnType<typeof departures>) => found.map(({ cause }) => cause)

test('equal runs have no cause', () => {
  expect(departures(side(), side(), same)).toEqual([])
})

test('three settings that differ are named in the order of their effect', () => {
  const other = side({ dtype: 'fp32', maxNewTokens: 2, scoring: 'choices' })
  const found = departures(side(), other, same)
  expect(causes(found)).toEqual(['scoring', 'precision', 'limit'])
  expect(found[0]).toMatchObject({ first: 'generated text', second: 'option probabilities', most: null })
})

test('counted causes are bounded by their share of the questions', () => {
  const other = side({ maxNewTokens: 2 }, { answered: 40, failed: 10, cut: 25 })
  const found = departures(side(), other, { onlyFirst: 50, onlySecond: 0, otherImages: 1 })
  expect(found.map(({ cause, most }) => [cause, most])).toEqual([
    ['questions', 50],
    ['cut', 50],
    ['failed', 20],
    ['images', 2],
    ['limit', null],
  ])
})

test('a measured loss of a precision is its bound', () => {
  const first = side({ dtype: 'fp32' }, { precision: 0 })
  const found = departures(first, side({ dtype: 'q4', chatTemplate: 'fallback' }, { precision: 0.675 }), same)
  expect(found.map(({ cause, most }) => [cause, most])).toEqual([
    ['precision', 67.5],
    ['template', null],
  ])
  const harmless = side({ dtype: 'fp16', chatTemplate: 'fallback' }, { precision: 0.02 })
  expect(causes(departures(first, harmless, same))).toEqual(['template', 'precision'])
})

test('prompt, reading rule, device and version are told apart', () => {
  const { protocol } = someRun.settings
  const judge = { id: 'direct', version: 2 } as NonNullable<Run['settings']['protocol']['judge']>
  const other = side({ protocol: { ...protocol, version: protocol.version + 1, judge }, device: 'webgpu' })
  const moved = { ...other, run: { ...other.run, environment: { ...other.run.environment, app: '9' } } }
  expect(causes(departures(side(), moved, same))).toEqual(['prompt', 'reading', 'device', 'version'])
})
