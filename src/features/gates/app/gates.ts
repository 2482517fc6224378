/** Gates of a visit: which are chosen, and whether they hold for a stored run. */

import { type Json, ownValue } from '@voxelwise/python'
import type { ResultPart } from '../../../app/controller/result-part.ts'
import type { CommandTable, Services } from '../../../app/controller/services.ts'
import { FeatureState } from '../../../app/state/feature-state.ts'
import { findClusters } from '../../../engine/analysis/clusters.ts'
import type { FieldColumn } from '../../../engine/analysis/field-column.ts'
import { PairedRuns } from '../../../engine/analysis/paired-differences.ts'
import { accuracyShares } from '../../../engine/analysis/report.ts'
import type { ResultRow } from '../../../engine/analysis/result-row.ts'
import type { RunOverview } from '../../../engine/analysis/run-overview.ts'
import { checkGate, type Gate, type GateResult, gateFields, gateRuns, gatesInText } from '../engine/gates.ts'

interface ChosenGates {
  readonly gates: readonly Gate[]
  /** The stored runs that gates compare with, by the name in the gate. */
  readonly runs: Readonly<Record<string, string>>
}

export const gateState = new FeatureState<ChosenGates>('gates', { gates: [], runs: {} })

export const gateCommands = {
  /** Chooses conditions for the figures of runs during this visit. @throws VoxelwiseError bad-gates, bad-json */
  chooseGates: async ({ app }, file: File) =>
    gateState.change(app, { gates: gatesInText(await file.text(), file.name), runs: {} }),
  /** Chooses the stored run that gates with this `against` compare with. */
  chooseGateRun: ({ app }, against: string, run: string) =>
    gateState.change(app, { runs: { ...gateState.of(app.state).runs, [against]: run } }),
} satisfies CommandTable

/** Whether the chosen gates hold; none where none were chosen. */
export const gatesOfRun: ResultPart<readonly GateResult[]> = { name: 'gates', of: checkedGates }

/** Gates against a run that is not chosen, or no longer stored, stay undecided. */
async function checkedGates(
  services: Services,
  id: string,
  gatedRun: GatedRun,
): Promise<readonly GateResult[]> {
  const { app, fact, rows, store } = services
  const { gates, runs } = gateState.of(app.state)
  const others = new Map<string, OtherRun>()
  for (const against of gateRuns(gates)) {
    const chosen = ownValue(runs, against)
    const run = chosen === undefined ? undefined : await (await store).run(chosen)
    if (run) others.set(against, { name: run.name, rows: await rows.beside(run.id) })
  }
  return gateResults(gates, gatedRun, others, field => fact('column', { run: id, field }))
}

const rowFields = ['id', 'task', 'modality', 'parts', 'dataset', 'question'] as const

interface OtherRun {
  readonly name: string
  readonly rows: readonly ResultRow[]
}

interface GatedRun {
  readonly rows: readonly ResultRow[]
  readonly overview: Pick<RunOverview, 'unread'>
}

/** The gates on the rows of a stored run. @param others known runs, by the name in the gate */
async function gateResults(
  gates: readonly Gate[],
  { rows, overview: { unread } }: GatedRun,
  others: ReadonlyMap<string, OtherRun>,
  readColumn: (field: string) => Promise<FieldColumn>,
): Promise<readonly GateResult[]> {
  const columns = new Map<string, FieldColumn>()
  for (const field of gateFields(gates))
    if (!rowFields.some(name => name === field)) columns.set(field, await readColumn(field))
  const positions = columns.size > 0 ? new Map(rows.map((row, position) => [row, position])) : null
  const readField = (row: ResultRow, field: string): Json | undefined => {
    const name = rowFields.find(known => known === field)
    if (name) return row[name]
    const column = columns.get(field)
    return column?.values[column.codes[positions?.get(row) ?? -1] ?? -1]
  }
  const pairsWith = (against: string) => {
    const other = others.get(against)
    return other ? new PairedRuns(other.rows, rows) : null
  }
  const gated = { shares: accuracyShares(rows), clusters: findClusters(rows), unread, readField, pairsWith }
  return gates.map(gate => {
    const result = checkGate(gate, gated)
    const name = others.get(gate.against ?? '')?.name
    return name === undefined ? result : { ...result, gate: { ...gate, against: name } }
  })
}
