/** Pairs of images with one question: set accuracy and confusion as MediConfusion counts them (tools/golden/released.py). */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { figuresJson, pairList } from '../../../../src/engine/analysis/figures.ts'
import { countReadings, readingsJson } from '../../../../src/engine/analysis/readings.ts'
import { findProtocol } from '../../../../src/engine/protocol/protocols/registry.ts'
import { mappedRun } from '../../support/mapped.ts'

interface Pair {
  readonly right: readonly string[]
  readonly replies: readonly string[]
}
const golden: {
  readonly pairs: readonly Pair[]
  readonly pairFigures: Readonly<Record<'set' | 'individual' | 'confusion' | 'valid' | 'invalid', number>>
} = JSON.parse(readFileSync('test/golden/released.json', 'utf8'))
const reference = { id: 'mediconfusion', version: 1 }
const options = { A: 'Occlusion', B: 'Aneurysm' }

const readingsOfPairs = (pairs: readonly Pair[], change: (i: number, of: number) => object = () => ({})) => {
  const { records } = mappedRun(
    pairs.flatMap(({ right, replies }, i) =>
      right.map(
        (answer, of) =>
          [
            { options, answer, pair: `p${i}`, group: `p${i}`, ...change(i, of) },
            replies[of] ?? null,
          ] as const,
      ),
    ),
    reference,
  )
  return countReadings(records, findProtocol(reference))
}

test('120 pairs score as by the official counting', () => {
  const readings = readingsOfPairs(golden.pairs)
  const { set, individual, confusion, valid, invalid } = golden.pairFigures
  const { pairs } = readings ?? {}
  expect(pairs).toMatchObject({
    pairs: 120,
    incomplete: 0,
    setAccuracy: { n: 120, share: expect.closeTo(set, 12), chance: 0.25 },
    confusion: { n: valid, share: expect.closeTo(confusion, 12), chance: 0.5 },
  })
  expect(pairs?.setAccuracy.basis).toMatchObject({ clusters: 120, unit: 'group' })
  expect(readings?.kinds).toMatchObject([
    { n: 240, share: expect.closeTo(individual, 12), unparsed: invalid },
  ])
  expect(readings && readingsJson(readings)).toMatchObject({ pairs: { pairs: 120, confusion: { n: valid } } })
  const listed = JSON.parse(figuresJson(pairList(pairs ?? null)))
  expect(listed.map(({ figure, n }: { figure: string; n: number }) => [figure, n])).toEqual([
    ['set-accuracy', 120],
    ['confusion', valid],
  ])
})

const right = { right: ['A', 'B'], replies: ['A', 'B'] }

test('options in another order in the second question: the same text is the same answer', () => {
  const swapped = { A: 'Aneurysm', B: 'Occlusion' }
  const change = (_: number, of: number) => (of === 1 ? { options: swapped } : {})
  expect(readingsOfPairs([{ right: ['A', 'A'], replies: ['A', 'B'] }], change)?.pairs).toMatchObject({
    setAccuracy: { share: 0 },
    confusion: { share: 1 },
  })
})

test('a pair of which one answer is missing is left out and counted; without pairs there are no figures', () => {
  const alone = { right: ['A'], replies: ['A'] }
  expect(readingsOfPairs([right, alone])?.pairs).toMatchObject({
    pairs: 1,
    incomplete: 1,
    setAccuracy: { share: 1 },
  })
  expect(readingsOfPairs([right], () => ({ pair: undefined }))?.pairs).toBeNull()
  expect(pairList(null)).toEqual([])
})

test('no answer of a pair can be read: there is no confusion', () => {
  expect(readingsOfPairs([{ right: ['A', 'B'], replies: ['left', ''] }])?.pairs).toMatchObject({
    setAccuracy: { share: 0 },
    confusion: null,
  })
})
