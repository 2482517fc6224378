/** `score --gates`: whether the figures meet conditions. */
import { exitCodes } from '../../../cli/base/command.ts'
import { openFile, readJson } from '../../../cli/base/files.ts'
import { textOption } from '../../../cli/base/options.ts'
import type { ScoreCheck } from '../../../cli/base/score-check.ts'
import { judgedInResults } from '../../../data/formats/results.ts'
import { findClusters } from '../../../engine/analysis/clusters.ts'
import { type JudgedFieldsRow, rowOfJudged } from '../../../engine/analysis/judged-rows.ts'
import { PairedRuns } from '../../../engine/analysis/paired-differences.ts'
import { JudgedFields } from '../../../engine/protocol/metrics.ts'
import { checkGate, type Gate, gateFields, gateRuns, gatesOutcome, readGates } from '../engine/gates.ts'
import { gateWords } from '../text/gates.ts'

const gateExits = { pass: exitCodes.done, fail: exitCodes.failed, undecided: exitCodes.usage } as const

export const gatesCheck = {
  options: [
    textOption(
      'gates',
      'FILE',
      'Conditions on the figures: exits with 0 if all hold, 1 if one fails, 2 if undecided.',
    ),
  ],
  async prepare({ gates: file }) {
    const gates = typeof file === 'string' ? readGates(await readJson(file), file) : []
    const pairing = gates.some(({ against }) => against !== null) ? ['question'] : []
    return {
      fields: [...gateFields(gates), ...pairing],
      async check({ rows, shares, unread, readField }, { stdout }) {
        const others = await rowsAgainst(gates)
        const results = gates.map(gate =>
          checkGate(gate, {
            ...{ shares, clusters: findClusters(rows), unread, readField },
            pairsWith: against => new PairedRuns(others.get(against) ?? [], rows),
          }),
        )
        for (const result of results) stdout(gateWords(result))
        return gateExits[gatesOutcome(results)]
      },
    }
  },
} satisfies ScoreCheck

/** The runs that gates compare with, by the name in the gate. */
async function rowsAgainst(gates: readonly Gate[]): Promise<ReadonlyMap<string, readonly JudgedFieldsRow[]>> {
  const rows = new Map<string, readonly JudgedFieldsRow[]>()
  for (const against of gateRuns(gates)) {
    const taking = new JudgedFields(['question'])
    for await (const some of judgedInResults(await openFile(against), ['question']))
      for (const one of some) taking.take(one)
    rows.set(against, taking.judged.map(rowOfJudged))
  }
  return rows
}
