/** Two answers with option probabilities, one in words, and one that failed. */
import type { Choice, ModelOutput } from '../../../src/engine/protocol/record.ts'
import { answered, failed } from './records.ts'

export const score = (probabilities: readonly number[]): ModelOutput => ({
  text: 'A',
  tokens: { prompt: 1, image: 0, reused: 0, generated: 0 },
  stop: 'choices',
  choices: probabilities.map(
    (p, i): Choice => ({ letter: (['A', 'B', 'C', 'D'] as const)[i] ?? 'A', logprob: Math.log(p / 2) }),
  ),
  timings: { encode: 0, prefix: 0, prefill: 0, decode: 0 },
})

const fields = (task: string) => ({ id: '1', task, modality: 'CT', parts: 'Brain' })
export const sure = answered(0, fields('Organ Recognition'), {
  score: score([0.7, 0.2, 0.1]),
  rightAnswer: 'A',
  correct: true,
})
export const unsure = answered(1, fields('Modality Recognition'), {
  score: score([0.4, 0.6]),
  rightAnswer: '',
})
export const told = answered(2, fields('Organ Recognition'), {})
export const records = [sure, unsure, told, failed(3, fields('Organ Recognition'))]
