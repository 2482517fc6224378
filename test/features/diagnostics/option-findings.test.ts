/** Questions with several right options: each option is a finding. */
import { expect, test } from 'vitest'
import { findClusters } from '../../../src/engine/analysis/clusters.ts'
import { readOptionForecast } from '../../../src/engine/analysis/option-forecast.ts'
import { linkedRows } from '../../../src/engine/analysis/rows.ts'
import { directV1 } from '../../../src/engine/protocol/protocols/direct.ts'
import type { RunRecord } from '../../../src/engine/protocol/record.ts'
import { usualDetail } from '../../../src/features/diagnostics/engine/detail-options.ts'
import { diagnosticsList } from '../../../src/features/diagnostics/engine/diagnostics-list.ts'
import { findingDetails } from '../../../src/features/diagnostics/engine/diagnostics-report.ts'
import type { ForecastedRow } from '../../../src/features/diagnostics/engine/finding-answers.ts'
import { byTheRule, groupFindings } from '../../../src/features/diagnostics/engine/findings.ts'
import { answered, failed } from '../../unit/support/records.ts'

const labels = ['Atelectasis', 'Effusion', 'No finding']

interface Asked {
  readonly right: string
  /** Undefined where the reply could not be read. */
  readonly given?: string
  readonly options?: readonly string[]
  readonly question?: string
}

const makeFields = (
  at: number,
  { right, options = labels, question = 'Which findings are present?' }: Asked,
) => ({
  ...{ id: `q${at}`, task: 'Findings', modality: 'X-ray', parts: 'Chest', dataset: 'd', kind: 'several' },
  ...{
    question,
    answer: right,
    options: Object.fromEntries(options.map((text, i) => ['ABCDE'[i] ?? '', text])),
  },
})

function makeRecord(asked: Asked, at: number): RunRecord {
  const { right, given } = asked
  const record = answered(at, makeFields(at, asked), {
    ...{ rightAnswer: right, parsed: given ?? '', correct: given === right, response: given ?? '?' },
    ...(given === undefined && { unparsed: 'no list of options' }),
  })
  return { ...record, sample: { ...record.sample, image: `${at >> 1}.png` } }
}

function forecastRows(records: readonly RunRecord[]): ForecastedRow[] {
  const toRow = linkedRows(directV1)
  return records.map(record => ({ row: toRow(record), forecast: readOptionForecast(record, directV1) }))
}

const found = (items: readonly ForecastedRow[]) =>
  groupFindings(items, findClusters(items.map(({ row }) => row)), byTheRule)

/** Rights AB, C, A, B in turn; the model never says B, and one reply in twelve cannot be read. */
const asked = Array.from({ length: 24 }, (_, i): Asked => {
  const right = ['AB', 'C', 'A', 'B'][i % 4] ?? ''
  return i % 12 === 11 ? { right } : { right, given: right.replace('B', '') || 'C' }
})
const items = forecastRows(asked.map(makeRecord))

test('each option is a finding: present if right, called if chosen', () => {
  const findings = found(items)
  expect(findings.map(({ finding, positive, rule }) => [finding, positive, rule])).toEqual(
    labels.map(label => [label, label, 'each option']),
  )
  const [atelectasis, effusion] = findings
  expect(atelectasis?.detections.slice(0, 4).map(({ isPresent, called }) => [isPresent, called])).toEqual([
    [true, true],
    [false, false],
    [true, true],
    [false, false],
  ])
  expect(effusion?.detections.filter(({ called }) => called)).toEqual([])
  // A reply that was not read names no finding, and is counted as unread.
  expect(effusion?.detections[11]).toMatchObject({ isPresent: true, called: false, reading: 'unread' })
  expect(effusion?.detections.every(({ score }) => score === null)).toBe(true)
})

test('figures.json has them, with the clusters of their questions', () => {
  const list = diagnosticsList({ scored: items, positive: null })
  const sensitivity = list.find(
    ({ figure, slice }) => figure === 'sensitivity' && slice.finding === 'Atelectasis',
  )
  expect(sensitivity).toMatchObject({ n: 12, correct: 12, clusters: 12, positive: 'Atelectasis' })
  expect(list.find(({ figure }) => figure === 'micro-specificity')).toMatchObject({ clusters: 12 })
})

test('options are known by their texts, wherever they stand and whoever offers them', () => {
  const letters: Readonly<Record<string, string>> = { A: 'C', B: 'B', C: 'A' }
  const turn = (answer: string) =>
    [...answer]
      .map(letter => letters[letter] ?? '')
      .sort()
      .join('')
  const turned = asked.map(
    ({ right, given }, i): Asked =>
      i % 2 === 0
        ? { right, ...(given !== undefined && { given }) }
        : {
            right: turn(right),
            ...(given !== undefined && { given: turn(given) }),
            options: labels.toReversed(),
          },
  )
  expect(found(forecastRows(turned.map(makeRecord))).map(({ detections }) => detections)).toEqual(
    found(items).map(({ detections }) => detections),
  )
  const fewer = asked.map((one, i): Asked => (i < 12 ? { ...one, options: labels.slice(0, 2) } : one))
  const [, , none] = found(forecastRows(fewer.map(makeRecord)))
  expect([none?.finding, none?.detections.length]).toEqual(['No finding', 12])
})

test('questions whose texts differ are one group by task; options of few questions are no findings', () => {
  const named = asked.map((one, i): Asked => ({ ...one, question: `Image ${i}: which findings?` }))
  expect(found(forecastRows(named.map(makeRecord)))).toHaveLength(3)
  expect(found(items.slice(0, 9))).toEqual([])
  const exam = asked.map((one, i): Asked => ({ ...one, options: labels.map(text => `${text} ${i}`) }))
  expect(found(forecastRows(exam.map(makeRecord)))).toEqual([])
})

test('a failed question is in no table, and its options are counted as failed', () => {
  const broken = { ...failed(24, makeFields(24, { right: 'B' })), rightAnswer: 'B' }
  const all = [...items, ...forecastRows([broken])]
  const clusters = findClusters(all.map(({ row }) => row))
  const [effusion] = findingDetails(all, clusters, byTheRule, ['Effusion'], usualDetail)
  expect(effusion?.flow).toMatchObject({ asked: 25, failed: 1, unread: 2 })
  expect(effusion).toMatchObject({ curves: null, thresholds: null })
})
