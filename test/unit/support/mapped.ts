import type { MappedFields } from '../../../src/engine/protocol/mapped-fields.ts'
import type { Sample } from '../../../src/engine/protocol/sample.ts'

/** Fields of a mapped sample: a choice of five, unless said otherwise. */
export const mappedFields = (fields: Partial<MappedFields> = {}): MappedFields => ({
  id: '1',
  kind: 'choice',
  question: 'What is shown?',
  options: { A: 'A mass', B: 'A cyst', C: 'A fracture', D: 'An effusion', E: 'Nothing' },
  answer: 'B',
  image_path: null,
  task: 'Diagnosis',
  modality: 'CT',
  parts: 'Chest',
  dataset: 'made-up',
  ...fields,
})

export const mappedSample = (index: number, fields: Partial<MappedFields> = {}): Sample => ({
  index,
  image: null,
  file: 'data/questions.tsv',
  fields: mappedFields({ id: String(index), ...fields }),
})

/** One question of each kind. */
export const yesNoQuestion = {
  kind: 'yes-no',
  question: 'Is it enlarged?',
  options: null,
  answer: 'Yes',
} as const
export const severalQuestion = { kind: 'several', question: 'Which are right?', answer: 'BD' } as const
export const textQuestion = {
  kind: 'text',
  question: 'Which organ?',
  options: null,
  answer: 'The liver',
} as const
