import { clustersOf } from '../../engine/analysis/clusters.ts'
import type { FieldColumn } from '../../engine/analysis/field-column.ts'
import { checkGate, type Gate, type GateResult, gateFields } from '../../engine/analysis/gates.ts'
import { accuracyOf } from '../../engine/analysis/report.ts'
import type { ResultRow } from '../../engine/analysis/result-row.ts'
import type { Json } from '../../engine/base/json.ts'

const own = ['id', 'task', 'modality', 'parts', 'dataset', 'question'] as const

/**
 * The gates on the rows of a stored run. A gate against another run stays undecided: its file is not here.
 * @param columnOf a field of the samples that rows lack, by the position of the row
 */
export async function gateResults(
  gates: readonly Gate[],
  rows: readonly ResultRow[],
  columnOf: (field: string) => Promise<FieldColumn>,
): Promise<readonly GateResult[]> {
  const columns = new Map<string, FieldColumn>()
  for (const field of gateFields(gates))
    if (!own.some(name => name === field)) columns.set(field, await columnOf(field))
  const positions = columns.size > 0 ? new Map(rows.map((row, position) => [row, position])) : null
  const fieldOf = (row: ResultRow, field: string): Json | undefined => {
    const name = own.find(known => known === field)
    if (name) return row[name]
    const column = columns.get(field)
    return column?.values[column.codes[positions?.get(row) ?? -1] ?? -1]
  }
  const gated = { shares: accuracyOf(rows), clusters: clustersOf(rows), fieldOf, pairsWith: () => [] }
  return gates.map(gate => checkGate(gate, gated))
}
