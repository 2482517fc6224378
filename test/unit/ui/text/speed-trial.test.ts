import { expect, test } from 'vitest'
import { subjectWords, trialFacts } from '../../../../src/ui/text/speed-trial.ts'

const what = {
  model: 'phantom-vlm',
  dataset: 'phantom-cube',
  device: 'wasm',
  dtype: 'fp32',
  imageDetail: 'own',
} as const
const done = {
  status: 'done',
  what,
  speed: { perImage: 3000, perQuestion: 500, copies: 2, images: 4, questions: 11 },
  shape: null,
  whole: { images: 260, questions: 1560 },
  details: [],
  load: 4.2,
  memory: 1.2e9,
  compared: null,
} as const

test('a trial gives seconds per question, the total, and memory', () => {
  expect(trialFacts(done).map(({ name, value, note }) => `${name}: ${value} ${note}`)).toEqual([
    'Time per question: 500 ms with 6 questions per image; each image takes 1.5 s once',
    '1,560 questions: about 13 min plus 4.2 s to load',
    'Memory: ≈ 1.2 GB estimated for 2 copies',
    'Measured: 11 questions on 4 images not stored',
  ])
  expect(subjectWords(what)).toBe('phantom-vlm (fp32, WASM) on phantom-cube')
  expect(subjectWords({ ...what, imageDetail: 'tiles:1' })).toBe(
    'phantom-vlm (fp32, WASM, up to 1 tile) on phantom-cube',
  )
})

test('next to the local runtime a trial says how much faster it is, or slower', () => {
  const than = (perQuestion: number) => {
    const speed = { ...done.speed, perImage: 0, perQuestion }
    const { name, value, note } = trialFacts({ ...done, compared: { device: 'cpu', speed } })[1] ?? {}
    return `${name}: ${value}, ${note}`
  }
  expect(than(200)).toBe('On CPU, native: 100 ms per question, 5.0 times as fast')
  expect(than(2000)).toBe('On CPU, native: 1.0 s per question, 2.0 times as long')
})

test('without images and without an estimate it does not mention them', () => {
  const speed = { ...done.speed, perImage: 0, copies: 1, images: 0 }
  const facts = trialFacts({ ...done, speed, whole: { images: 0, questions: 40 }, memory: null })
  expect(facts.map(({ value, note }) => `${value} ${note}`)).toEqual([
    '500 ms ',
    'about 20 s plus 4.2 s to load',
    '– estimated',
    '11 questions not stored',
  ])
})
