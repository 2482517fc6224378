import { expect, test } from 'vitest'
import { readForecast } from '../../../../src/engine/analysis/option-forecast.ts'
import { ServedCount } from '../../../../src/engine/analysis/served-answers.ts'
import type { ModelOutput, RunRecord } from '../../../../src/engine/protocol/record.ts'
import { servedWords } from '../../../../src/ui/text/server.ts'

const record = (score?: Partial<ModelOutput>): RunRecord =>
  ({
    status: 'answered',
    rightAnswer: 'A',
    score: score && { text: 'A', stop: 'end-token', ...score },
  }) as RunRecord
const said = { finish: 'stop', tries: 1 }
const known = { letter: 'A', logprob: -1 }
const bound = { letter: 'B', logprob: -9, isBound: true } as const

const servedAnswers = (records: readonly RunRecord[]) => {
  const count = new ServedCount()
  for (const record of records) count.add([record])
  return count.answers()
}

test('nothing is counted if no server answered', () => {
  expect(servedAnswers([record(), record({})])).toBeNull()
})

test('cut answers, thoughts, bounds, repeated requests and images sent as PNG are counted separately, and described', () => {
  const served = servedAnswers([
    record({ server: said }),
    record({ server: { ...said, tries: 3 }, stop: 'max-new-tokens' }),
    record({
      server: { finish: 'length', tries: 1, thoughts: 90, thinkingTokens: 8 },
      stop: 'max-new-tokens',
      text: '',
    }),
    record({ server: { ...said, thoughts: 5, reencoded: 1 } }),
    record({ server: said, choices: [known, bound] }),
    record({ server: said, choices: [bound, bound] }),
    { status: 'failed' } as RunRecord,
  ])
  expect(served).toEqual({
    answered: 6,
    cutInThought: 1,
    thought: 2,
    thinkingTokens: 8,
    retried: 1,
    bounded: 2,
    allBounds: 1,
    reencoded: 1,
    held: 0,
    ignored: 0,
  })
  const words = served ? servedWords(served).join(' ') : ''
  for (const part of [
    '1 of 6 answers were cut while the model was reasoning.',
    '(8 tokens, counted separately)',
    'its probability is an upper bound; 1 had no reported option',
    '1 of 6 answers needed more than one attempt.',
    'converted to PNG',
  ])
    expect(words).toContain(part)
})

test('restricted answers are counted, and those that disobeyed', () => {
  const words = (...held: ('kept' | 'ignored')[]) => {
    const served = servedAnswers([
      record({ server: said }),
      ...held.map(how => record({ server: { ...said, held: how } })),
    ])
    return served ? servedWords(served).join(' ') : ''
  }
  expect(words('kept', 'kept')).toBe('2 of 3 answers were restricted to the listed options.')
  expect(words('kept', 'ignored')).toBe(
    'The server ignored the restriction to listed options in 1 of 2 answers; these are read as free answers.',
  )
})

test('an answer with nothing but bounds is no forecast', () => {
  expect(readForecast(record({ choices: [bound, bound] }))).toBeNull()
  expect(readForecast(record({ choices: [known, bound] }))?.right).toBe(0)
})
