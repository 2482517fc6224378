import { expect, test } from 'vitest'
import { judgedAnswers, judgedJson, withPeople } from '../../../../src/engine/analysis/judged-answers.ts'
import { rubricNamed } from '../../../../src/engine/protocol/rubrics/rubric.ts'
import { judgePass, reply } from '../../support/judged.ts'
import { answersOfEachKind, mappedRun } from '../../support/mapped.ts'

const medCmrRubric = rubricNamed('med-cmr')

const parent = mappedRun(answersOfEachKind)
const judging = { showsImages: false, isHeld: false, repeated: [9], times: 2 }
const ratings = (rating: number) => Object.fromEntries(medCmrRubric.dimensions.map(({ id }) => [id, rating]))
const sheet = {
  rubric: { id: 'med-cmr', version: 1 },
  file: 'filled.csv',
  ratings: { '9': ratings(8), '10': ratings(2) },
}

test('a judge’s figure has its name; repeats count in the spread only', () => {
  const pass = judgePass(parent, judging, at => reply([8, 2, 10, 0][at] ?? 0))
  const { open, judged } = judgedAnswers(parent.run, parent.records, [pass])
  expect(open).toBe(2)
  expect(judged).toHaveLength(1)
  expect(judged[0]).toMatchObject({
    judge: 'tiny',
    open: 0,
    failed: 0,
    agreement: null,
    figures: { name: 'Med-CMR’s rubric, judged by tiny', overall: 50, items: 2, replies: 4, unparsed: 0 },
  })
  // The standard deviation of the sample 100 and 0.
  expect(judged[0]?.figures.spread).toBeCloseTo(Math.sqrt(5000))
})

test('replies that cannot be read are counted by their reason and are in no figure', () => {
  const pass = judgePass(parent, { ...judging, repeated: [], times: 0 }, at =>
    at === 0 ? 'Good.' : '{"consistency": 12}',
  )
  const [found] = judgedAnswers(parent.run, parent.records, [pass]).judged
  expect(found?.figures).toMatchObject({ overall: null, unparsed: 2 })
  expect(found?.why.map(([why]) => why).sort()).toEqual([
    'consistency is no whole number from 0 to 10',
    'the reply holds no JSON object',
  ])
})

test('people’s ratings are separate, one sheet per rubric, and are part of metrics_summary.json', () => {
  const pass = judgePass(parent, judging, at => reply([8, 2, 10, 0][at] ?? 0))
  const run = withPeople(withPeople(parent.run, { ...sheet, file: 'old.csv' }), sheet)
  expect(run.people).toEqual([sheet])
  const answers = judgedAnswers(run, parent.records, [pass])
  expect(answers.people).toEqual([{ rubric: 'Med-CMR’s rubric', file: 'filled.csv', items: 2 }])
  expect(answers.judged[0]?.agreement?.[0]).toMatchObject({ n: 2, kappa: 1, quadraticKappa: 1 })
  expect(judgedJson(answers)).toMatchObject([
    { name: 'Med-CMR’s rubric, judged by tiny', held_to_form: false, agreement: { length: 4 } },
  ])
})
