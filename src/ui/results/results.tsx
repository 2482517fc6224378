import { memo, useDeferredValue, useMemo, useState } from 'react'
import { levelsFromQuery } from '../../app/controller/levels.ts'
import { listPasses } from '../../app/state/passes.ts'
import { isBusy } from '../../app/state/stage.ts'
import type { ErrorInfo } from '../../engine/base/errors.ts'
import { probeName } from '../../engine/probes/probe-names.ts'
import type { Run } from '../../engine/protocol/run.ts'
import { OfferedServers } from '../home/server/server-choice.ts'
import { EstimateFrom, estimateFrom } from '../hooks/estimate-from.ts'
import { useApp, useController } from '../hooks/use-app.ts'
import { useAsync } from '../hooks/use-async.ts'
import { hasPart, ServerChoice } from '../seams.ts'
import { SmallButton } from '../shared/controls/button.tsx'
import { ErrorBox } from '../shared/controls/error-box.tsx'
import { LostView } from '../shared/controls/lost.tsx'
import { Page, Tabs } from '../shared/controls/page.tsx'
import { PartNote, SelectionNote } from '../shared/run/part-note.tsx'
import { UnreadNote } from '../shared/run/unread-note.tsx'
import { selectionQuery } from '../shared/sample/filters.ts'
import { resultsHref } from '../state/router.ts'
import {
  type PartFacts,
  partNamed,
  partsOfRun,
  type ResultsPart,
  type ResultsTab,
  tabNamed,
} from './results-tab.ts'
import { SaveReport } from './save-report.tsx'
import { SelectionBar } from './selection-bar.tsx'
import type { TabProps } from './tab-props.ts'
import { resultsTabs } from './tabs.tsx'

interface Props {
  readonly id: string
  readonly tab: string
  readonly query: URLSearchParams
}

/** A run's results; every tab has its own address. */
export function ResultsView(props: Props) {
  const tab = tabNamed(resultsTabs, props.tab)
  return tab ? <Tabbed {...props} tab={tab} address={props.tab} /> : <LostView />
}

interface TabbedProps extends Omit<Props, 'tab'> {
  readonly tab: ResultsTab
  /** The tab or the part that the address names. */
  readonly address: string
}

function Tabbed({ id, tab, address, query }: TabbedProps) {
  const controller = useController()
  const live = useApp(state => state.live)
  const [reading, setReading] = useState(0)
  const runs = useApp(state => state.runs)
  const features = useApp(state => state.features)
  const chosenThere = JSON.stringify([...features])
  const results = useAsync(`results of ${id} ${reading} ${chosenThere}`, () => controller.results(id))
  const levels = useMemo(() => levelsFromQuery(query), [query])
  const chosen = useMemo(() => ({ tab, address, query, levels }), [tab, address, query, levels])
  // Another tab is rendered in slices, so that a large one blocks nothing; a change in the shown one immediately.
  const later = useDeferredValue(chosen)
  const shown = later.address === address ? chosen : later
  const isLive = live?.run.id === id && isBusy(live)
  if (results.status !== 'ready')
    return <NotRead error={results.status === 'failed' ? results.error : null} />
  const part = results.value.run.judging ? null : results.value.overview.part
  const facts = { results: results.value, passes: listPasses(runs ?? [], id) }
  const href = (name: string) => resultsHref(id, name, { ...levels, ...selectionQuery(query) })
  return (
    <Page
      title={results.value.run.name}
      aside={!results.value.run.judging && <SaveReport results={results.value} levels={levels} />}
    >
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
        tabs={resultsTabs.filter(one => partsOfRun(one, facts).length > 0)}
        current={tab.id}
        href={href}
      />
      <PartTabs tab={tab} address={address} facts={facts} href={href} />
      <div className="page" aria-busy={shown !== chosen}>
        <EstimateFrom value={estimateFrom(part)}>
          <PartContent
            results={results.value}
            part={partNamed(shown.tab, shown.address, facts)}
            query={shown.query}
            levels={shown.levels}
          />
        </EstimateFrom>
      </div>
    </Page>
  )
}

/** @param error why the results cannot be read; null while they are */
const NotRead = ({ error }: { readonly error: ErrorInfo | null }) => (
  <Page title="Results">
    {error ? (
      <>
        <ErrorBox error={error} />
        <p>
          <a href="#/runs">All runs in this browser</a>
        </p>
      </>
    ) : (
      <p className="muted" role="status">
        Reading the records…
      </p>
    )}
  </Page>
)

interface PartTabsProps extends Pick<TabbedProps, 'tab' | 'address'> {
  readonly facts: PartFacts
  readonly href: (id: string) => string
}

/** The parts of the open tab, if the run has several; each has its own address. */
function PartTabs({ tab, address, facts, href }: PartTabsProps) {
  const parts = partsOfRun(tab, facts)
  const shown = partNamed(tab, address, facts)
  return shown && parts.length > 1 && <Tabs label={tab.name} tabs={parts} current={shown.id} href={href} />
}

interface ContentProps extends TabProps {
  readonly part: ResultsPart | undefined
}

const PartContent = memo(({ part, ...props }: ContentProps) => {
  if (!part) return null
  const { Body, showsSelection } = part
  return (
    <>
      {showsSelection && <SelectionBar run={props.results.run.id} query={props.query} />}
      <OfferedServers value={ServerChoice}>
        <Body {...props} />
      </OfferedServers>
    </>
  )
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
      {parent && (
        <a href={resultsHref(parent.id, tab)}>
          Back to the run{(tab === 'probes' || hasPart(tab)) && ` and its ${tab}`}
        </a>
      )}
    </p>
  )
}
