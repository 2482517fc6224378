import { expect, test } from 'vitest'
import type { Judge } from '../../../../../src/engine/protocol/judges/judge.ts'
import { findJudge, newestJudges } from '../../../../../src/engine/protocol/judges/registry.ts'
import { Versions } from '../../../../../src/engine/protocol/protocol-reference.ts'
import { medrcube } from '../../../../../src/engine/protocol/protocols/medrcube.ts'
import { findProtocol, withJudge } from '../../../../../src/engine/protocol/protocols/registry.ts'
import { readAs } from '../../../../../src/engine/protocol/reading.ts'

const reads = (answer: string, version: number): Judge => ({
  id: 'versioned',
  version,
  name: `reads every answer as ${answer}`,
  readers: { choice: { judge: () => ({ reading: readAs(answer, 'letter'), correct: answer === 'A' }) } },
})

const makeVersions = (...judges: readonly Judge[]) => new Versions('judge', 'which reads differently', judges)

test('a second version of a judge stands next to the first, and each run keeps its own', () => {
  const versions = makeVersions(reads('A', 1), reads('B', 2))
  const fields = { id: '1', question: 'Which?', option_A: 'left', option_B: 'right', gt_answer: 'left' }
  const parsedBy = (version: number) =>
    withJudge(medrcube, versions.of({ id: 'versioned', version })).judge('?', fields).parsed
  expect([parsedBy(1), parsedBy(2)]).toEqual(['A', 'B'])
  expect(versions.newest).toEqual([versions.of({ id: 'versioned', version: 2 })])
})

test('new runs choose the newest version of each judge; runs keep the older ones', () => {
  const direct = newestJudges().filter(({ id }) => id === 'direct')
  expect(direct).toEqual([findJudge({ id: 'direct', version: 2 })])
  expect(findJudge({ id: 'direct', version: 1 })).not.toBe(direct[0])
})

test('the newest has the highest version, in whatever order they are listed', () => {
  const versions = makeVersions(...[3, 1, 2].map(version => reads('A', version)))
  expect(versions.newest.map(({ version }) => version)).toEqual([3])
  expect(() => versions.of({ id: 'versioned', version: 4 })).toThrow('version 3 of the judge')
})

test('one version cannot be listed twice, and an unknown version is named', () => {
  expect(() => makeVersions(reads('A', 1), reads('B', 1))).toThrow('two judges "versioned" of version 1')
  expect(() => findJudge({ id: 'squad', version: 2 })).toThrow('version 1 of the judge')
})

test('a judge that is chosen for a protocol knows every accepted answer, and what it measures', () => {
  const judge = { id: 'vqa-v2', version: 1 }
  const protocol = findProtocol({ id: 'direct', version: 2, judge })
  const accepted = ['net', 'net', 'net', 'goal', 'goal', 'mesh', 'net', 'net', 'net', 'net']
  const fields = { id: '1', kind: 'text', question: 'What is it?', answer: 'net', accepted }
  expect(protocol.judge('goal', fields)).toMatchObject({ correct: true, measured: 0.6 })
  expect([protocol.findMeasure?.('text')?.id, protocol.findMeasure?.('choice')]).toEqual([
    'vqa-accuracy',
    null,
  ])
})
