/** Ranked diagnoses as MRareBench reads and scores them (tools/golden/released.py). */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { figuresJson, measuredList } from '../../../../../src/engine/analysis/figures.ts'
import { countReadings, readingsJson } from '../../../../../src/engine/analysis/readings.ts'
import { rankedDiagnoses } from '../../../../../src/engine/protocol/judges/ranked.ts'
import { findProtocol } from '../../../../../src/engine/protocol/protocols/registry.ts'
import { mappedRun } from '../../../support/mapped.ts'

interface Golden {
  readonly ranked: readonly {
    readonly reply: string
    readonly right: readonly string[]
    readonly said: readonly string[]
    readonly rank: number | null
  }[]
  readonly rankedFigures: {
    readonly recall: Readonly<Record<'1' | '3' | '5' | '10', number>>
    readonly mrr: number
    readonly unread: number
  }
}

const { ranked, rankedFigures }: Golden = JSON.parse(readFileSync('test/golden/released.json', 'utf8'))
const reference = { id: 'mrarebench', version: 1 }
const { records } = mappedRun(
  ranked.map(({ reply, right }) => [
    { kind: 'text', options: null, question: 'Which disease?', answer: right[0] ?? '', accepted: right },
    reply,
  ]),
  reference,
)

test('300 replies: the same list, and the first right diagnosis at the same rank', () => {
  for (const [i, { reply, said, rank }] of ranked.entries()) {
    const { reading } = rankedDiagnoses.judge(reply, { kind: 'text', options: [], answer: '' })
    expect(reading.status === 'read' ? reading.answer : [], reply).toEqual(said)
    const { measured, correct, unparsed } = records[i] ?? {}
    expect([measured ?? 0, correct, unparsed === undefined], reply).toEqual([
      rank === null ? 0 : 1 / rank,
      rank === 1,
      said.length > 0,
    ])
  }
})

test('recall at 1, 3, 5 and 10 and the mean reciprocal rank, by name in every file', () => {
  const readings = countReadings(records, findProtocol(reference))
  const { recall, mrr, unread } = rankedFigures
  const [figures] = readings?.measured ?? []
  expect([figures?.n, figures?.unparsed]).toEqual([300, unread])
  expect(figures?.mean?.value).toBeCloseTo(mrr, 12)
  const listed = JSON.parse(figuresJson(measuredList(readings?.measured ?? [])))
  expect(listed.map(({ figure, share }: { figure: string; share: number }) => [figure, share])).toEqual([
    ['mean-reciprocal-rank', expect.closeTo(mrr, 12)],
    ...([1, 3, 5, 10] as const).map(k => [`recall@${k}`, expect.closeTo(recall[k], 12)]),
  ])
  expect(readings && readingsJson(readings)).toMatchObject({
    measured: { 'reciprocal-rank': { thresholds: [{ name: 'Recall@1' }, { name: 'Recall@3' }, {}, {}] } },
  })
})
