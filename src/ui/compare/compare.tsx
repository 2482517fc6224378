import { useMemo, useState } from 'react'
import type { Compared } from '../../app/controller/controller-api.ts'
import { levelsFromQuery, levelsToQuery } from '../../app/controller/levels.ts'
import type { ErrorInfo } from '../../engine/base/errors.ts'
import { EstimateFrom } from '../hooks/estimate-from.ts'
import { useController } from '../hooks/use-app.ts'
import { useAsync } from '../hooks/use-async.ts'
import { ErrorBox } from '../shared/controls/error-box.tsx'
import { Page } from '../shared/controls/page.tsx'
import { Tabs } from '../shared/controls/tabs.tsx'
import { type CompareTab, compareHref, compareTabs, runsHref } from '../state/router.ts'
import { estimatesAmong } from '../text/comparability.ts'
import { ChangedTab } from './changed.tsx'
import { CompareRuns } from './compare-runs.tsx'
import { DifferencesTab } from './differences.tsx'
import { IslandsTab } from './islands.tsx'
import { PublishedTab } from './published.tsx'
import { RelationTab } from './relation.tsx'
import { SaveReport } from './save-report.tsx'

const names: Readonly<Record<CompareTab, string>> = {
  differences: 'Differences',
  changed: 'Changed verdicts',
  shortcuts: 'Shortcuts',
  islands: 'Islands',
  published: 'Published models',
}

interface Props {
  readonly ids: readonly string[]
  readonly tab: CompareTab
  readonly query: URLSearchParams
}

/** Any set of runs side by side; the first in the address is the baseline. */
export function CompareView({ ids, tab, query }: Props) {
  const controller = useController()
  const levels = useMemo(() => levelsFromQuery(query), [query])
  const compared = useAsync(`comparison of ${ids.join(', ')} ${JSON.stringify(levels)}`, async () =>
    ids.length === 0 ? null : controller.compare(ids, levels),
  )
  const [problem, setProblem] = useState<ErrorInfo | null>(null)
  const value = compared.status === 'ready' ? compared.value : null
  return (
    <Page
      title="Compare"
      aside={
        <div className="actions">
          {value && <SaveReport ids={ids} levels={levels} onProblem={setProblem} />}
          <a className="button" href={runsHref(ids)}>
            Choose runs
          </a>
        </div>
      }
    >
      {value && <CompareRuns compared={value} tab={tab} levels={levels} />}
      {problem && <ErrorBox error={problem} />}
      {compared.status === 'failed' && <ErrorBox error={compared.error} />}
      <Tabs
        label="Comparison"
        tabs={compareTabs}
        names={names}
        current={tab}
        href={name => compareHref(ids, name, levelsToQuery(levels))}
      />
      {compared.status === 'loading' ? (
        <p className="muted" role="status">
          Comparing…
        </p>
      ) : (
        <EstimateFrom value={value && estimatesAmong(value)}>
          <TabContent compared={value} tab={tab} query={query} />
        </EstimateFrom>
      )}
    </Page>
  )
}

interface ContentProps extends Pick<Props, 'tab' | 'query'> {
  /** Null where no runs are chosen, or one of them cannot be read. */
  readonly compared: Compared | null
}

function TabContent({ compared, tab, query }: ContentProps) {
  if (tab === 'islands') return <IslandsTab compared={compared} query={query} />
  if (tab === 'published')
    return (
      <EstimateFrom value={null}>
        <PublishedTab query={query} />
      </EstimateFrom>
    )
  if (tab === 'shortcuts') return <RelationTab compared={compared} query={query} />
  if (!compared || compared.runs.length < 2)
    return (
      <p>
        A difference needs two runs: <a href="#/runs">tick them in the list of results</a>.
      </p>
    )
  return tab === 'changed' ? (
    <ChangedTab compared={compared} query={query} />
  ) : (
    <DifferencesTab compared={compared} query={query} />
  )
}
