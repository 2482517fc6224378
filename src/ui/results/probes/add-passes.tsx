import { useState } from 'react'
import { passesOf } from '../../../app/state/passes.ts'
import { counted } from '../../../engine/base/counted.ts'
import { ownValue } from '../../../engine/base/own-value.ts'
import { withoutDrawn } from '../../../engine/probes/drawn-regions.ts'
import { optionOrders } from '../../../engine/probes/passes.ts'
import type { ProbeOverview } from '../../../engine/probes/report.ts'
import { type Probe, probeKey } from '../../../engine/protocol/probe.ts'
import type { Run } from '../../../engine/protocol/run.ts'
import { useApp, useController } from '../../hooks/use-app.ts'
import { ProbePicker } from '../../shared/run/probe-picker.tsx'
import { StartBar } from '../../shared/run/start-bar.tsx'
import { duration } from '../../text/format.ts'

interface Props {
  readonly run: Run
  readonly costs: ProbeOverview['costs']
  readonly outdated: ProbeOverview['outdated']
}

/** Selects passes to run now, with their expected time. */
export function AddPasses({ run, costs, outdated }: Props) {
  const controller = useController()
  const runs = useApp(state => state.runs)
  const [chosen, setChosen] = useState<readonly Probe[]>([])
  const passes = passesOf(runs ?? [], run.id)
  const keys = passes.flatMap(pass => (pass.run.probe ? [probeKey(withoutDrawn(pass.run.probe))] : []))
  const made = new Set(keys.filter(key => !outdated.includes(key)))
  const possible = chosen.filter(probe => !made.has(probeKey(probe)) && costOf(costs, probe).samples > 0)
  const add = async () => {
    await controller.addPasses(run.id, possible)
    setChosen([])
  }
  return (
    <section className="stack whole" aria-labelledby="add-passes">
      <h3 id="add-passes" tabIndex={-1}>
        Add passes
      </h3>
      <ProbePicker chosen={chosen} options={optionsOf(costs)} made={made} onChange={setChosen} />
      <StartBar
        name={`Add ${possible.length > 0 ? counted(possible.length, 'pass', 'passes') : 'passes'}`}
        about={
          chosen.length === 0
            ? 'Choose what to change. Everything else stays as in this run.'
            : costText(possible, costs, run.timings.load / 1000)
        }
        disabled={possible.length === 0}
        onStart={add}
      />
    </section>
  )
}

/** As many as the longest order needs. */
const optionsOf = (costs: ProbeOverview['costs']): number =>
  optionOrders.filter(probe => costOf(costs, probe).samples > 0).length + 1

const costOf = (costs: ProbeOverview['costs'], probe: Probe) =>
  ownValue(costs, probeKey(probe)) ?? { samples: 0, seconds: null }

/** @param load seconds that loading the model takes, once for all of them */
function costText(probes: readonly Probe[], costs: ProbeOverview['costs'], load: number): string {
  if (probes.length === 0) return 'These passes would change nothing in this run.'
  const found = probes.map(probe => costOf(costs, probe))
  const questions = counted(
    found.reduce((sum, { samples }) => sum + samples, 0),
    'question',
  )
  const times = found.flatMap(({ seconds }) => seconds ?? [])
  if (times.length < found.length) return `${questions}; this run has no timings.`
  return `${questions}, about ${duration(times.reduce((sum, seconds) => sum + seconds, load))} at this run’s speed.`
}
