import { Fragment, useMemo, useState } from 'react'
import { type LevelChoice, levelsFromQuery } from '../../app/controller/levels.ts'
import type { Compared } from '../../app/controller/report-facts.ts'
import type { ErrorInfo } from '../../engine/base/errors.ts'
import { featureComparisons } from '../features.ts'
import { EstimateFrom } from '../hooks/estimate-from.ts'
import { useController } from '../hooks/use-app.ts'
import { useAsync, useLast } from '../hooks/use-async.ts'
import { useTask } from '../hooks/use-task.ts'
import { Button } from '../shared/controls/button.tsx'
import { download } from '../shared/controls/download.ts'
import { ErrorBox } from '../shared/controls/error-box.tsx'
import { Page, Tabs } from '../shared/controls/page.tsx'
import { CutChoices, SplitSelect } from '../shared/controls/split-choices.tsx'
import { chosenOne, Sections } from '../shared/sections.tsx'
import { type CompareTab, compareHref, compareTabs, runsHref } from '../state/router.ts'
import { splitIn } from '../state/split.ts'
import { estimatesAmong } from '../text/comparability.ts'
import { ChangedTab } from './changed.tsx'
import { differenceBys } from './differences/compare-rows.ts'
import { hasPapers } from './papers.tsx'
import { differences, papers, published, relation, runs } from './sections.tsx'

const names: Readonly<Record<CompareTab, string>> = {
  differences: 'Differences',
  changed: 'Changed verdicts',
  papers: 'Papers',
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
  const split = tab === 'differences' ? splitIn(query, differenceBys) : null
  const compared = useLast(
    useAsync(`comparison of ${ids.join(', ')} ${JSON.stringify([levels, split])}`, async () =>
      ids.length === 0 ? null : controller.compare(ids, levels, split),
    ),
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
      {value && <Sections of={runs} facts={{ compared: value, levels }} chosen={query} />}
      {problem && <ErrorBox error={problem} />}
      {compared.status === 'failed' && <ErrorBox error={compared.error} />}
      <Tabs
        label="Comparison"
        tabs={compareTabs}
        names={names}
        current={tab}
        href={name => compareHref(ids, name, levels)}
      />
      {compared.status === 'loading' ? (
        <p className="muted" role="status">
          Comparing…
        </p>
      ) : (
        <EstimateFrom value={value && estimatesAmong(value)}>
          <TabContent facts={{ compared: value, levels }} tab={tab} query={query} />
        </EstimateFrom>
      )}
    </Page>
  )
}

interface ContentProps extends Pick<Props, 'tab' | 'query'> {
  /** Without a comparison where no runs are chosen, or one of them cannot be read. */
  readonly facts: { readonly compared: Compared | null; readonly levels: LevelChoice }
}

function TabContent({ facts, tab, query }: ContentProps) {
  const { compared, levels } = facts
  if (tab === 'published')
    return (
      <EstimateFrom value={null}>
        <h2 className="visually-hidden">{published.name}</h2>
        <Sections of={published} facts={facts} chosen={query} />
      </EstimateFrom>
    )
  if (tab === 'papers') return <PapersTab facts={facts} query={query} />
  if (!compared || compared.runs.length < 2) return <NeedsTwo />
  if (tab === 'changed') return <ChangedTab compared={compared} query={query} />
  return (
    <>
      <h2 className="visually-hidden">{differences.name}</h2>
      <Sections
        of={differences}
        facts={{ compared, levels }}
        chosen={query}
        controls={{
          'differences-intro': (
            <div className="filters">
              <SplitSelect
                axes={differenceBys}
                fields={compared.comparison.fields}
                value={splitIn(query, differenceBys)?.name ?? chosenOne(query, 'by', differenceBys)}
                resets={['lines', 'sort']}
              />
              <CutChoices query={query} field={compared.comparison.field} />
            </div>
          ),
        }}
      />
    </>
  )
}

/** Stands where a comparison would be. */
const NeedsTwo = () => (
  <p>
    Comparing needs two runs. <a href="#/runs">Tick them in the list of results</a>.
  </p>
)

/** The papers' claims, and their two analyses over several models. */
function PapersTab({ facts, query }: Omit<ContentProps, 'tab'>) {
  const { compared, levels } = facts
  return (
    <>
      <h2>{papers.name}</h2>
      {!compared || compared.runs.length < 2 ? (
        <NeedsTwo />
      ) : hasPapers(compared) ? (
        <Sections of={papers} facts={{ compared, levels }} chosen={query} />
      ) : (
        <p>No run asks the questions of MedRCube or Med-CMR. The papers’ findings are not judged.</p>
      )}
      <h2>{relation.name}</h2>
      <Sections of={relation} facts={facts} chosen={query} />
      {featureComparisons.map(({ view, controls }) => (
        <Fragment key={view.id}>
          <h2>{view.name}</h2>
          <Sections of={view} facts={facts} chosen={query} controls={controls(compared, query)} />
        </Fragment>
      ))}
    </>
  )
}

const file = 'comparison.html'

interface SaveProps {
  readonly ids: readonly string[]
  readonly levels: LevelChoice
  readonly onProblem: (error: ErrorInfo | null) => void
}

/** Saves the whole comparison as one HTML file. */
function SaveReport({ ids, levels, onProblem }: SaveProps) {
  const controller = useController()
  const task = useTask(onProblem)
  const save = () =>
    task.run('Writing the report…', file, async () =>
      download(await controller.compareReport(ids, levels), file),
    )
  return (
    <Button disabled={task.busy !== null} onClick={save}>
      {task.busy ?? 'Save as HTML report'}
    </Button>
  )
}
