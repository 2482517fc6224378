import { describe, expect, test } from 'vitest'
import {
  type BaselineFigure,
  baselineFigures,
  blindBaseline,
  GuessBuilder,
  isAboveBlind,
} from '../../../../src/engine/analysis/blind-baseline.ts'
import { resultRow } from '../../../../src/engine/analysis/rows.ts'
import { medrcube } from '../../../../src/engine/protocol/protocols/medrcube.ts'
import type { RunRecord } from '../../../../src/engine/protocol/record.ts'

/** Answers of 8 patients on one rule: the picture shows either of two parts, and a third is offered that is never right. */
const record = (index: number, rule: string, answer: string, correct: boolean): RunRecord =>
  ({
    run: 'r',
    sample: {
      ...{ index, image: `f/${index}.dcm`, file: 'f/headers' },
      fields: {
        ...{
          id: String(index),
          dataset: 'headers',
          task: 'Organ Recognition',
          modality: 'CT',
          parts: answer,
        },
        ...{ question: 'q', gt_answer: answer, option_A: 'Chest', option_B: 'Head', option_C: 'Knee' },
        ...{ rule, rules: 'header-cube/1', group: `g${index}` },
      },
    },
    ...{ prompt: '', rightAnswer: answer === 'Chest' ? 'A' : 'B', status: 'answered', correct },
    ...{ parsed: 'A', response: 'A' },
  }) as unknown as RunRecord

const records = [
  ...[0, 1, 2, 3, 4, 5].map(index => record(index, 'region', 'Chest', true)),
  ...[6, 7].map(index => record(index, 'region', 'Head', false)),
  record(8, 'laterality', 'Chest', true),
]

function figures() {
  const builder = new GuessBuilder(medrcube)
  builder.add(records.slice(0, 5))
  builder.add(records.slice(5))
  const rows = records.map(one => resultRow(one, medrcube, text => text))
  return baselineFigures(rows, builder.guesses() ?? [])
}

describe('the blind baseline of a run on questions from headers', () => {
  test('stands beside the figure of each rule, axis and voxel', () => {
    const { rule, whole, parts, voxel } = figures()
    expect(rule.map(({ label, n, share, majority }) => [label, n, share, majority])).toEqual([
      ['region', 8, 6 / 8, 6 / 8],
      ['laterality', 1, 1, 1],
    ])
    expect(rule[0]?.chance).toBeCloseTo(1 / 3)
    expect(whole[0]?.majority).toBeCloseTo(7 / 9)
    expect(parts.map(({ label, majority }) => [label, majority])).toEqual([
      ['Chest', 1],
      ['Head', 0],
    ])
    expect(voxel.map(({ label }) => label)).toContain('Head · CT · Organ Recognition')
  })

  test('is that of the whole rule, as the data set’s card shows it', () => {
    const of = blindBaseline(
      records.slice(0, 8).map(({ sample: { fields } }, i) => ({
        group: `g${i}`,
        options: ['Chest', 'Head', 'Knee'],
        answer: String(fields.gt_answer),
      })),
    )
    const [region] = figures().rule
    expect([region?.majority, region?.optionsOnly]).toEqual([of.majority, of.optionsOnly])
  })

  test('an answer like everyone’s proves no sight', () => {
    const figure = { low: 0.5, chance: 0.25, majority: 0.4, optionsOnly: 0.45 } as BaselineFigure
    expect(isAboveBlind(figure)).toBe(true)
    expect(isAboveBlind({ ...figure, optionsOnly: 0.5 })).toBe(false)
  })

  test('other data sets have none', () => {
    const builder = new GuessBuilder(medrcube)
    const [one] = records
    const { rules: _, ...fields } = one?.sample.fields ?? {}
    builder.add([{ ...one, sample: { ...one?.sample, fields } } as RunRecord])
    expect(builder.guesses()).toBeNull()
  })
})
