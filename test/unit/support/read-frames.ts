import { type JournalEntry, journalSlices, readEntry } from '../../../src/data/store/journal.ts'

/**
 * The complete entries among some bytes, however they were cut or damaged, how many bytes belong to none, and how many entries were in
 * memory together. @param atOnce the most bytes that a read of the file gives
 */
export async function readFrames(bytes: Uint8Array<ArrayBuffer>, atOnce = Number.POSITIVE_INFINITY) {
  const blob = new Blob([bytes])
  const slice = (start: number, end: number) => blob.slice(start, Math.min(end, start + atOnce))
  const entries: JournalEntry[] = []
  let [damaged, most] = [0, 0]
  for await (const part of journalSlices({ size: blob.size, slice })) {
    entries.push(...part.bodies.map(readEntry))
    damaged += part.damaged
    most = Math.max(most, part.bodies.length)
  }
  return { entries, damaged, most }
}
