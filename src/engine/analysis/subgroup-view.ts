/** A view of subgroups: the accuracy by one, two or three fields, as a table with a chart. */
import type { FieldColumn } from './field-column.ts'
import { type Cut, type FieldGroups, fieldGroups } from './field-groups.ts'
import { areMedCmrKinds, medCmrKindFields } from './published-med-cmr.ts'
import { orderTasks } from './report.ts'
import type { ResultRow } from './result-row.ts'
import { type Subgroup, subgroups, yesNoAnswer } from './subgroups.ts'

export interface SubgroupView {
  readonly fields: readonly { readonly name: string; readonly cut: Cut }[]
  /** A line a group, or a cube: rows and columns, and panels if there are three fields. */
  readonly chart: 'lines' | 'cube'
}

/** The fields' values, and the right answers if there are yes/no questions. */
interface ViewColumns {
  readonly columns: readonly FieldColumn[]
  readonly answers: FieldColumn | null
}

export interface SubgroupFacts {
  readonly view: SubgroupView
  /** Field by field. */
  readonly groups: readonly FieldGroups[]
  /** How many groups there are. */
  readonly many: number
  /** In order; none if they are too many to compare. */
  readonly lines: readonly Subgroup[]
}

/** More groups than this are not computed: such a field names questions, not groups. */
export const mostGroups = 200

/** Med-CMR's Table 3: accuracy by kind of medical intelligence. Null if no field of the run has these kinds. */
export async function medCmrTable3(
  fields: readonly string[],
  readColumn: (field: string) => Promise<FieldColumn>,
): Promise<SubgroupView | null> {
  for (const name of medCmrKindFields)
    if (fields.includes(name) && areMedCmrKinds((await readColumn(name)).values))
      return { fields: [{ name, cut: { parts: 4 } }], chart: 'lines' }
  return null
}

/** @param readColumn a field of every record, in the order of the rows */
export async function viewColumns(
  names: readonly string[],
  rows: readonly ResultRow[],
  readColumn: (field: string) => Promise<FieldColumn>,
): Promise<ViewColumns> {
  const columns: FieldColumn[] = []
  for (const name of names) columns.push(await readColumn(name))
  return { columns, answers: rows.some(({ kind }) => kind === 'yes-no') ? await readColumn('answer') : null }
}

export function subgroupFacts(
  rows: readonly ResultRow[],
  view: SubgroupView,
  { columns, answers }: ViewColumns,
): SubgroupFacts {
  const groups = columns.map((column, at) => groupField(column, view.fields[at]))
  const labelsAt = (position: number) => groups.map(({ labelAt }) => labelAt(position))
  const many = new Set(rows.map((_, position) => JSON.stringify(labelsAt(position)))).size
  if (many > mostGroups) return { view, groups, many, lines: [] }
  const order = (labels: readonly (string | null)[]) =>
    labels.reduce((place, label, at) => {
      const all = groups[at]?.labels ?? []
      return place * all.length + all.indexOf(label)
    }, 0)
  const lines = subgroups(rows, labelsAt, position =>
    rows[position]?.kind === 'yes-no'
      ? yesNoAnswer(answers?.values[answers.codes[position] ?? -1] ?? null)
      : null,
  ).sort((a, b) => order(a.labels) - order(b.labels))
  return { view, groups, many, lines }
}

/** The groups of a field, in the order of `orderLabels`: tasks are never numbers in parts. */
function groupField(column: FieldColumn, field: SubgroupView['fields'][number] | undefined): FieldGroups {
  const groups = fieldGroups(column, field?.cut)
  if (field?.name !== 'task' || groups.isNumeric) return groups
  const named = groups.labels.filter(label => label !== null)
  return { ...groups, labels: [...orderTasks(named), ...groups.labels.filter(label => label === null)] }
}
