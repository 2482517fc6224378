import { recordOfAnswer } from '../../../src/data/formats/responses.ts'
import type { MappedFields } from '../../../src/engine/protocol/mapped-fields.ts'
import type { ProtocolReference } from '../../../src/engine/protocol/protocol-reference.ts'
import { findProtocol, mappedProtocolReference } from '../../../src/engine/protocol/protocols/registry.ts'
import type { AnsweredRecord } from '../../../src/engine/protocol/record.ts'
import type { Run } from '../../../src/engine/protocol/run.ts'
import type { Sample } from '../../../src/engine/protocol/sample.ts'
import { someRun } from './records.ts'

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

/** A run over some mapped samples with these answers, as the page makes it. */
export function mappedRun(
  asked: readonly (readonly [fields: Partial<MappedFields>, response: string | null])[],
  reference: ProtocolReference = mappedProtocolReference,
): { readonly run: Run; readonly records: readonly AnsweredRecord[] } {
  const protocol = findProtocol(reference)
  const records = asked.map(([fields, response], index) =>
    recordOfAnswer(mappedSample(index, fields), response, protocol, someRun.id),
  )
  const { counts } = someRun.dataset
  const total = records.length
  return {
    run: {
      ...someRun,
      total,
      settings: { ...someRun.settings, protocol: reference },
      dataset: { ...someRun.dataset, counts: { ...counts, total, loaded: total } },
    },
    records,
  }
}

/** One of each kind answered right, wrong and so that it cannot be read. */
export const answersOfEachKind: readonly (readonly [Partial<MappedFields>, string | null])[] = [
  [{}, 'B'],
  [{}, '(A) a mass'],
  [{}, 'I cannot tell.'],
  [yesNoQuestion, 'Yes.'],
  [yesNoQuestion, 'No, it is not.'],
  [yesNoQuestion, 'Perhaps.'],
  [severalQuestion, 'B, D'],
  [severalQuestion, 'A'],
  [severalQuestion, 'all of them'],
  [textQuestion, 'The liver.'],
  [textQuestion, 'spleen and liver'],
  [textQuestion, null],
]
