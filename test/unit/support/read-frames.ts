import { type JournalEntry, journalSlices, readEntry } from '../../../src/data/store/journal.ts'

/** The complete entries among some bytes, however they were cut or damaged, and how many bytes belong to none. */
export async function readFrames(bytes: Uint8Array<ArrayBuffer>, slice = Math.max(1, bytes.length)) {
  const entries: JournalEntry[] = []
  let damaged = 0
  for await (const part of journalSlices(new Blob([bytes]), slice)) {
    entries.push(...part.bodies.map(readEntry))
    damaged += part.damaged
  }
  return { entries, damaged }
}
