import { expect, test } from 'vitest'
import { passCosts } from '../../../../src/engine/probes/cost.ts'
import { probeKey } from '../../../../src/engine/probes/kind-of.ts'
import { type Pass, type PassAnswer, passAnswer } from '../../../../src/engine/probes/pass.ts'
import { optionOrders, probesFor } from '../../../../src/engine/probes/passes.ts'
import { probeReport } from '../../../../src/engine/probes/report.ts'
import type { Probe } from '../../../../src/engine/protocol/probe.ts'
import { medrcube } from '../../../../src/engine/protocol/protocols/medrcube.ts'
import type { AnsweredRecord } from '../../../../src/engine/protocol/record.ts'
import type { LetterOrNone } from '../../../../src/engine/protocol/sample.ts'
import { answered, failed, medrcubeRow, someRun } from '../../support/records.ts'
import { blankImage, mapProbes, swappedImage } from '../../support/some-probes.ts'

const score = (encode: number) => ({
  text: 'A',
  tokens: { prompt: 10, image: 4, reused: 0, generated: 1 },
  stop: 'verdict' as const,
  timings: { encode, prefix: 10, prefill: 20, decode: 30 },
})

/** A question with `options` options; the first one is right. */
function record(
  index: number,
  image: string,
  options: number,
  letter: LetterOrNone,
  task = 'Organ Recognition',
) {
  const values = ['w', 'x', 'y', 'z'].slice(0, options).map((value, i) => [`option_${'ABCD'[i]}`, value])
  const fields = { id: String(index), task, modality: 'CT', parts: 'Brain', gt_answer: 'w' }
  const whole: AnsweredRecord = answered(
    index,
    { ...fields, ...Object.fromEntries(values) },
    { rightAnswer: 'A', parsed: letter, correct: letter === 'A', score: score(index % 2 === 0 ? 40 : 0) },
  )
  return { ...whole, sample: { ...whole.sample, image } }
}

const records = [
  record(0, 'a.png', 4, 'A'),
  record(1, 'a.png', 2, 'A', 'Disease Diagnosis'),
  record(2, 'b.png', 4, 'B'),
  record(3, 'b.png', 2, 'A', 'Disease Diagnosis'),
]

const answer = (index: number, letter: LetterOrNone, isRight: boolean, shownImage: string | null = null) =>
  ({ index, parsed: letter, verdict: isRight ? 'correct' : 'wrong', shownImage }) satisfies PassAnswer
const pass = (probe: Probe, answers: readonly PassAnswer[]): Pass => ({
  run: probeKey(probe),
  probe,
  answers,
})
const report = (passes: readonly Pass[]) => probeReport(records, passes, medrcube, medrcubeRow, {})

test('without passes there are the rates of the chains alone', () => {
  const { order, blank, swapped, corruptions, chains } = report([])
  expect({ order, blank, swapped, corruptions }).toEqual({
    order: null,
    blank: null,
    swapped: null,
    corruptions: [],
  })
  expect(chains.overall.counts).toEqual({ A: 1, B: 0, C: 0, D: 1 })
  expect(chains.tasks.map(({ label }) => label)).toEqual(['Disease Diagnosis'])
})

test('a sample counts once it is answered in every order of its options', () => {
  const [one, two, three] = optionOrders as [Probe, Probe, Probe]
  const first = pass(
    one,
    [0, 1, 2, 3].map(index => answer(index, 'A', false)),
  )
  const partly = report([first]).order
  expect(partly?.incomplete).toBe(2)
  expect(partly?.bias.map(({ options, samples }) => [options, samples])).toEqual([[2, 2]])
  expect(partly?.consistency.consistent).toMatchObject({ n: 2, correct: 0 })
  const others = [two, three].map(probe => pass(probe, [answer(0, 'A', false), answer(2, 'B', false)]))
  const whole = report([first, ...others]).order
  expect(whole?.incomplete).toBe(0)
  expect(whole?.bias.map(({ options, samples }) => [options, samples])).toEqual([
    [2, 2],
    [4, 2],
  ])
})

