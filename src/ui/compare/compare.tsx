import { useMemo, useState } from 'react'
import { type LevelChoice, levelsFromQuery } from '../../app/controller/levels.ts'
import type { ErrorInfo } from '../../engine/base/errors.ts'
import { EstimateFrom } from '../hooks/estimate-from.ts'
import { useController } from '../hooks/use-app.ts'
import { useAsync, useLast } from '../hooks/use-async.ts'
import { useTask } from '../hooks/use-task.ts'
import { keptByFeatures } from '../seams.ts'
import { Button } from '../shared/controls/button.tsx'
import { download } from '../shared/controls/download.ts'
import { ErrorBox } from '../shared/controls/error-box.tsx'
import { LostView } from '../shared/controls/lost.tsx'
import { Page, Tabs } from '../shared/controls/page.tsx'
import { Working } from '../shared/controls/working.tsx'
import { Sections } from '../shared/sections.tsx'
import { compareHref, runsHref } from '../state/router.ts'
import { estimatesAmong } from '../text/comparability.ts'
import type { CompareTab } from './compare-tab.ts'
import { runs } from './sections.tsx'
import { compareTabs } from './tabs.tsx'

interface Props {
  readonly ids: readonly string[]
  readonly tab: string
  readonly query: URLSearchParams
}

/** Any set of runs side by side; the first in the address is the baseline. */
export function CompareView(props: Props) {
  const tab = compareTabs.find(({ id }) => id === props.tab)
  return tab ? <Tabbed {...props} tab={tab} /> : <LostView />
}

function Tabbed({ ids, tab, query }: Omit<Props, 'tab'> & { readonly tab: CompareTab }) {
  const controller = useController()
  const levels = useMemo(() => levelsFromQuery(query), [query])
  const split = tab.split(query)
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
        current={tab.id}
        href={name => compareHref(ids, name, levels)}
      />
      {compared.status === 'loading' ? (
        <p className="muted" role="status">
          Comparing…
        </p>
      ) : (
        <EstimateFrom value={value && estimatesAmong(value)}>
          <tab.Body compared={value} levels={levels} query={query} />
        </EstimateFrom>
      )}
    </Page>
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
    task.run('Reading…', file, async (signal, report) => {
      const made = await controller.compareReport(ids, levels, keptByFeatures(), { signal, report })
      signal.throwIfAborted()
      download(made, file)
    })
  if (task.busy !== null) return <Working what={task.busy} onCancel={task.cancel} />
  return <Button onClick={save}>Save as HTML report</Button>
}
