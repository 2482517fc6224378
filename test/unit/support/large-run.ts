import type { AnsweredRecord } from '../../../src/engine/protocol/record.ts'
import type { Run } from '../../../src/engine/protocol/run.ts'
import { judgePass, reply } from './judged.ts'
import { mappedRun, textQuestion } from './mapped.ts'

interface Part {
  readonly run: Run
  readonly records: readonly AnsweredRecord[]
}

/** A run with a judge's pass, of some 300,000 bytes a record: what was seen is described at length. */
export function largeRun(count: number): Part & { readonly passes: readonly Part[] } {
  const own = mappedRun(
    Array.from({ length: count }, (_, i) => [
      { ...textQuestion, withheld: { visual_description: `${i} `.repeat(100_000).slice(0, 100_000) } },
      `The liver, ${i}.`,
    ]),
  )
  const judging = { showsImages: false, isHeld: false, repeated: [], times: 0 }
  return { ...own, passes: [judgePass(own, judging, at => reply(at % 11))] }
}
