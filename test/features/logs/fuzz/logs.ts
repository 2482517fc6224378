/** Logs of other tools: whole ones with values replaced, lines repeated, bytes changed. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Bytes, howMany, mutated } from '../../../fuzz/bytes.ts'
import { anyLines, anyRepetition } from '../../../fuzz/inputs/answers.ts'
import { withOtherValue } from '../../../fuzz/inputs/json.ts'
import type { Random } from '../../../unit/support/random.ts'

const golden = (name: string): Buffer => readFileSync(resolve('test/golden/logs', name))
const lmmsLines = golden('2026-11-22T05-53-31_samples_phantom-cube.jsonl').toString().trim().split('\n')
const inspectLog = golden(
  '2026-11-22T05-53-31_phantom-cube_a112968a-b4f5-4856-a82a-4e4da396f5cd.json',
).toString()
const archive = golden('inspect-0.3.285.eval')
const table = golden('phantom-vlm_phantom-cube.tsv').toString()

/** Lines of lmms-eval, of which one may stand there a great many times. */
export function anyLmmsLog(random: Random): string {
  if (random.below(4) === 0) return anyLines(random)
  const lines = lmmsLines.map(line => (random.below(3) === 0 ? withOtherValue(random, line) : line))
  const one = random.pick(lines)
  // At most 50 million characters: a log beyond the limit is refused by its size alone.
  const times = Math.min(howMany(random, 50_000), Math.floor(5e7 / one.length))
  return [...lines, ...Array.from({ length: times }, () => one)].join('\n')
}

export function anyInspectLog(random: Random): string {
  let text = inspectLog
  for (let left = random.below(4); left > 0; left--) text = withOtherValue(random, text)
  return text
}

export const anyInspectArchive = (random: Random): Bytes => mutated(random, archive)

/** A table of VLMEvalKit with one long cell, or with bytes changed. */
export function anyLoggedTable(random: Random): string {
  if (random.below(2) === 0) return new TextDecoder().decode(mutated(random, Buffer.from(table)))
  const cells = table.split('\t')
  cells[random.below(cells.length)] = anyRepetition(random, 2_000_000)
  return cells.join('\t')
}
