import { useMemo } from 'react'
import type { Results } from '../../../app/controller/report-facts.ts'
import { medCmrTable3, subgroupFacts, viewColumns } from '../../../engine/analysis/subgroup-view.ts'
import { useController } from '../../hooks/use-app.ts'
import { useAsync, useLast } from '../../hooks/use-async.ts'
import { SmallButton } from '../../shared/controls/button.tsx'
import { ErrorBox } from '../../shared/controls/error-box.tsx'
import { QuerySelect } from '../../shared/controls/query-select.tsx'
import { CutsField, PartsSelect } from '../../shared/controls/split-choices.tsx'
import { resultsHref } from '../../state/router.ts'
import {
  defaultFields,
  isFor,
  keepView,
  readView,
  type SavedView,
  useSavedViews,
  type ViewTab,
  viewFields,
  viewQuery,
} from '../../state/saved-views.ts'
import { fieldName } from '../../text/voxels.ts'
import { SubgroupFigures } from './subgroup-table.tsx'

interface Props {
  readonly results: Pick<Results, 'run' | 'rows' | 'overview'>
  readonly query: URLSearchParams
}

/** Accuracy by any field, or by two crossed. The address restores the view. */
export function SubgroupsTab(props: Props) {
  return (
    <>
      <h2>Subgroups</h2>
      <FieldView {...props} tab="subgroups" />
    </>
  )
}

const parameterNames: Readonly<Record<(typeof viewFields)[ViewTab][number], string>> = {
  by: 'By',
  cross: 'Crossed with',
  rows: 'Rows',
  columns: 'Columns',
  panels: 'Panels',
}

interface ChoiceProps extends Props {
  readonly tab: ViewTab
}

/** Which fields the cube or the table has. */
export function FieldChoices({ results, query, tab }: ChoiceProps) {
  const fields = results.overview.fields
  const defaults = defaultFields(tab, fields)
  return viewFields[tab].map((parameter, at) => {
    const first = defaults[at] ?? null
    const others = fields.filter(name => name !== first).map(name => [name, fieldName(name)] as const)
    const nothing = ['', 'nothing'] as const
    return (
      <QuerySelect
        key={parameter}
        label={parameterNames[parameter]}
        name={parameter}
        value={query.get(parameter) ?? first ?? ''}
        choices={
          first === null
            ? [nothing, ...others]
            : [[first, fieldName(first)], ...(parameter === 'panels' ? [nothing] : []), ...others]
        }
        resets={[`${parameter}-cuts`]}
      />
    )
  })
}

/** The chosen fields' groups, with the ways to cut numbers, and the saved views. */
export function FieldView({ results, query, tab }: ChoiceProps) {
  const controller = useController()
  const { run, rows, overview } = results
  const fields = overview.fields
  const view = useMemo(() => readView(tab, query, fields), [tab, query, fields])
  const names = view.fields.map(({ name }) => name)
  const columns = useLast(
    useAsync(`fields ${JSON.stringify(names)} of ${run.id}, ${rows.length} rows`, async signal => ({
      names,
      ...(await viewColumns(names, rows, field => controller.fact('column', { run: run.id, field }, signal))),
    })),
  )
  const facts = useMemo(() => {
    if (columns.status !== 'ready' || columns.value.names.join('\0') !== names.join('\0')) return null
    return subgroupFacts(rows, view, columns.value)
  }, [columns, rows, view, names])
  const cutParameters = viewFields[tab].filter(parameter => {
    const name =
      query.get(parameter) ?? defaultFields(tab, fields)[viewFields[tab].indexOf(parameter as never)]
    const at = name == null ? -1 : names.indexOf(name)
    return facts?.groups[at]?.isNumeric
  })
  return (
    <>
      {(tab === 'subgroups' || cutParameters.length > 0) && (
        <search className="filters" aria-label="Fields">
          {tab === 'subgroups' && <FieldChoices results={results} query={query} tab={tab} />}
          {cutParameters.length > 0 && <PartsSelect query={query} />}
          {cutParameters.map(parameter => (
            <CutsField
              key={parameter}
              name={query.get(parameter) ?? names[0] ?? ''}
              parameter={parameter}
              query={query}
            />
          ))}
        </search>
      )}
      {columns.status === 'failed' && <ErrorBox error={columns.error} />}
      {columns.status === 'loading' && (
        <p className="muted" role="status">
          Reading the fields…
        </p>
      )}
      {facts && <SubgroupFigures run={run.id} facts={facts} />}
      {tab === 'subgroups' && names.length === 2 && (
        <p>
          <a
            href={resultsHref(run.id, 'cube', { rows: names[0] ?? '', columns: names[1] ?? '', panels: '' })}
          >
            Show as a cube
          </a>
        </p>
      )}
      <ViewLinks results={results} query={query} tab={tab} />
    </>
  )
}

interface ViewLinksProps {
  readonly results: Pick<Results, 'run' | 'rows' | 'overview'>
  readonly query: URLSearchParams
  readonly tab: ViewTab
}

/** Saves the view of the address, and lists the saved ones: the report has them too. */
function ViewLinks({ results: { run, overview }, query, tab }: ViewLinksProps) {
  const controller = useController()
  const saved = useSavedViews()
  const current: SavedView = { tab, query: new URLSearchParams(viewQuery(tab, query)).toString() }
  const isSaved = saved.some(one => one.tab === tab && one.query === current.query)
  const table3 = useAsync(`Table 3 of ${run.id}`, signal =>
    medCmrTable3(overview.fields, field => controller.fact('column', { run: run.id, field }, signal)),
  )
  const kinds = table3.status === 'ready' ? table3.value?.fields[0]?.name : undefined
  const shown = saved.filter(one => isFor(one, overview.fields))
  return (
    <section className="stack" aria-label="Saved views">
      <div className="actions">
        <SmallButton onClick={() => keepView(current, !isSaved)}>
          {isSaved ? 'Remove this saved view' : 'Save this view'}
        </SmallButton>
      </div>
      {(shown.length > 0 || kinds !== undefined) && (
        <>
          <h3>Saved views</h3>
          <p className="muted">The report has them as well. The address of a view opens it again.</p>
          <ul>
            {kinds !== undefined && (
              <li>
                <a href={resultsHref(run.id, 'subgroups', { by: kinds })}>Med-CMR, Table 3</a>
              </li>
            )}
            {shown.map(one => (
              <li key={`${one.tab} ${one.query}`}>
                <a href={resultsHref(run.id, one.tab, Object.fromEntries(new URLSearchParams(one.query)))}>
                  {viewName(one, overview.fields)}
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

/** "Subgroups: age at 40, 60 and sex". */
function viewName({ tab, query }: SavedView, known: readonly string[]): string {
  const fields = readView(tab, new URLSearchParams(query), known).fields.map(({ name, cut }) =>
    'points' in cut ? `${fieldName(name)} at ${cut.points.join(', ')}` : fieldName(name),
  )
  return `${tab === 'cube' ? 'Cube' : 'Subgroups'}: ${fields.join(' and ')}`
}
