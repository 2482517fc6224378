import { useMemo } from 'react'
import type { Results } from '../../../app/controller/report-facts.ts'
import type { FieldColumn } from '../../../engine/analysis/field-column.ts'
import { fieldGroups } from '../../../engine/analysis/field-groups.ts'
import { rightAnswerOf, subgroups } from '../../../engine/analysis/subgroups.ts'
import { useController } from '../../hooks/use-app.ts'
import { useAsync, useLast } from '../../hooks/use-async.ts'
import { ErrorBox } from '../../shared/controls/error-box.tsx'
import { QuerySelect } from '../../shared/controls/query-select.tsx'
import { SearchField } from '../../shared/controls/search-field.tsx'
import { count } from '../../text/format.ts'
import { byNames } from '../../text/voxels.ts'
import { cutOf, SubgroupTable } from './subgroup-table.tsx'

interface Props {
  readonly results: Results
  readonly query: URLSearchParams
}

/** More groups than this are not computed: such a field names questions, not groups. */
const mostGroups = 200

const noField = ''

/** Accuracy by any field, or by two crossed. The address restores the view. */
export function SubgroupsTab({ results: { run, rows, overview }, query }: Props) {
  const controller = useController()
  const fields = overview.fields
  const by = chosenField(query.get('by'), fields) ?? fields.find(name => name === 'task') ?? fields[0] ?? ''
  const cross = chosenField(query.get('cross'), fields)
  const parts = Number(query.get('parts') ?? 4)
  const points = query.get('cuts') ?? ''
  const found = useLast(
    useAsync(`fields ${by}, ${cross} of ${run.id}, ${rows.length} rows`, async () => {
      const names = [by, ...(cross === null ? [] : [cross])]
      const columns: FieldColumn[] = []
      for (const name of names) columns.push(await controller.column(run.id, name))
      const answers = rows.some(({ kind }) => kind === 'yes-no')
        ? await controller.column(run.id, 'answer')
        : null
      return { names, columns, answers }
    }),
  )
  const shown = useMemo(() => {
    if (found.status !== 'ready') return null
    const { columns, answers } = found.value
    const groups = columns.map(column => fieldGroups(column, cutOf(points, parts)))
    const many = groups.reduce((product, { labels }) => product * labels.length, 1)
    if (many > mostGroups) return { many, isNumeric: false, lines: [] }
    const order = (labels: readonly (string | null)[]) =>
      labels.reduce((place, label, at) => {
        const all = groups[at]?.labels ?? []
        return place * all.length + all.indexOf(label)
      }, 0)
    const lines = subgroups(
      rows,
      position => groups.map(({ labelAt }) => labelAt(position)),
      position =>
        rows[position]?.kind === 'yes-no'
          ? rightAnswerOf(answers?.values[answers.codes[position] ?? -1] ?? null)
          : null,
    ).sort((a, b) => order(a.labels) - order(b.labels))
    return { many, isNumeric: groups.some(({ isNumeric }) => isNumeric), lines }
  }, [found, rows, points, parts])
  const names = fields.map(name => [name, nameOf(name)] as const)
  return (
    <>
      <h2>Subgroups</h2>
      <search className="filters" aria-label="Subgroups">
        <QuerySelect label="By" name="by" value={by} choices={names} />
        <QuerySelect
          label="Crossed with"
          name="cross"
          value={cross ?? noField}
          choices={[[noField, 'nothing'], ...names]}
        />
        {shown?.isNumeric && (
          <>
            <QuerySelect
              label="Numbers in"
              name="parts"
              value={String(parts)}
              choices={[4, 2, 3, 5, 10].map(n => [String(n), `${n} equal parts`] as const)}
            />
            <SearchField label="Cut points, such as 40, 60" text={points} parameter="cuts" />
          </>
        )}
      </search>
      {found.status === 'failed' && <ErrorBox error={found.error} />}
      {found.status === 'loading' && (
        <p className="muted" role="status">
          Reading the field…
        </p>
      )}
      {shown && shown.lines.length === 0 && shown.many > mostGroups && (
        <p className="muted">
          {count(shown.many)} groups are too many to compare. Choose a field with at most {count(mostGroups)}.
        </p>
      )}
      {shown && shown.lines.length > 0 && found.status === 'ready' && (
        <SubgroupTable
          run={run.id}
          names={found.value.names.map(nameOf)}
          fields={found.value.names}
          lines={shown.lines}
        />
      )}
    </>
  )
}

const chosenField = (wanted: string | null, fields: readonly string[]): string | null =>
  fields.find(name => name === wanted) ?? null

/** The names that the other tabs use. */
const nameOf = (field: string): string => (byNames as Readonly<Record<string, string>>)[field] ?? field
