import { expect, test } from 'vitest'
import { findClusters } from '../../../src/engine/analysis/clusters.ts'
import { diagnosticsList } from '../../../src/features/diagnostics/engine/diagnostics-list.ts'
import type { ForecastedRow } from '../../../src/features/diagnostics/engine/finding-answers.ts'
import { byTheRule, groupFindings } from '../../../src/features/diagnostics/engine/findings.ts'

interface Answered {
  readonly question: string
  readonly right: string
  readonly given?: string
  readonly isCorrect?: boolean
  readonly probabilities?: readonly number[]
  /** The place of the right answer among the probabilities. */
  readonly place?: number
  readonly options?: readonly string[]
  readonly isFailed?: boolean
  readonly isCut?: true
  readonly isUnparsed?: true
}

const makeRows = (answers: readonly Answered[]): ForecastedRow[] =>
  answers.map(({ question, right, given, probabilities, place = 0, options = [], ...rest }, i) => ({
    row: {
      ...{
        id: String(i),
        task: 'Diagnosis',
        modality: 'CT',
        parts: 'Chest',
        dataset: '',
        image: `${i >> 1}.png`,
      },
      ...{
        question,
        right,
        chance: null,
        ...(given !== undefined && { given }),
        ...(rest.isUnparsed && { isUnparsed: rest.isUnparsed }),
        ...(rest.isCut && { isCut: rest.isCut }),
      },
      verdict: rest.isFailed ? 'failed' : (rest.isCorrect ?? given === right) ? 'correct' : 'wrong',
    },
    forecast: probabilities ? { probabilities, right: place, options } : null,
  }))

const found = (answers: readonly Answered[], choice = byTheRule) => {
  const items = makeRows(answers)
  return groupFindings(items, findClusters(items.map(({ row }) => row)), choice)
}

const nth = <T>(values: readonly T[], i: number): T => values[i % values.length] as T
const repeat = (times: number, of: (i: number) => Answered) => Array.from({ length: times }, (_, i) => of(i))

/** Yes every third time; the model says yes every second time. */
const nodule = repeat(60, i => {
  const [right, given] = [nth(['\tYes', '\tno', '\tno'], i), nth(['\tyes', '\tno'], i)]
  const [yes, place] = [nth([0.9, 0.2, 0.6, 0.4], i), right === '\tYes' ? 0 : 1]
  return {
    question: 'Is there a nodule?',
    right,
    given,
    probabilities: [yes, 1 - yes],
    place,
    isCorrect: right.toLowerCase() === given,
  }
})

test('a yes/no question that repeats is a finding, by its text; yes is the positive answer', () => {
  const [finding, ...others] = found(nodule)
  expect(others).toEqual([])
  expect(finding).toMatchObject({ finding: 'Is there a nodule?', positive: 'Yes' })
  expect(
    finding?.detections.slice(0, 3).map(({ isPresent, called, score }) => [isPresent, called, score]),
  ).toEqual([
    [true, true, 0.9],
    [false, false, 0.2],
    [false, true, 0.6],
  ])
})

test('yes/no questions whose texts differ are one finding, by their task', () => {
  const [finding] = found(nodule.map((one, i) => ({ ...one, question: `Question ${i}?` })))
  expect(finding).toMatchObject({ finding: 'Diagnosis', positive: 'Yes' })
})

const texts = ['Normal', 'Pneumonia', 'Effusion']
const choices = repeat(45, i => {
  const [right, top] = [i % 3, (i % 5) % 3]
  return {
    question: 'What does the image show?',
    right: `${'ABC'[right]}\t${texts[right]}`,
    given: `${'ABC'[top]}\t${texts[top]}`,
    probabilities: [0, 1, 2].map(at => (at === top ? 0.6 : 0.2)),
    place: right,
    options: texts,
  }
})

test('of more than two answers each is a finding against the others, with its own probability', () => {
  const findings = found(choices)
  expect(findings.map(({ finding }) => finding).sort()).toEqual(['Effusion', 'Normal', 'Pneumonia'])
  const pneumonia = findings.find(({ finding }) => finding === 'Pneumonia')
  expect(pneumonia?.detections.map(({ score, called }) => (score === 0.6) === called)).not.toContain(false)
})

test('options in changing order have the same scores: they are known by their texts', () => {
  const turned = choices.map(({ probabilities = [], place = 0, ...one }) => ({
    ...one,
    probabilities: probabilities.toReversed(),
    options: texts.toReversed(),
    place: 2 - place,
  }))
  const scores = (answers: readonly Answered[]) =>
    found(answers).map(({ finding, detections }) => [finding, detections.map(({ score }) => score)])
  expect(scores(turned)).toEqual(scores(choices))
})

test('an option that a question does not offer, or that is too long to be kept, has no score', () => {
  const without = choices.map(one => ({ ...one, options: ['Normal', '', 'Effusion'] }))
  const pneumonia = found(without).find(({ finding }) => finding === 'Pneumonia')
  expect(pneumonia?.detections.filter(({ score, isPresent }) => score === null || isPresent)).toHaveLength(45)
  expect(pneumonia?.detections.some(({ score }) => score !== null)).toBe(true)
})

