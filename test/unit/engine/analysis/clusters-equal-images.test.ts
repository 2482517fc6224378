/** Questions on equal files belong together, whatever the files are called. */
import { expect, test } from 'vitest'
import { Clusters } from '../../../../src/engine/analysis/clusters.ts'
import { linkedRows } from '../../../../src/engine/analysis/rows.ts'
import { medrcube } from '../../../../src/engine/protocol/protocols/medrcube.ts'
import type { RunRecord } from '../../../../src/engine/protocol/record.ts'
import { answered } from '../../support/records.ts'

const makeFile = (digit: string) => ({ sha256: digit.repeat(64), size: 1, modified: null })

function on(image: string, digit: string, index: number): RunRecord {
  const record = answered(index, {})
  return { ...record, sample: { ...record.sample, image }, imageFile: makeFile(digit) }
}

const countClusters = (records: readonly RunRecord[]) => new Clusters(records.map(linkedRows(medrcube))).count

test('two names of one file are one image', () => {
  expect(countClusters([on('a.png', '1', 0), on('b.png', '1', 1), on('c.png', '2', 2)])).toBe(2)
  expect(countClusters([on('a.png', '1', 0), on('b.png', '3', 1), on('c.png', '2', 2)])).toBe(3)
})

test('a probe’s records are about other images than the questions’ own', () => {
  const shown = [on('a.png', '1', 0), on('b.png', '1', 1)].map(record => ({ ...record, shownImage: 'z.png' }))
  expect(countClusters(shown)).toBe(2)
})
