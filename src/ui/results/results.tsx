import { memo, useDeferredValue, useMemo, useState } from 'react'
import { levelsFromQuery } from '../../app/controller/levels.ts'
import { isWithoutOptions, passesOf } from '../../app/state/passes.ts'
import { isBusy } from '../../app/state/stage.ts'
import { probeName } from '../../engine/probes/probe-names.ts'
import type { Run } from '../../engine/protocol/run.ts'
import { EstimateFrom, estimateFrom } from '../hooks/estimate-from.ts'
import { useApp, useController } from '../hooks/use-app.ts'
import { useAsync } from '../hooks/use-async.ts'
import { SmallButton } from '../shared/controls/button.tsx'
import { ErrorBox } from '../shared/controls/error-box.tsx'
import { LostView } from '../shared/controls/lost.tsx'
import { Page, Tabs } from '../shared/controls/page.tsx'
import { PartNote, SelectionNote } from '../shared/run/part-note.tsx'
import { UnreadNote } from '../shared/run/unread-note.tsx'
import { selectionQuery } from '../shared/sample/filters.ts'
import { resultsHref } from '../state/router.ts'
import { partsOfRun, type ResultsTab, tabNamed } from './results-tab.ts'
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
  return tab ? <Tabbed {...props} tab={tab} /> : <LostView />
}

function Tabbed({ id, tab, query }: Omit<Props, 'tab'> & { readonly tab: ResultsTab }) {
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
  const facts = { results: results.value, hasReplies: passesOf(runs ?? [], id).some(isWithoutOptions) }
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
        tabs={resultsTabs.filter(one => partsOfRun(one, facts).length > 0)}
        current={tab.id}
        href={name => resultsHref(id, name, { ...levels, ...selectionQuery(query) })}
      />
      <div className="page" aria-busy={shown.tab !== tab}>
        <EstimateFrom value={estimateFrom(part)}>
          <TabContent {...facts} {...shown} />
        </EstimateFrom>
      </div>
    </Page>
  )
}

interface ContentProps extends TabProps {
  readonly tab: ResultsTab
  readonly hasReplies: boolean
}

const TabContent = memo(({ tab, hasReplies, ...props }: ContentProps) => {
  const { results, query } = props
  const own = partsOfRun(tab, { results, hasReplies })
  // An address may name a tab that the run does not offer.
  const parts = own.length > 0 ? own : tab.parts
  return (
    <>
      {parts.some(({ showsSelection }) => showsSelection) && (
        <SelectionBar run={results.run.id} query={query} />
      )}
      {parts.map(({ id, Body }) => (
        <Body key={id} {...props} />
      ))}
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
      {parent && <a href={resultsHref(parent.id, tab)}>Back to the run and its {tab}</a>}
    </p>
  )
}
