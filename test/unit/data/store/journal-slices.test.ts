import { expect, test } from 'vitest'
import {
  type JournalEntry,
  journalBytes,
  journalSlices,
  recordIndex,
} from '../../../../src/data/store/journal.ts'
import { Random } from '../../support/random.ts'
import { readFrames } from '../../support/read-frames.ts'
import { answered, failed, someRun } from '../../support/records.ts'

const entries: readonly JournalEntry[] = [
  { run: someRun },
  ...Array.from({ length: 12 }, (_, i) => ({
    record:
      i % 5 === 4 ? failed(i, {}) : answered(i, { id: `${i}`, question: 'VxJ1 ü "sample":{"index":7}' }),
  })),
  { load: { skipped: [], findings: [], badFiles: [] } },
]
const whole = journalBytes(entries)

test('a journal in slices of any size, complete, cut or damaged, equals the journal in one', async () => {
  const random = new Random(5)
  for (let round = 0; round < 16; round++) {
    const bytes = whole.slice(0, round % 3 === 0 ? whole.length - random.below(whole.length) : whole.length)
    for (let hits = round % 4; hits > 0 && bytes.length > 0; hits--)
      bytes[random.below(bytes.length)] = random.below(256)
    for (const size of [31, 64, 1000, 1_000_000]) {
      const { entries, damaged } = await readFrames(bytes, size)
      expect(await readFrames(bytes)).toMatchObject({ entries, damaged })
    }
  }
})

test('no more of it is in memory than a slice and the entry across its end', async () => {
  const { most } = await readFrames(whole, 1500)
  expect(most).toBeLessThan(entries.length / 2)
})

test('a record’s sample is found without reading all of it', async () => {
  for await (const { bodies } of journalSlices(new Blob([whole])))
    expect(bodies.map(recordIndex)).toEqual(
      entries.map(entry => ('record' in entry ? entry.record.sample.index : null)),
    )
  // In another order than ours.
  const { sample, ...rest } = answered(3, {})
  const other = new TextEncoder().encode(JSON.stringify({ record: { sample, ...rest } }))
  expect(recordIndex(other)).toBe(3)
})
