import { memoryBytes } from '@voxelwise/tables'
import { judgedInResults, recordsInResults } from '../../../src/data/formats/results.ts'
import type { Judge } from '../../../src/engine/protocol/judges/judge.ts'
import type { Judged } from '../../../src/engine/protocol/metrics.ts'
import type { AnsweredRecord } from '../../../src/engine/protocol/record.ts'

const textFile = (text: string, name: string) => memoryBytes(name, new TextEncoder().encode(text))

/** The records of a results.json. */
export const readResults = (text: string, name = 'results.json', judge: Judge | null = null) =>
  all<AnsweredRecord>(recordsInResults(textFile(text, name), judge))

/** What its figures are made of. @param kept further fields */
export const judgedOfResults = (text: string, name = 'results.json', kept: readonly string[] = []) =>
  all<readonly Judged[]>(judgedInResults(textFile(text, name), kept)).then(parts => parts.flat())

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = []
  for await (const item of items) list.push(item)
  return list
}
