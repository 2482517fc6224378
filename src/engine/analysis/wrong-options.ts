import { getOrMake } from '../base/grouping.ts'
import { str } from '../base/python.ts'
import type { Protocol } from '../protocol/protocol.ts'
import type { RunRecord } from '../protocol/record.ts'

/** An option that was chosen wrongly, and how often. */
export type WrongOption = readonly [text: string, times: number]

/** What wrong answers chose, by the text of the option, the most frequent first. Answers that name no option are left out. */
export function wrongOptions(records: readonly RunRecord[], protocol: Protocol): readonly WrongOption[] {
  const times = new Map<string, { n: number }>()
  for (const record of records) {
    if (record.status !== 'answered' || record.correct) continue
    const chosen = protocol.optionsOf(record.sample.fields).find(({ letter }) => letter === record.parsed)
    if (chosen) getOrMake(times, str(chosen.value), () => ({ n: 0 })).n++
  }
  return Array.from(times, ([text, { n }]) => [text, n] as const).sort(([, a], [, b]) => b - a)
}
