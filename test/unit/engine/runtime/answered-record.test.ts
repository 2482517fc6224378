import { expect, test } from 'vitest'
import { Perturbation } from '../../../../src/engine/probes/perturbation.ts'
import { findProtocol, mappedProtocolReference } from '../../../../src/engine/protocol/protocols/registry.ts'
import type { ModelOutput } from '../../../../src/engine/protocol/record.ts'
import type { Run } from '../../../../src/engine/protocol/run.ts'
import { answeredRecord } from '../../../../src/engine/runtime/ask.ts'
import { mappedSample, textQuestion } from '../../support/mapped.ts'

const run = { id: 'run', settings: { protocol: mappedProtocolReference } } as Run

function record(text: string, answer = 'The liver') {
  const sample = mappedSample(0, { ...textQuestion, answer })
  const perturbation = new Perturbation(undefined, [sample], findProtocol(mappedProtocolReference))
  const emit = (): void => {}
  return answeredRecord({ run, perturbation, emit }, sample, 'Which organ?', { text } as ModelOutput)
}

test('an answer that is too long to be judged fails its own question, by name', () => {
  expect(record('liver '.repeat(200_000))).toMatchObject({
    status: 'failed',
    sample: { index: 0 },
    error: {
      code: 'answer-too-long',
      subject: 'answer to sample 0',
      message: 'The answer has 1,200,000 characters.',
    },
  })
  expect(record('liver '.repeat(20_000), 'liver '.repeat(20_000))).toMatchObject({
    status: 'failed',
    error: {
      code: 'answer-too-long',
      message: 'The answer has 120,000 characters, and it is compared with 120,000.',
    },
  })
})

test('an answer of 100,000 characters is judged', () => {
  expect(record('liver '.repeat(16_000))).toMatchObject({ status: 'answered', correct: false })
})
