import { expect, test } from 'vitest'
import type { Sample } from '../../../src/engine/protocol/sample.ts'
import { matched } from '../../../src/features/logs/data/match.ts'
import type { LoggedAnswer } from '../../../src/features/logs/data/tool-log.ts'
import { Random } from '../../unit/support/random.ts'
import { rounds } from '../../unit/support/rounds.ts'

const makeSample = (index: number, id: string, question: string): Sample => ({
  index,
  fields: { id, question },
  image: null,
  file: 'set/test.json',
})

const makeAnswer = (ids: readonly string[], asked: string, number: number | null = null): LoggedAnswer => ({
  ids,
  number,
  asked,
  options: [],
  target: null,
  response: 'A',
  correct: null,
})

async function* inSlices(samples: readonly Sample[]): AsyncGenerator<readonly Sample[]> {
  for (let at = 0; at < samples.length; at += 100) yield samples.slice(at, at + 100)
}

/** The rule as it is stated: every candidate in turn. */
function oneByOne(samples: readonly Sample[], answers: readonly LoggedAnswer[]): readonly (Sample | null)[] {
  const plain = (text: string) => text.replace(/\s+/g, ' ').trim()
  const wasAsked = ({ asked }: LoggedAnswer, { fields }: Sample) =>
    plain(asked).includes(plain(String(fields.question)))
  const at = ({ number }: LoggedAnswer, first: number) =>
    number === null ? [] : samples.slice(number - first, number - first + 1)
  const fits = (first: number) =>
    answers.filter(answer => at(answer, first).some(sample => wasAsked(answer, sample))).length
  const first = fits(1) > fits(0) ? 1 : 0
  const found = (usesPlaces: boolean) => {
    const taken = new Set<Sample>()
    return answers.map(answer => {
      const named = answer.ids.flatMap(id => samples.filter(({ fields }) => fields.id === id))
      const sample = [...named, ...(usesPlaces ? at(answer, first) : [])].find(
        one => !taken.has(one) && wasAsked(answer, one),
      )
      if (sample) taken.add(sample)
      return sample ?? null
    })
  }
  const all = found(true)
  return all.filter(Boolean).length < 0.9 * answers.length ? found(false) : all
}

test('each answer gets the sample that the rule names, however many samples share an id', async () => {
  const random = new Random(29)
  const words = ['Which', 'organ', 'is  shown', 'in', 'the', 'image', '?', 'left', 'right', '\n']
  for (let round = 0; round < rounds(200); round++) {
    const [ids, count] = [1 + random.below(4), 1 + random.below(120)]
    const drawId = () => `s${random.below(ids)}`
    const drawQuestion = () => Array.from({ length: random.below(9) }, () => random.pick(words)).join(' ')
    const samples = Array.from({ length: count }, (_, i) => makeSample(i, drawId(), drawQuestion()))
    const answers = Array.from({ length: count }, () => {
      const asked = [drawQuestion(), random.pick(samples).fields.question, drawQuestion()].join('\n')
      return makeAnswer([drawId(), drawId()], asked, random.below(3) === 0 ? null : 1 + random.below(count))
    })
    expect(await matched(inSlices(samples), answers, () => [])).toEqual(oneByOne(samples, answers))
  }
})

test('a log in which all samples share an id takes no time with the square of their number', async () => {
  const count = 3000
  const question = (i: number) => `Which organ is shown in the image number ${i} of the series?`
  const samples = Array.from({ length: count }, (_, i) => makeSample(i, 'x', question(i % (count / 2))))
  const answers = samples.map(({ index }) =>
    makeAnswer(['x'], `Look. ${question(index % (count / 2))} Answer.`),
  )
  const found = await matched(inSlices(samples), answers, () => [])
  expect(found.map(sample => sample?.index)).toEqual(samples.map(({ index }) => index))
  // None is left for a second answer to each.
  const twice = await matched(inSlices(samples), [...answers, ...answers], () => [])
  expect(twice.slice(count).every(sample => sample === null)).toBe(true)
})

test('of samples with one id and one question, the one with the log’s options is meant', async () => {
  const texts = ['liver', 'lung', 'brain']
  const samples = texts.map((_, i) => makeSample(i, 'x', 'Which organ?'))
  const listOptions = ({ index }: Sample) => [['A', texts[index] ?? ''] as const, ['B', 'none'] as const]
  const logged = (text: string, number: number | null = null): LoggedAnswer => ({
    ...makeAnswer(number === null ? ['x'] : [], 'Which organ?', number),
    options: [
      ['A', 'none'],
      ['B', text],
    ],
  })
  const found = await matched(
    inSlices(samples),
    ['brain', 'liver', 'spleen'].map(each => logged(each)),
    listOptions,
  )
  // One whose options are nobody's is the next one's, and its letters are then left out.
  expect(found.map(sample => sample?.index)).toEqual([2, 0, 1])
  // A place alone does not make it that sample, and where half of the rows do not fit, places mean nothing.
  const indices = async (rows: readonly LoggedAnswer[]) =>
    (await matched(inSlices(samples), rows, listOptions)).map(sample => sample?.index)
  expect(await indices([logged('lung', 1)])).toEqual([1])
  expect(await indices([logged('lung', 1), logged('lung', 2)])).toEqual([undefined, undefined])
})
