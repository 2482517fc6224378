import { expect, test } from 'vitest'

import { framesAt, type JournalEntry, journalBytes, readEntry } from '../../../../src/data/store/journal.ts'
import { underOlderNames } from '../../support/older-names.ts'
import { Random } from '../../support/random.ts'
import { readFrames } from '../../support/read-frames.ts'
import { answered, failed, someRun } from '../../support/records.ts'
import { rounds } from '../../support/rounds.ts'

const load = { skipped: [], findings: [], badFiles: [] }
const entries: readonly JournalEntry[] = [
  { run: { ...someRun, state: 'running' } },
  { load },
  ...Array.from({ length: 20 }, (_, i) => ({
    record: i % 7 === 6 ? failed(i) : answered(i, { id: `${i}`, question: 'VxJ1 ü \ud800 ?' }),
  })),
  { run: someRun },
]

test('entries are read back', async () => {
  expect(await readFrames(journalBytes(entries))).toMatchObject({ entries, damaged: 0 })
  expect(await readFrames(journalBytes([]))).toMatchObject({ entries: [], damaged: 0 })
})

test('a journal cut anywhere has every entry that was complete before the cut, and nothing else', async () => {
  const bytes = journalBytes(entries)
  const ends = entries.map((_, i) => journalBytes(entries.slice(0, i + 1)).length)
  for (let cut = 0; cut <= bytes.length; cut += cut % 400 < 20 ? 1 : 38) {
    const whole = ends.filter(end => end <= cut).length
    const read = await readFrames(bytes.slice(0, cut))
    expect(read.entries).toEqual(entries.slice(0, whole))
    expect(read.damaged).toBe(cut - (ends[whole - 1] ?? 0))
  }
})

test('a journal with damaged bytes loses the entries that they are in, and no other', async () => {
  const bytes = journalBytes(entries)
  const ends = entries.map((_, i) => journalBytes(entries.slice(0, i + 1)).length)
  const random = new Random(11)
  for (let round = 0; round < rounds(2000); round++) {
    const damaged = bytes.slice()
    const hit = new Set<number>()
    for (let n = random.below(4); n >= 0; n--) {
      const at = random.below(bytes.length)
      damaged[at] = (damaged[at] ?? 0) ^ (1 + random.below(255))
      hit.add(ends.findIndex(end => at < end))
    }
    const known = new Set(entries.map(entry => JSON.stringify(entry)))
    const read = (await readFrames(damaged)).entries.map(entry => JSON.stringify(entry))
    expect(read.filter(entry => !known.has(entry))).toEqual([])
    expect(read.length).toBeGreaterThanOrEqual(entries.length - hit.size)
  }
})

test('bytes of any kind are read without an error', async () => {
  const random = new Random(12)
  for (let round = 0; round < rounds(1000); round++) {
    const bytes = Uint8Array.from({ length: random.below(300) }, () =>
      random.pick([0x56, 0x78, 0x4a, 0x31, 0, 255]),
    )
    expect((await readFrames(bytes)).entries).toEqual([])
  }
})

test('a journal that is read while it is written gives every entry once, whatever follows the last complete one', () => {
  const bytes = journalBytes(entries)
  const random = new Random(29)
  const read: JournalEntry[] = []
  let at = 0
  while (at < bytes.length) {
    const cut = Math.min(bytes.length, at + Math.floor(random.next() * 900))
    // The margin that a writer leaves for a moment, and a frame of which a part is there.
    const behind = random.next() < 0.5 ? new Uint8Array(1000) : new Uint8Array()
    const { bodies, end } = framesAt(new Uint8Array([...bytes.subarray(at, cut), ...behind]))
    read.push(...bodies.map(readEntry))
    at += end
  }
  expect(read).toEqual(entries)
  expect(framesAt(bytes.slice(1))).toEqual({ bodies: [], end: 0 })
})

test('a journal of an earlier version is read in the present form', () => {
  const first = entries.filter(entry => 'run' in entry || 'record' in entry)
  const earlier = first.map(entry =>
    'run' in entry
      ? { run: { ...entry.run, race: { id: 'race' } } }
      : (underOlderNames(entry) as JournalEntry),
  )
  expect(framesAt(journalBytes(earlier)).bodies.map(readEntry)).toEqual(first)
})
