import type { RunRecord } from './record.ts'

/** A record as it was stored before answers had kinds: `rightAnswer` and `parsed` could only be letters. */
type Older = Omit<RunRecord, 'rightAnswer' | 'parsed'> & {
  readonly rightLetter: string
  readonly letter?: string
}

/** A stored record under the names of today; one of today as it is. */
export function withNamesOfToday(record: RunRecord | Older): RunRecord {
  if (!('rightLetter' in record)) return record
  const { rightLetter, letter, ...rest } = record
  // What is left out of one name is put under the other.
  return { ...rest, rightAnswer: rightLetter, ...(letter !== undefined && { parsed: letter }) } as RunRecord
}
