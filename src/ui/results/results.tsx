import { memo, useDeferredValue, useMemo, useState } from 'react'
import type { LevelChoice, Results } from '../../app/controller/controller-api.ts'
import { levelsFromQuery, levelsToQuery } from '../../app/controller/levels.ts'
import { isBusy } from '../../app/state/stage.ts'
import { EstimateFrom, estimateFrom } from '../hooks/estimate-from.ts'
import { useApp, useController } from '../hooks/use-app.ts'
import { useAsync } from '../hooks/use-async.ts'
import { ErrorBox } from '../shared/controls/error-box.tsx'
import { Page } from '../shared/controls/page.tsx'
import { Tabs } from '../shared/controls/tabs.tsx'
import { PartNote } from '../shared/run/part-note.tsx'
import { resultsHref, type Tab, tabs } from '../state/router.ts'
import { ChainsTab } from './chains/chains.tsx'
import { ConfidenceTab } from './confidence/confidence.tsx'
import { CubeTab } from './cube.tsx'
import { ExportTab } from './export.tsx'
import { JudgesTab } from './judges/judges.tsx'
import { OverviewTab } from './overview.tsx'
import { PassNote } from './pass-note.tsx'
import { ProbesTab } from './probes/probes.tsx'
import { SamplesTab } from './samples/samples.tsx'
import { ShortcutsTab } from './shortcuts/shortcuts.tsx'

const names: Readonly<Record<Tab, string>> = {
  overview: 'Overview',
  cube: 'Cube',
  shortcuts: 'Shortcuts',
  chains: 'Chains',
  confidence: 'Confidence',
  probes: 'Probes',
  judges: 'Judges',
  samples: 'Samples',
  export: 'Export',
}

interface Props {
  readonly id: string
  readonly tab: Tab
  readonly query: URLSearchParams
}

/** A run's results; every tab has its own address. */
export function ResultsView({ id, tab, query }: Props) {
  const controller = useController()
  const { live } = useApp()
  const [reading, setReading] = useState(0)
  const results = useAsync(`results of ${id} ${reading}`, () => controller.results(id))
  const levels = useMemo(() => levelsFromQuery(query), [query])
  const chosen = useMemo(() => ({ tab, query, levels }), [tab, query, levels])
  // Another tab is drawn in slices, so that nobody waits for a large one; a change in the one that is shown at once.
  const later = useDeferredValue(chosen)
  const shown = later.tab === tab ? chosen : later
  const isLive = live?.run.id === id && isBusy(live)
  if (results.status === 'loading') {
    return (
      <Page title="Results">
        <p className="muted" role="status">
          Reading the records…
        </p>
      </Page>
    )
  }
  if (results.status === 'failed') {
    return (
      <Page title="Results">
        <ErrorBox error={results.error} />
        <p>
          <a href="#/runs">All runs in this browser</a>
        </p>
      </Page>
    )
  }
  const part = results.value.run.judging ? null : results.value.overview.part
  return (
    <Page title={results.value.run.name}>
      <PassNote run={results.value.run} />
      <PartNote part={part} />
      {isLive && (
        <p className="warning">
          This run is still going: the figures are those of the moment it was opened.{' '}
          <button type="button" className="button small" onClick={() => setReading(reading + 1)}>
            Read again
          </button>
        </p>
      )}
      {results.value.run.error && <ErrorBox error={results.value.run.error} />}
      <Tabs
        label="Results"
        tabs={tabsOf(results.value)}
        names={names}
        current={tab}
        href={name => resultsHref(id, name, levelsToQuery(levels))}
      />
      <div className="page" aria-busy={shown.tab !== tab}>
        <EstimateFrom value={estimateFrom(part)}>
          <TabContent results={results.value} {...shown} />
        </EstimateFrom>
      </div>
    </Page>
  )
}

/** Judges where there is something to judge; of a judge's pass what it was asked and what it replied. */
function tabsOf({ run, overview }: Results): readonly Tab[] {
  if (run.judging) return ['samples']
  return overview.readings?.text ? tabs : tabs.filter(tab => tab !== 'judges')
}

interface ContentProps {
  readonly results: Results
  readonly tab: Tab
  readonly query: URLSearchParams
  readonly levels: LevelChoice
}

const TabContent = memo(({ results, tab, query, levels }: ContentProps) => {
  switch (tab) {
    case 'overview':
      return <OverviewTab results={results} />
    case 'cube':
      return <CubeTab results={results} query={query} />
    case 'shortcuts':
      return <ShortcutsTab key={results.run.id} results={results} levels={levels} query={query} />
    case 'chains':
      return <ChainsTab key={results.run.id} results={results} levels={levels} query={query} />
    case 'confidence':
      return <ConfidenceTab key={results.run.id} results={results} query={query} />
    case 'probes':
      return <ProbesTab results={results} levels={levels} />
    case 'judges':
      return <JudgesTab key={results.run.id} results={results} />
    case 'samples':
      return <SamplesTab results={results} query={query} />
    case 'export':
      return <ExportTab results={results} levels={levels} />
  }
})
