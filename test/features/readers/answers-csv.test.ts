/** Answers that people gave elsewhere. */
import { expect, test } from 'vitest'
import { sittingsInCsv } from '../../../src/features/readers/data/answers-csv.ts'
import { answersInText, answersJson } from '../../../src/features/readers/engine/sitting.ts'
import { type Study, studyHash } from '../../../src/features/readers/engine/study.ts'

const at = '2026-01-02T03:04:05.678Z'
const options = ['A', 'B', 'C'].map(letter => ({ letter, text: `option ${letter}` }))
const question = (id: string, kind: Study['questions'][number]['kind'], index: number) => ({
  ...{ index, id, kind, question: 'What?', images: [] },
  options: kind === 'choice' || kind === 'several' ? options : [],
})
const study: Study = {
  ...{ format: 'voxelwise-study', version: 1, id: 's', name: 'A study', created: at, seed: 1 },
  dataset: { name: 'd', fingerprint: 'a'.repeat(64) },
  protocol: { id: 'direct', version: 2 },
  questions: [
    question('q1', 'choice', 0),
    question('q2', 'several', 1),
    question('q3', 'yes-no', 2),
    question('q4', 'text', 3),
  ],
  ...{ ownOrders: true, confidence: 'none', limitSeconds: null, washoutDays: 28 },
}
const read = (text: string) => sittingsInCsv(new File([text], 'answers.csv'), study, at)

test('each reader’s answers become a sitting, as if they had been pressed', async () => {
  const [first, second, ...more] = await read(
    [
      'reader,sitting,id,answer,confidence,seconds',
      'R1,1,q1,b,70,12.5',
      'R1,1,q2,"C, A",,',
      'R1,1,q3,Yes,,3',
      'R1,1,q4,"a large, ""round"" lesion",,',
      '__proto__,2,q1,,,',
    ].join('\r\n'),
  )
  expect(more).toEqual([])
  if (!first || !second) throw new Error('not read')
  expect(first.given.map(({ answer, confidence, seconds }) => [answer, confidence, seconds])).toEqual([
    ['B', 70, 12.5],
    ['AC', null, 0],
    ['yes', null, 3],
    ['a large, "round" lesion', null, 0],
  ])
  expect(second).toMatchObject({ reader: { code: '__proto__' }, number: 2, ended: at })
  expect(second.given).toMatchObject([{ id: 'q1', status: 'skipped', answer: null }])
  expect(first.study).toBe(await studyHash(study))
  // It is a sitting like any other.
  expect(answersInText(answersJson({ study, sitting: first })).sitting).toEqual(first)
})

test.each([
  ['reader,id\nR1,q1\n', 'no column "answer"'],
  ['reader,id,answer\nR1,q9,A\n', 'row 2'],
  ['reader,id,answer\nR1,q9,A\n', 'the study has no question "q9"'],
  ['reader,id,answer\nR1,q1,D\n', '"D" is no answer that the question "q1" offers'],
  ['reader,id,answer\nR1,q2,AA\n', '"AA" is no answer'],
  ['reader,id,answer\nR1,q3,perhaps\n', '"perhaps" is no answer'],
  ['reader,id,answer\nR1,q1,A\nR1,q1,A\n', 'row 3'],
  ['reader,id,answer\n,q1,A\n', '"reader" has from 1'],
  ['reader,id,answer,sitting\nR1,q1,A,3\n', '"sitting" is 1 or 2'],
  ['reader,id,answer,confidence\nR1,q1,A,101\n', '"confidence" is a whole number'],
  ['reader,id,answer,seconds\nR1,q1,A,-1\n', '"seconds" is a number'],
])('a file that cannot be right is refused by its row: %j', async (text, why) => {
  const thrown: unknown = await read(text).catch((error: unknown) => error)
  expect(JSON.stringify(thrown && { ...(thrown as object), message: String(thrown) })).toContain(
    JSON.stringify(why).slice(1, -1),
  )
})
