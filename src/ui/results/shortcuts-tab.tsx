import type { LevelChoice } from '../../app/controller/levels.ts'
import type { Results } from '../../app/controller/report-facts.ts'
import { axes } from '../../engine/protocol/sample.ts'
import { defaultResamples } from '../../engine/statistics/bootstrap.ts'
import { useController } from '../hooks/use-app.ts'
import { useAsync, useLast } from '../hooks/use-async.ts'
import { Awaited } from '../shared/controls/error-box.tsx'
import { QuerySelect } from '../shared/controls/query-select.tsx'
import { chosenOne, Sections } from '../shared/sections.tsx'
import { count } from '../text/format.ts'
import { rateNames, rates } from '../text/rates.ts'
import { byNames } from '../text/voxels.ts'
import { UnknownTasks } from './chains/unknown-tasks.tsx'
import { shortcuts } from './sections.tsx'

interface Props {
  readonly results: Results
  readonly levels: LevelChoice
  readonly query: URLSearchParams
}

/** Whether right diagnoses rest on right perception of the same image. */
export function ShortcutsTab({ results: { run, rows }, levels, query }: Props) {
  const controller = useController()
  const key = `shortcuts of ${run.id}, ${rows.length} rows, levels ${JSON.stringify(levels)}`
  const found = useLast(useAsync(key, () => controller.credibility(run.id, levels)))
  return (
    <>
      <h2>{shortcuts.name}</h2>
      <Awaited of={found} doing={`Computing intervals from ${count(defaultResamples)} resamples…`} />
      {found.status === 'ready' && (
        <>
          <UnknownTasks levels={found.value.levels} choice={levels} />
          <Sections
            of={shortcuts}
            facts={{ run, levels, credibility: found.value }}
            chosen={query}
            controls={{ 'rates-by': <RatesControls query={query} /> }}
          />
        </>
      )}
    </>
  )
}

function RatesControls({ query }: { readonly query: URLSearchParams }) {
  return (
    <div className="filters">
      <QuerySelect
        label="By"
        name="by"
        value={chosenOne(query, 'by', axes)}
        choices={axes.map(one => [one, byNames[one]])}
        resets={['sort']}
      />
      <QuerySelect
        label="Rate"
        name="rate"
        value={chosenOne(query, 'rate', rates)}
        choices={rates.map(one => [one, `${rateNames[one].name} = ${rateNames[one].formula}`])}
      />
    </div>
  )
}
