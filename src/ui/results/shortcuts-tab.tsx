import { defaultResamples } from '@voxelwise/statistics'
import { shortcutOptions } from '../../app/controller/levels.ts'
import type { Credibility } from '../../engine/analysis/chains.ts'
import { axes } from '../../engine/protocol/sample.ts'
import { useLast } from '../hooks/use-async.ts'
import { useFact } from '../hooks/use-fact.ts'
import { Awaited } from '../shared/controls/error-box.tsx'
import { QuerySelect } from '../shared/controls/query-select.tsx'
import { CutChoices, SplitSelect } from '../shared/controls/split-choices.tsx'
import { chosenOne, Sections } from '../shared/sections.tsx'
import { splitIn } from '../state/split.ts'
import { count } from '../text/format.ts'
import { rateNames, rates } from '../text/rates.ts'
import { shortcuts } from './sections.tsx'
import { UnknownTasks } from './shortcuts/unknown-tasks.tsx'
import type { TabProps } from './tab-props.ts'

/** How often right diagnoses come with right perception of the same image. */
export function ShortcutsTab({ results: { run, rows, overview }, levels, query }: TabProps) {
  const split = splitIn(query, axes)
  const input = { run: run.id, levels: shortcutOptions(levels), by: split }
  const credibility = useLast(useFact('credibility', input, rows.length))
  return (
    <>
      <h2>{shortcuts.name}</h2>
      <Awaited of={credibility} doing={`Computing intervals from ${count(defaultResamples)} resamples…`} />
      {credibility.status === 'ready' && (
        <>
          <UnknownTasks levels={credibility.value.levels} choice={levels} />
          <Sections
            of={shortcuts}
            facts={{ run, levels, credibility: credibility.value }}
            chosen={query}
            controls={{
              'rates-by': (
                <RatesControls query={query} fields={overview.fields} field={credibility.value.field} />
              ),
            }}
          />
        </>
      )}
    </>
  )
}

interface ControlsProps {
  readonly query: URLSearchParams
  readonly fields: readonly string[]
  /** The field on show. */
  readonly field: Credibility['field']
}

function RatesControls({ query, fields, field }: ControlsProps) {
  return (
    <div className="filters">
      <SplitSelect
        axes={axes}
        fields={fields}
        value={splitIn(query, axes)?.name ?? chosenOne(query, 'by', axes)}
        resets={['sort']}
      />
      <CutChoices query={query} field={field} />
      <QuerySelect
        label="Rate"
        name="rate"
        value={chosenOne(query, 'rate', rates)}
        choices={rates.map(one => [one, `${rateNames[one].name} = ${rateNames[one].formula}`])}
      />
    </div>
  )
}
