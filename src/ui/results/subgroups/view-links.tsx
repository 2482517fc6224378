import type { Results } from '../../../app/controller/report-facts.ts'
import { medCmrTable3 } from '../../../engine/analysis/subgroup-view.ts'
import { useController } from '../../hooks/use-app.ts'
import { useAsync } from '../../hooks/use-async.ts'
import { resultsHref } from '../../state/router.ts'
import {
  isFor,
  keepView,
  type SavedView,
  useSavedViews,
  type ViewTab,
  viewOf,
  viewQuery,
} from '../../state/saved-views.ts'
import { fieldName } from '../../text/voxels.ts'

interface Props {
  readonly results: Pick<Results, 'run' | 'rows' | 'overview'>
  readonly query: URLSearchParams
  readonly tab: ViewTab
}

/** Saves the view of the address, and lists the saved ones: the report has them too. */
export function ViewLinks({ results: { run, overview }, query, tab }: Props) {
  const controller = useController()
  const saved = useSavedViews()
  const current: SavedView = { tab, query: new URLSearchParams(viewQuery(tab, query)).toString() }
  const isSaved = saved.some(one => one.tab === tab && one.query === current.query)
  const table3 = useAsync(`Table 3 of ${run.id}`, () =>
    medCmrTable3(overview.fields, field => controller.column(run.id, field)),
  )
  const kinds = table3.status === 'ready' ? table3.value?.fields[0]?.name : undefined
  const shown = saved.filter(one => isFor(one, overview.fields))
  return (
    <section className="stack" aria-label="Saved views">
      <div className="actions">
        <button type="button" className="button small" onClick={() => keepView(current, !isSaved)}>
          {isSaved ? 'Remove this saved view' : 'Save this view'}
        </button>
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
  const fields = viewOf(tab, new URLSearchParams(query), known).fields.map(({ name, cut }) =>
    'points' in cut ? `${fieldName(name)} at ${cut.points.join(', ')}` : fieldName(name),
  )
  return `${tab === 'cube' ? 'Cube' : 'Subgroups'}: ${fields.join(' and ')}`
}