test('right answers without the image are paired with the run; failures are no answers', () => {
  const blank = report([
    pass(blankImage, [
      answer(0, 'A', true),
      answer(1, 'B', false),
      answer(2, 'A', true),
      { index: 3, parsed: '', verdict: 'failed', shownImage: null },
    ]),
  ]).blank
  expect(blank?.overall).toMatchObject({
    n: 3,
    table: { bothRight: 1, onlyFirst: 1, onlySecond: 1, bothWrong: 0 },
  })
  expect(blank?.overall.blind).toMatchObject({ n: 3, correct: 2 })
  expect(blank?.tasks.map(({ task, n, seen }) => [task, n, seen.correct])).toEqual([
    ['Organ Recognition', 2, 1],
    ['Disease Diagnosis', 1, 1],
  ])
  expect(blank?.voxels).toHaveLength(2)
})

test('a wrong image with the same right answer is left out, and counted', () => {
  const answers = records.map(({ sample }) =>
    answer(sample.index, 'A', true, sample.image === 'a.png' ? 'b.png' : 'a.png'),
  )
  const { swapped } = report([pass(swappedImage, answers)])
  // Both images are asked the same two tasks with the same right answers.
  expect(swapped?.overall.n).toBe(0)
  expect(swapped?.untouched).toBe(4)
  expect(swapped?.alike).toEqual({ 'modality-and-region': 2, modality: 0, region: 0, nothing: 0 })
})

test('corrupted images: a separate pass', () => {
  const probe = { kind: 'corruption', corruption: 'blur', strength: 2, seed: 1 } as const
  const [drop, ...none] = report([pass(probe, [answer(0, 'B', false), answer(1, 'A', true)])]).corruptions
  expect(none).toEqual([])
  expect(drop).toMatchObject({
    run: 'blur 2 #1',
    corruption: 'blur',
    strength: 2,
    overall: { n: 2, difference: -0.5 },
  })
})

test('the fields of a record that figures need', () => {
  expect(passAnswer({ ...record(5, 'a.png', 2, 'B'), shownImage: 'b.png' }, swappedImage, null)).toEqual(
    answer(5, 'B', false, 'b.png'),
  )
  expect(passAnswer(failed(6), swappedImage, null)).toEqual({
    index: 6,
    parsed: '',
    verdict: 'failed',
    shownImage: null,
  })
})

test('a pass costs as much as the run, without the encoder if its features are stored', () => {
  const run = { settings: someRun.settings, timings: { load: 1000, asking: 4 * 60 + 80 + 40 } }
  const probes = probesFor(4)
  const costs = new Map(
    passCosts(run, records, probes).map((cost, i) => [probeKey(probes[i] as Probe), cost]),
  )
  expect(costs.size).toBe(probes.length)
  // 60 ms of the model and 10 ms between its calls a question
  expect(costs.get('option-order 1')).toEqual({ samples: 4, seconds: 0.28 })
  expect(costs.get('option-order 3')).toEqual({ samples: 2, seconds: 0.14 })
  expect(costs.get('blank-image')).toEqual({ samples: 4, seconds: 0.28 })
  expect(costs.get('noise 5 #1')).toEqual({ samples: 4, seconds: 0.36 })
  // A question of 90 ms, 190 passes of the decoder at 30 ms, and 16 of the encoder at 20 ms.
  for (const probe of mapProbes)
    expect(costs.get(probeKey(probe))).toEqual({ samples: 4, seconds: expect.closeTo(24.44, 6) })
  // Two copies took half of the 320 ms by the clock.
  const ofTwo = { ...run, timings: { load: 1000, asking: 160 } }
  const [shared] = passCosts(ofTwo, records, [probesFor(4)[0] as Probe])
  expect(shared).toEqual({ samples: 4, seconds: expect.closeTo(0.12, 9) })
  const imported = records.map(({ score: _, ...rest }) => rest)
  expect(passCosts(run, imported, [blankImage])).toEqual([{ samples: 4, seconds: null }])
})
