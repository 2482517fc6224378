import { afterEach, expect, test } from 'vitest'
import type { Judge } from '../../../../../src/engine/protocol/judges/judge.ts'
import { judgeOf, newestJudges, registerJudge } from '../../../../../src/engine/protocol/judges/registry.ts'
import { protocolOf } from '../../../../../src/engine/protocol/protocols/registry.ts'
import { readAs } from '../../../../../src/engine/protocol/reading.ts'

const reads = (answer: string, version: number): Judge => ({
  id: 'versioned',
  version,
  name: `reads every answer as ${answer}`,
  readers: { choice: { judge: () => ({ reading: readAs(answer, 'letter'), correct: answer === 'A' }) } },
})

/** Other files of the same worker see the judges that this one leaves. */
const removals: (() => void)[] = []
const register = (judge: Judge) => void removals.push(registerJudge(judge))
afterEach(() => {
  for (const remove of removals.splice(0)) remove()
})

test('a second version of a judge is registered next to the first, and each run keeps its own', () => {
  register(reads('A', 1))
  register(reads('B', 2))
  const fields = { id: '1', question: 'Which?', option_A: 'left', option_B: 'right', gt_answer: 'left' }
  const parsedBy = (version: number) =>
    protocolOf({ id: 'medrcube', version: 1, judge: { id: 'versioned', version } }).judge('?', fields).parsed
  expect([parsedBy(1), parsedBy(2)]).toEqual(['A', 'B'])
  expect(newestJudges().filter(({ id }) => id === 'versioned')).toEqual([
    judgeOf({ id: 'versioned', version: 2 }),
  ])
})

test('the newest judge has the highest version, whatever was registered last', () => {
  for (const version of [3, 1, 2]) register({ ...reads('A', version), id: 'mixed' })
  expect(
    newestJudges()
      .filter(({ id }) => id === 'mixed')
      .map(({ version }) => version),
  ).toEqual([3])
  expect(() => judgeOf({ id: 'mixed', version: 4 })).toThrow('version 3 of the judge')
})

test('one version cannot be registered twice, and an unknown version is named', () => {
  register({ ...reads('A', 1), id: 'twice' })
  expect(() => register({ ...reads('B', 1), id: 'twice' })).toThrow('two judges "twice" of version 1')
  expect(() => judgeOf({ id: 'twice', version: 2 })).toThrow('version 1 of the judge')
})

test('a judge that is chosen for a protocol knows every accepted answer, and what it measures', () => {
  const judge = { id: 'vqa-v2', version: 1 }
  const protocol = protocolOf({ id: 'direct', version: 2, judge })
  const accepted = ['net', 'net', 'net', 'goal', 'goal', 'mesh', 'net', 'net', 'net', 'net']
  const fields = { id: '1', kind: 'text', question: 'What is it?', answer: 'net', accepted }
  expect(protocol.judge('goal', fields)).toMatchObject({ correct: true, measured: 0.6 })
  expect([protocol.measureOf?.('text')?.id, protocol.measureOf?.('choice')]).toEqual(['vqa-accuracy', null])
})
