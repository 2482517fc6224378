import { type ComponentType, memo, useDeferredValue, useMemo, useState } from 'react'
import { levelsFromQuery } from '../../app/controller/levels.ts'
import type { Results } from '../../app/controller/report-facts.ts'
import { isWithoutOptions, passesOf } from '../../app/state/passes.ts'
import { isBusy } from '../../app/state/stage.ts'
import { probeName } from '../../engine/probes/probe-names.ts'
import type { Run } from '../../engine/protocol/run.ts'
import { EstimateFrom, estimateFrom } from '../hooks/estimate-from.ts'
import { useApp, useController } from '../hooks/use-app.ts'
import { useAsync } from '../hooks/use-async.ts'
import { SmallButton } from '../shared/controls/button.tsx'
import { ErrorBox } from '../shared/controls/error-box.tsx'
import { Page, Tabs } from '../shared/controls/page.tsx'
import { QuerySelect } from '../shared/controls/query-select.tsx'
import { AskAgainButton } from '../shared/run/ask-again.tsx'
import { PartNote, SelectionNote } from '../shared/run/part-note.tsx'
import { UnreadNote } from '../shared/run/unread-note.tsx'
import { selectionQuery } from '../shared/sample/filters.ts'
import { chosenOne, Sections, sectionsOf } from '../shared/sections.tsx'
import { resultsHref, type Tab, tabs } from '../state/router.ts'
import { byNames } from '../text/voxels.ts'
import { AuditTab } from './audit-tab.tsx'
import { ChainsTab } from '../../features/chains/ui/chains.tsx'
import { ConfidenceTab } from './confidence-tab.tsx'
import { ExportTab } from './export.tsx'
import { RunFindings } from './findings/findings.tsx'
import { JudgesTab } from './judges-tab.tsx'
import { sliceAxes } from './overview/cube.tsx'
import { EveryRule } from './overview/every-rule.tsx'
import { ChooseGates, GateRuns } from './overview/gates.tsx'
import { papers } from './papers/papers.tsx'
import { ProbesTab } from './probes-tab.tsx'
import { SamplesTab } from './samples/samples.tsx'
import { cube, overview } from './sections.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { ShortcutsTab } from './shortcuts-tab.tsx'
import { SubgroupsTab } from './subgroups/subgroups.tsx'
import type { TabProps } from './tab-props.ts'

const names: Readonly<Record<Tab, string>> = {
  overview: 'Findings',
  cube: 'Cube',
  subgroups: 'Subgroups',
  shortcuts: 'Shortcuts',
  chains: 'Chains',
  confidence: 'Confidence',
  probes: 'Probes',
  audit: 'Image use',
  judges: 'Judges',
  papers: 'Papers',
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
  const live = useApp(state => state.live)
  const [reading, setReading] = useState(0)
  const runs = useApp(state => state.runs)
  const gates = useApp(state => state.gates)
  const gateRuns = useApp(state => state.gateRuns)
  const checked = JSON.stringify([gates, gateRuns])
  const results = useAsync(`results of ${id} ${reading} ${checked}`, () => controller.results(id))
  const levels = useMemo(() => levelsFromQuery(query), [query])
  const chosen = useMemo(() => ({ tab, query, levels }), [tab, query, levels])
  // Another tab is rendered in slices, so that a large one blocks nothing; a change in the shown one immediately.
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
      <SelectionNote run={results.value.run} />
      <PartNote part={part} />
      {!results.value.run.judging && <UnreadNote run={id} unread={results.value.overview.unread} />}
      {isLive && (
        <p className="warning">
          The run is not finished. Figures are from when it was opened.{' '}
          <SmallButton onClick={() => setReading(reading + 1)}>Refresh</SmallButton>
        </p>
      )}
      {results.value.run.error && <ErrorBox error={results.value.run.error} />}
      <Tabs
        label="Results"
        tabs={tabsOf(results.value, passesOf(runs ?? [], id).some(isWithoutOptions))}
        names={names}
        current={tab}
        href={name => resultsHref(id, name, { ...levels, ...selectionQuery(query) })}
      />
      <div className="page" aria-busy={shown.tab !== tab}>
        <EstimateFrom value={estimateFrom(part)}>
          {tab !== 'samples' && <SelectionBar run={id} query={query} />}
          <TabContent results={results.value} {...shown} />
        </EstimateFrom>
      </div>
    </Page>
  )
}

/**
 * Judges if there is something to judge; for a judge's pass its prompts and replies.
 * @param hasReplies without options, which a judge can read where no rule can
 */
function tabsOf({ run, overview }: Results, hasReplies: boolean): readonly Tab[] {
  if (run.judging) return ['samples']
  return overview.readings?.text || hasReplies ? tabs : tabs.filter(tab => tab !== 'judges')
}

function OverviewTab({ results, query, levels }: TabProps) {
  const { run } = results
  return (
    <>
      <h2 className="visually-hidden">{overview.name}</h2>
      <Sections
        of={overview}
        facts={results}
        chosen={query}
        controls={{
          gates: <GateRuns run={run} />,
          'cut-slices': <AskAgainButton run={run} />,
          axes: <RunFindings results={results} levels={levels} />,
        }}
      />
      <EveryRule key={query.get('rules')} run={run} isOpen={query.get('rules') === 'all'} />
      <ChooseGates />
    </>
  )
}

function CubeTab({ results, query }: TabProps) {
  const by = (
    <div className="filters">
      <QuerySelect
        label="By"
        name="by"
        value={chosenOne(query, 'by', sliceAxes)}
        choices={sliceAxes.map(one => [one, byNames[one]] as const)}
      />
    </div>
  )
  return (
    <>
      <h2>{cube.name}</h2>
      <Sections of={cube} facts={results} chosen={query} controls={{ slices: by }} />
    </>
  )
}

/** What the benchmarks' papers found, looked for in this run. */
function PapersTab({ results, levels, query }: TabProps) {
  const facts = { ...results, levels }
  return (
    <>
      <h2>{papers.name}</h2>
      {sectionsOf(papers, facts, query).length > 0 ? (
        <Sections of={papers} facts={facts} chosen={query} />
      ) : (
        <p>The run has no task of MedRCube or Med-CMR.</p>
      )}
    </>
  )
}

const contents: Readonly<Record<Tab, ComponentType<TabProps>>> = {
  overview: OverviewTab,
  cube: CubeTab,
  subgroups: SubgroupsTab,
  shortcuts: ShortcutsTab,
  chains: ChainsTab,
  confidence: ConfidenceTab,
  probes: ProbesTab,
  audit: AuditTab,
  judges: JudgesTab,
  papers: PapersTab,
  samples: SamplesTab,
  export: ExportTab,
}

const TabContent = memo(({ tab, ...props }: TabProps & { readonly tab: Tab }) => {
  const Content = contents[tab]
  return <Content {...props} />
})

/** The change or the replies of a pass, with a link back to its run. */
function PassNote({ run }: { readonly run: Run }) {
  const runs = useApp(state => state.runs)
  if (!run.judging && !run.probe) return null
  const parent = runs?.find(summary => summary.run.id === run.parent)?.run
  const tab = run.judging ? 'judges' : 'probes'
  return (
    <p className="warning">
      {run.judging ? (
        <>
          Replies of the judge <bdi>{run.model.name}</bdi>: “right” means parsed, “wrong” means not parsed.
        </>
      ) : (
        run.probe && `Extra pass (${probeName(run.probe).toLowerCase()}): not the official figures.`
      )}{' '}
      {parent && <a href={resultsHref(parent.id, tab)}>Back to the run and its {tab}</a>}
    </p>
  )
}
