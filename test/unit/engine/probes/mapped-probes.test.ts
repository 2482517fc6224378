/** Which questions of other kinds a probe asks, and what of them it can tell. */
import { expect, test } from 'vitest'
import { untouchedBySwap } from '../../../../src/engine/probes/image-swap.ts'
import { maxOptions, optionOrdersFor, probesFor } from '../../../../src/engine/probes/passes.ts'
import { Perturbation } from '../../../../src/engine/probes/perturbation.ts'
import { planned } from '../../../../src/engine/probes/planned.ts'
import type { MappedFields } from '../../../../src/engine/protocol/mapped-fields.ts'
import { findProtocol, mappedProtocolReference } from '../../../../src/engine/protocol/protocols/registry.ts'
import { mappedSample, severalQuestion, textQuestion, yesNoQuestion } from '../../support/mapped.ts'
import { someRun } from '../../support/records.ts'

const direct = findProtocol(mappedProtocolReference)
const on = (index: number, fields: Partial<MappedFields>) => ({
  ...mappedSample(index, fields),
  image: `data/${index}.png`,
})
const samples = [on(0, {}), on(1, yesNoQuestion), on(2, severalQuestion), on(3, textQuestion)]

test('option order asks choices, of one option or several, of as many as there are; the others ask all kinds', () => {
  const asked = (probe: ConstructorParameters<typeof Perturbation>[0]) =>
    samples.filter(sample => new Perturbation(probe, samples, direct).asks(sample)).map(({ index }) => index)
  expect(asked({ kind: 'option-order', shift: 4 })).toEqual([0, 2])
  expect(asked({ kind: 'option-order', shift: 5 })).toEqual([])
  expect(asked({ kind: 'blank-image' })).toEqual([0, 1, 2, 3])
  expect(maxOptions(direct, samples)).toBe(5)
  expect(optionOrdersFor(maxOptions(direct, samples))).toHaveLength(4)
  expect(maxOptions(direct, samples.slice(1, 2))).toBe(0)
  expect(probesFor(0).some(({ kind }) => kind === 'option-order')).toBe(false)
})

test('chance is the mean over the kinds', () => {
  const { chance } = planned(samples, {
    settings: { ...someRun.settings, protocol: mappedProtocolReference },
  })
  expect(chance).toBeCloseTo((1 / 5 + 1 / 2 + 1 / 31 + 0) / 4)
})

test('right answers are compared in words: letters and order mean nothing in another question', () => {
  const [first, same, other] = [
    on(0, { options: { A: 'Heart', B: 'Liver' }, answer: 'A' }),
    on(1, { options: { A: 'Liver', B: 'Heart' }, answer: 'B' }),
    on(2, { options: { A: 'Liver', B: 'Heart' }, answer: 'A' }),
  ] as const
  const untouched = (replacement: string) =>
    untouchedBySwap(
      [first, same, other],
      new Map([['data/0.png', { replacement, alike: 'modality' }]]),
      direct,
    ).has(0)
  expect(untouched('data/1.png')).toBe(true)
  expect(untouched('data/2.png')).toBe(false)
})

test('whether a replacement has the same right answer follows the version of the run’s protocol', () => {
  const question = { kind: 'yes-no', options: null, question: 'Enlarged?' } as const
  const [yes, no] = [on(0, { ...question, answer: 'oui' }), on(1, { ...question, answer: 'non' })]
  const swaps = new Map([['data/0.png', { replacement: 'data/1.png', alike: 'modality' as const }]])
  const untouched = (version: number) =>
    untouchedBySwap([yes, no], swaps, findProtocol({ id: 'direct', version })).has(0)
  // Version 1 knows neither word, so both questions have no right answer.
  expect([1, 2].map(untouched)).toEqual([true, false])
})
