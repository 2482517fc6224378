import { memo, type ReactNode, useDeferredValue, useMemo, useState } from 'react'
import { levelsFromQuery } from '../../app/controller/levels.ts'
import type { Results } from '../../app/controller/report-facts.ts'
import { isWithoutOptions, passesOf } from '../../app/state/passes.ts'
import { isBusy } from '../../app/state/stage.ts'
import { probeName } from '../../engine/probes/probe-names.ts'
import type { Run } from '../../engine/protocol/run.ts'
import { featureSections, featureTabs } from '../features.ts'
import { EstimateFrom, estimateFrom } from '../hooks/estimate-from.ts'
import { useApp, useController } from '../hooks/use-app.ts'
import { useAsync } from '../hooks/use-async.ts'
import { SmallButton } from '../shared/controls/button.tsx'
import { ErrorBox } from '../shared/controls/error-box.tsx'
import { LostView } from '../shared/controls/lost.tsx'
import { Page, Tabs } from '../shared/controls/page.tsx'
import { QuerySelect } from '../shared/controls/query-select.tsx'
import { AskAgainButton } from '../shared/run/ask-again.tsx'
import { PartNote, SelectionNote } from '../shared/run/part-note.tsx'
import { UnreadNote } from '../shared/run/unread-note.tsx'
import { selectionQuery } from '../shared/sample/filters.ts'
import { chosenOne, Sections, sectionsOf } from '../shared/sections.tsx'
import { resultsHref } from '../state/router.ts'
import { byNames } from '../text/voxels.ts'
import { AuditTab } from './audit-tab.tsx'
import { ConfidenceTab } from './confidence-tab.tsx'
import { ExportTab } from './export.tsx'
import { RunFindings } from './findings/findings.tsx'
import { JudgesTab } from './judges-tab.tsx'
import { sliceAxes } from './overview/cube.tsx'
import { EveryRule } from './overview/every-rule.tsx'
import { papers } from './papers/papers.tsx'
import { ProbesTab } from './probes-tab.tsx'
import type { ResultTab } from './result-tab.ts'
import { SamplesTab } from './samples/samples.tsx'
import { cube, overview } from './sections.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { ShortcutsTab } from './shortcuts-tab.tsx'
import { SubgroupsTab } from './subgroups/subgroups.tsx'
import type { TabProps } from './tab-props.ts'

interface Props {
  readonly id: string
  readonly tab: string
  readonly query: URLSearchParams
}

/** A run's results; every tab has its own address. */
export function ResultsView(props: Props) {
  const tab = resultTabs.find(one => one.id === props.tab)
  return tab ? <Tabbed {...props} tab={tab} /> : <LostView />
}

function Tabbed({ id, tab, query }: Omit<Props, 'tab'> & { readonly tab: ResultTab }) {
  const controller = useController()
  const live = useApp(state => state.live)
  const [reading, setReading] = useState(0)
  const runs = useApp(state => state.runs)
  const features = useApp(state => state.features)
  const chosenThere = JSON.stringify([...features])
  const results = useAsync(`results of ${id} ${reading} ${chosenThere}`, () => controller.results(id))
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
  const shownTabs = tabsOf(results.value, passesOf(runs ?? [], id).some(isWithoutOptions))
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
        tabs={shownTabs.map(one => one.id)}
        names={names}
        current={tab.id}
        href={name => resultsHref(id, name, { ...levels, ...selectionQuery(query) })}
      />
      <div className="page" aria-busy={shown.tab !== tab}>
        <EstimateFrom value={estimateFrom(part)}>
          {tab.id !== 'samples' && <SelectionBar run={id} query={query} />}
          <TabContent results={results.value} {...shown} />
        </EstimateFrom>
      </div>
    </Page>
  )
}

/** Of a judge's pass its prompts and replies. @param hasReplies as `isFor` */
const tabsOf = (results: Results, hasReplies: boolean): readonly ResultTab[] =>
  results.run.judging
    ? resultTabs.filter(({ id }) => id === 'samples')
    : resultTabs.filter(({ isFor }) => isFor?.(results, hasReplies) ?? true)

/** The controls of features' sections, by section. */
const featureControls = (run: Run): Readonly<Record<string, ReactNode>> =>
  Object.fromEntries(
    featureSections.flatMap(({ section, Controls }) =>
      Controls ? [[section.id, <Controls key={section.id} run={run} />]] : [],
    ),
  )

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
          ...featureControls(run),
          'cut-slices': <AskAgainButton run={run} />,
          axes: <RunFindings results={results} levels={levels} />,
        }}
      />
      <EveryRule key={query.get('rules')} run={run} isOpen={query.get('rules') === 'all'} />
      {featureSections.map(({ section, Below }) => Below && <Below key={section.id} />)}
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

const coreTabs: readonly ResultTab[] = [
  { id: 'overview', name: 'Findings', Body: OverviewTab },
  { id: 'cube', name: 'Cube', Body: CubeTab },
  { id: 'subgroups', name: 'Subgroups', Body: SubgroupsTab },
  { id: 'shortcuts', name: 'Shortcuts', Body: ShortcutsTab },
  { id: 'confidence', name: 'Confidence', Body: ConfidenceTab },
  { id: 'probes', name: 'Probes', Body: ProbesTab },
  { id: 'audit', name: 'Image use', Body: AuditTab },
  {
    id: 'judges',
    name: 'Judges',
    Body: JudgesTab,
    isFor: ({ overview: { readings } }, hasReplies) => Boolean(readings?.text) || hasReplies,
  },
  { id: 'papers', name: 'Papers', Body: PapersTab },
  { id: 'samples', name: 'Samples', Body: SamplesTab },
  { id: 'export', name: 'Export', Body: ExportTab },
]

/** All tabs in their order: each feature's behind the one that it names. */
export const resultTabs: readonly ResultTab[] = coreTabs.flatMap(tab => [
  tab,
  ...featureTabs.filter(({ after }) => after === tab.id),
])

const names = Object.fromEntries(resultTabs.map(({ id, name }) => [id, name]))

const TabContent = memo(({ tab: { Body }, ...props }: TabProps & { readonly tab: ResultTab }) => (
  <Body {...props} />
))

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
