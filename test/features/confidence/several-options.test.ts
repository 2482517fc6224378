import { expect, test } from 'vitest'
import { readOptionForecast } from '../../../src/engine/analysis/option-forecast.ts'
import { linkedRows } from '../../../src/engine/analysis/rows.ts'
import { directV1 } from '../../../src/engine/protocol/protocols/direct.ts'
import { confidenceList } from '../../../src/features/confidence/engine/confidence-list.ts'
import { answered } from '../../unit/support/records.ts'

test('questions with several right options have no figure of confidence without probabilities', () => {
  const toRow = linkedRows(directV1)
  const options = { A: 'Atelectasis', B: 'Effusion' }
  const scored = [0, 1, 2, 3].map(at => {
    const fields = {
      id: `q${at}`,
      kind: 'several',
      question: 'Which findings are present?',
      answer: 'AB',
      options,
    }
    const record = answered(at, fields, { rightAnswer: 'AB', parsed: 'A', correct: false, response: 'A' })
    return { row: toRow(record), forecast: readOptionForecast(record, directV1) }
  })
  expect(confidenceList({ scored })).toEqual([])
})
