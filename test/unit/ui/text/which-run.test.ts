/** The sentences above a comparison of two runs say what its figures show, and no more. */
import { expect, test } from 'vitest'
import type { Compared } from '../../../../src/app/controller/report-facts.ts'
import { AnswerTime } from '../../../../src/engine/analysis/answer-time.ts'
import { compareRuns } from '../../../../src/engine/analysis/comparison.ts'
import type { Run } from '../../../../src/engine/protocol/run.ts'
import { choiceSentences } from '../../../../src/ui/text/which-run.ts'
import { answered, medrcubeRow, nothingFurther, someRun } from '../../support/records.ts'

/** 200 questions on as many images, of which those are right that `isRight` says. */
const makeRows = (isRight: (at: number) => boolean) =>
  Array.from({ length: 200 }, (_, at) => {
    const fields = {
      ...{ id: `${at}`, task: 't', modality: 'm', parts: 'p', dataset: 'd', question: `q ${at}` },
      ...{ option_A: 'a', option_B: 'b', gt_answer: at % 2 === 0 ? 'a' : 'b', image_path: `${at}.png` },
    }
    // As they were read: two models that are wrong at the same places may still have said something else.
    const record = answered(at, fields, { parsed: isRight(at) ? 'A' : 'B', correct: isRight(at) })
    return medrcubeRow({
      ...record,
      rightAnswer: at % 2 === 0 ? 'A' : 'B',
      sample: { ...record.sample, image: `${at}.png` },
    })
  })

interface Made {
  readonly rights: readonly [(at: number) => boolean, (at: number) => boolean]
  readonly seconds?: readonly (number | null)[]
  readonly memory?: readonly [number, number]
  readonly first?: Partial<Run>
  readonly second?: Partial<Run>
}

function sentences({ rights, seconds = [], memory, first = {}, second = {} }: Made): string {
  const makeRun = (at: 0 | 1): Run => ({
    ...someRun,
    id: `r${at}`,
    name: `run ${at}`,
    model: { ...someRun.model, ...(memory && { memory: memory[at] }) },
    settings: { ...someRun.settings, dtype: at === 0 ? 'fp32' : 'q4' },
    ...(at === 0 ? first : second),
  })
  const compared: Compared = {
    runs: [makeRun(0), makeRun(1)],
    comparison: compareRuns(rights.map(makeRows), {}, nothingFurther),
    windows: [],
    seconds,
  }
  return choiceSentences(compared).join(' ')
}

const good = (at: number) => at % 10 !== 0
const worse = (at: number) => at % 3 !== 0
const alike = (at: number) => at % 10 !== 1

test('a more accurate run that costs more is for accuracy, the other for what it saves', () => {
  const text = sentences({ rights: [good, worse], seconds: [2, 1], memory: [2e9, 1e9] })
  expect(text).toMatch(
    /^q4 is 23\.5 points less accurate than fp32 \(95% interval −[\d.]+ to −[\d.]+, 200 shared questions\)\./,
  )
  expect(text).toContain(
    'q4 takes 1.0 s a question, fp32 2.0 s. q4 needs about 1.0 GB of memory, fp32 about 2.0 GB.',
  )
  expect(text).toMatch(/For accuracy, use fp32; where time or memory counts, q4\.$/)
})

test('a run that is better in all is the one to use', () => {
  expect(sentences({ rights: [worse, good], seconds: [2, 1] })).toMatch(
    /Use q4: it is more accurate and needs less time\.$/,
  )
})

test('without a difference that is found, the cheaper one has a bound on its loss', () => {
  const text = sentences({ rights: [good, alike], seconds: [2, 1] })
  expect(text).toContain('no clear difference in accuracy')
  const [, low] = text.match(/95% interval −([\d.]+) to/) ?? []
  expect(text).toContain(
    `Where time counts, use q4: its accuracy is at most ${low} points lower (95% interval).`,
  )
})

test('costs that are alike, or not measured alike, are no reason', () => {
  const none = 'These figures show no reason to prefer one.'
  expect(sentences({ rights: [good, alike], seconds: [1, 1.05] })).toContain(none)
  for (const second of [
    { imported: someRun.created },
    { environment: { ...someRun.environment, threads: 8 } },
    { environment: { ...someRun.environment, kernel: '6x8' as const } },
    { settings: { ...someRun.settings, dtype: 'fp32' as const, device: 'webgpu' as const } },
  ])
    expect(sentences({ rights: [good, alike], seconds: [2, 1], second })).not.toContain('a question,')
})

test('one that is faster and one that is smaller are each for something', () => {
  expect(sentences({ rights: [good, alike], seconds: [2, 1], memory: [1e9, 2e9] })).toMatch(
    /Where time counts, use q4; where memory counts, use fp32\.$/,
  )
  expect(sentences({ rights: [good, worse], seconds: [2, 1], memory: [1e9, 2e9] })).toMatch(
    /For accuracy, use fp32\.$/,
  )
})

test('runs that do not beat guessing are for nothing', () => {
  const half = (at: number) => at % 2 === 0
  expect(sentences({ rights: [half, at => !half(at)] })).toContain('these figures support neither')
})

test('equal answers are no difference of 0 points', () => {
  expect(sentences({ rights: [good, good], seconds: [2, 1] })).toBe(
    'q4 and fp32 gave the same answers to 200 shared questions. q4 takes 1.0 s a question, fp32 2.0 s. Use q4: it needs less time.',
  )
})

test('two runs are called by the one thing that differs, else by their names', () => {
  const named = (name: string, model: string) => ({
    ...{ name, model: { ...someRun.model, name: model } },
    settings: someRun.settings,
  })
  const told = (first: Partial<Run>, second: Partial<Run>) =>
    sentences({ rights: [good, worse], first, second })
  expect(told(named('a', 'x'), named('b', 'y'))).toMatch(/^y is .* than x \(/)
  expect(told(named('a', 'x'), named('b', 'x'))).toMatch(/^b is .* than a \(/)
  expect(told(named('a', 'x'), named('a', 'x'))).toMatch(/^Run 2 is .* than Run 1 \(/)
})

test('an image whose features were stored counts as one that the run encoded', () => {
  const timed = (at: number, encode: number) => {
    const record = answered(at, {})
    const timings = { encode, prefix: 0, prefill: 10, decode: 20 }
    const tokens = { prompt: 1, image: 1, reused: 0, generated: 1 }
    const score = { text: 'A', tokens, stop: 'end-token' as const, timings }
    return { ...record, score, sample: { ...record.sample, image: `${at}.png` } }
  }
  const time = new AnswerTime()
  expect(time.perQuestion()).toBeNull()
  time.add([timed(0, 0)])
  expect(time.perQuestion()).toBeNull()
  time.add([timed(1, 100)])
  expect(time.perQuestion()).toBe(130)
})
