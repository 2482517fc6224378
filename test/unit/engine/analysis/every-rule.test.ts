/** The same written answers by every judge's rules. */
import { expect, test } from 'vitest'
import { EveryRule } from '../../../../src/engine/analysis/every-rule.ts'
import { newestJudges } from '../../../../src/engine/protocol/judges/registry.ts'
import { firstProtocol } from '../../../../src/engine/protocol/protocol-reference.ts'
import { medrcube } from '../../../../src/engine/protocol/protocols/medrcube.ts'
import { answered, failed, medrcubeRow } from '../../support/records.ts'

const fields = (id: number) => ({
  ...{ id: `${id}`, task: 'Organ Recognition', modality: 'CT', parts: 'Chest', dataset: 'd', question: 'Q' },
  ...{ option_A: 'Heart', option_B: 'Lung', gt_answer: 'Lung', image_path: `${id}.png` },
})

const record = (id: number, response: string) => {
  const { parsed, correct } = medrcube.judge(response, fields(id))
  const made = answered(id, fields(id), { response, parsed, correct })
  return { ...made, sample: { ...made.sample, image: `${id}.png` } }
}

test('each rule reads the same answers; failed questions are none', () => {
  const records = [
    ...[record(0, 'B'), record(1, 'B'), record(2, 'A'), record(3, 'It shows the Lung.')],
    failed(4, fields(4)),
  ]
  const reading = new EveryRule(records.map(medrcubeRow), firstProtocol)
  reading.add(records.slice(0, 2))
  reading.add(records.slice(2))
  const { own, rules } = reading.figures()
  const [first, ...others] = rules
  expect(first).toMatchObject({ judge: null, n: 4, accuracy: own.share, difference: null })
  const covering = newestJudges().filter(({ readers }) => readers.choice)
  expect(others.map(({ judge }) => judge).sort()).toEqual(covering.map(({ id }) => id).sort())
  for (const { n, accuracy, difference } of others) {
    expect(n).toBe(4)
    expect(difference?.difference).toBeCloseTo(accuracy - own.share, 12)
  }
  const of = (id: string) => others.find(({ judge }) => judge === id)
  // Rules that look for the option’s text find it in the sentence.
  expect(of('vlmevalkit')).toMatchObject({ accuracy: 0.75 })
  expect(others.map(({ accuracy }) => accuracy)).toEqual(
    others.map(({ accuracy }) => accuracy).sort((a, b) => b - a),
  )
})

test('an answer that is too long for a rule is unread', () => {
  const records = [record(0, 'B'.repeat(2_000_000))]
  const reading = new EveryRule(records.map(medrcubeRow), firstProtocol)
  reading.add(records)
  const { rules } = reading.figures()
  for (const { judge, unparsed, accuracy } of rules)
    expect([accuracy, unparsed], judge ?? 'own').toEqual([0, judge === null ? 0 : 1])
})