test('a chosen positive answer and a chosen field take the place of the rule', () => {
  const [no] = found(nodule, { toLabel: null, positive: 'No' })
  expect(no).toMatchObject({ positive: 'no', rule: 'chosen', answers: ['no', 'Yes'] })
  expect(no?.detections[0]).toMatchObject({ isPresent: false, called: false })
  expect(no?.detections[0]?.score).toBeCloseTo(0.1, 12)
  const byField = found(nodule, {
    toLabel: ({ id }) => (Number(id) < 30 ? 'nodule' : 'mass'),
    positive: null,
  })
  expect(byField.map(({ finding, detections }) => [finding, detections.length])).toEqual([
    ['nodule', 30],
    ['mass', 30],
  ])
})

test('failed questions are counted with their finding and are in no table', () => {
  const [finding] = found([...nodule, { question: 'Is there a nodule?', right: '\tYes', isFailed: true }])
  expect([finding?.detections.length, finding?.failed]).toEqual([60, [{ isPresent: true }]])
})

test('an answer is read, cut or unread', () => {
  const [finding] = found(
    nodule.map((one, i) => ({
      ...one,
      ...(i === 0 && { isCut: true }),
      ...(i === 1 && { isUnparsed: true }),
    })),
  )
  expect(finding?.detections.slice(0, 3).map(({ reading }) => reading)).toEqual(['cut', 'unread', 'read'])
})

test('an answer that was not read is wrong for two answers, and of more it names none', () => {
  const [two] = found(nodule.map(({ given: _, ...one }) => ({ ...one, isUnparsed: true, isCorrect: false })))
  expect(two?.detections.every(({ called }) => called === null)).toBe(true)
  const [more] = found(
    choices.map(({ given: _, ...one }) => ({ ...one, isUnparsed: true, isCorrect: false })),
  )
  expect(more?.detections.every(({ called }) => called === false)).toBe(true)
})

test('of more than two answers, wrong ones whose text is not known make no finding', () => {
  expect(found(choices.map(({ given: _, ...one }) => ({ ...one, isCorrect: false })))).toEqual([])
})

test('of two other answers the rarer is positive, and a word for absent decides before that', () => {
  const two = (first: string, second: string) =>
    found(
      repeat(30, i => ({
        question: 'Which?',
        right: i % 3 ? `A\t${first}` : `B\t${second}`,
        given: `A\t${first}`,
      })),
    )[0]?.positive
  expect(two('left', 'right')).toBe('right')
  expect(two('Malignant', 'Benign')).toBe('Malignant')
  expect(two('Pneumonia', 'Normal')).toBe('Pneumonia')
  expect(two('Fracture', 'No fracture')).toBe('Fracture')
  expect(two('1', '0')).toBe('1')
  expect(two('Notochord', 'Nodule')).toBe('Nodule')
  expect(two('Normal', 'Benign')).toBe('Benign')
})

test('few answers, and one right answer alone, make no finding', () => {
  expect(found(nodule.slice(0, 9))).toEqual([])
  expect(found(nodule.map(one => ({ ...one, right: '\tno' })))).toEqual([])
})

test('figures.json has every figure with its finding, the positive answer, clusters and method', () => {
  const list = diagnosticsList({ scored: makeRows(nodule), positive: null })
  expect(list.map(({ figure }) => figure)).toEqual([
    ...[
      'auroc',
      'average-precision',
      'sensitivity',
      'specificity',
      'ppv',
      'npv',
      'f1',
      'mcc',
      'balanced-accuracy',
    ],
    ...['likelihood-ratio-positive', 'likelihood-ratio-negative'],
    ...['sensitivity-at-youden', 'specificity-at-youden'],
    ...['sensitivity-at-wanted-sensitivity', 'specificity-at-wanted-sensitivity'],
  ])
  for (const figure of list)
    expect(figure).toMatchObject({
      slice: { finding: 'Is there a nodule?' },
      positive: 'Yes',
      unit: 'image',
      clusters: expect.any(Number),
    })
  const sensitivity = list.find(({ figure }) => figure === 'sensitivity')
  expect(sensitivity).toMatchObject({ n: 20, correct: 10, share: 0.5, method: 'korn-graubard' })
  expect(list[0]).toMatchObject({ n: 60, clusters: 30, method: 'obuchowski' })
})

test('figures.json has what accuracy would be if open answers were wrong or right, if there are such', () => {
  const open = nodule.map((one, i) => ({
    ...one,
    ...(i < 6 && { isUnparsed: true as const, isCorrect: false }),
  }))
  const bounds = diagnosticsList({ scored: makeRows(open), positive: null }).filter(({ figure }) =>
    figure.startsWith('accuracy-if'),
  )
  expect(bounds.map(({ figure }) => figure)).toEqual(['accuracy-if-open-wrong', 'accuracy-if-open-right'])
  const [wrong, right] = bounds
  expect((right?.share ?? 0) - (wrong?.share ?? 0)).toBeCloseTo(0.1, 12)
  expect(wrong).toMatchObject({ n: 60, clusters: 30, unit: 'image', slice: {} })
})
