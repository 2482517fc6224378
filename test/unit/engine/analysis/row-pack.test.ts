import { expect, test } from 'vitest'
import type { ResultRow } from '../../../../src/engine/analysis/result-row.ts'
import { packRows, plainRow, unpackRows } from '../../../../src/engine/analysis/row-pack.ts'
import { Texts } from '../../../../src/engine/base/texts.ts'
import { answerKinds } from '../../../../src/engine/protocol/reading.ts'
import { Random } from '../../support/random.ts'

function drawRows(seed: number): ResultRow[] {
  const random = new Random(seed)
  const draw = () => random.next()
  const below = (n: number): number => random.below(n)
  const some = <T>(value: T): T | null => (below(3) === 0 ? null : value)
  return Array.from({ length: 500 }, (_, at): ResultRow => {
    const image = some(`data/pictures/of the ${below(9)}.png`)
    return {
      index: at * 3,
      id: `sample ${at}`,
      task: `Task ${below(5)}`,
      modality: '',
      parts: `A region with a long name ${below(2)}`,
      dataset: `Task ${below(5)}`,
      image,
      ...(image !== null && below(5) === 0 && { furtherImages: ['data/pictures/another.png'] }),
      question: `Question ${below(100)}?`,
      kind: answerKinds[below(answerKinds.length)] ?? 'choice',
      options: below(6),
      chance: some(draw()),
      verdict: (['correct', 'wrong', 'failed'] as const)[below(3)] ?? 'wrong',
      ...(below(4) === 0 && { isUnparsed: true as const }),
      ...(below(4) === 0 && { isCut: true as const }),
      confidence: some(draw()),
      ...(below(4) === 0 && { findings: ['duplicate-id', 'equal-options'] as const }),
    }
  })
}

test('rows that are sent as columns are the same rows', () => {
  const rows = drawRows(7)
  const texts = new Texts()
  const sent = [rows.slice(0, 123), rows.slice(123), []].map(part => structuredClone(packRows(part)))
  expect(sent.flatMap(pack => unpackRows(pack, texts)).map(plainRow)).toStrictEqual(rows)
})
