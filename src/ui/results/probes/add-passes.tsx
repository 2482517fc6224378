import { ownValue } from '@voxelwise/python'
import { useState } from 'react'
import { listPasses } from '../../../app/state/passes.ts'
import { counted } from '../../../engine/base/counted.ts'
import { duration } from '../../../engine/base/duration.ts'
import type { PassCost } from '../../../engine/probes/cost.ts'
import { withoutDrawn } from '../../../engine/probes/drawn-passes.ts'
import { probeKey } from '../../../engine/probes/kind-of.ts'
import { covers } from '../../../engine/probes/open-pass.ts'
import { optionOrders } from '../../../engine/probes/passes.ts'
import { usualOptions } from '../../../engine/probes/presets.ts'
import type { ProbeOverview } from '../../../engine/probes/report.ts'
import type { Probe } from '../../../engine/protocol/probe.ts'
import type { Run } from '../../../engine/protocol/run.ts'
import { useApp, useController } from '../../hooks/use-app.ts'
import { ProbePicker } from '../../shared/run/probe-picker.tsx'
import { StartBar } from '../../shared/run/start-bar.tsx'

interface Props {
  readonly run: Run
  /** Null until they are counted: what is chosen meanwhile stays. */
  readonly costs: ProbeOverview['costs'] | null
  readonly outdated: ProbeOverview['outdated']
}

/** Selects passes to run now, with their expected time. */
export function AddPasses({ run, costs: known, outdated }: Props) {
  const costs = known ?? {}
  const controller = useController()
  const runs = useApp(state => state.runs)
  const [chosen, setChosen] = useState<readonly Probe[]>([])
  const passes = listPasses(runs ?? [], run.id)
  // A pass on a part of the questions can be asked the rest.
  const whole = passes.filter(pass => covers(pass.run, run.settings))
  const keys = whole.flatMap(pass => (pass.run.probe ? [probeKey(withoutDrawn(pass.run.probe))] : []))
  const made = new Set(keys.filter(key => !outdated.includes(key)))
  const totalsByProbe = new Map(
    passes.map(pass => [pass.run.probe && probeKey(pass.run.probe), pass.run.total]),
  )
  const rest = (probe: Probe) =>
    remainingCost(passCost(costs, probe), totalsByProbe.get(probeKey(probe)) ?? 0)
  const possible = chosen.filter(probe => !made.has(probeKey(probe)) && rest(probe).samples > 0)
  const add = async () => {
    await controller.addPasses(run.id, possible)
    setChosen([])
  }
  return (
    <section className="stack whole" aria-labelledby="add-passes">
      <h3 id="add-passes" tabIndex={-1}>
        Add passes
      </h3>
      <ProbePicker
        chosen={chosen}
        options={known ? mostOptions(known) : usualOptions}
        made={made}
        {...(known && { applies: probe => passCost(known, probe).samples > 0 })}
        costWords={probes => (known ? timeText(probes.map(rest)) : '')}
        onChange={setChosen}
      />
      <StartBar
        name={`Add ${possible.length > 0 ? counted(possible.length, 'pass', 'passes') : 'passes'}`}
        about={
          !known
            ? 'Counting questions and time…'
            : chosen.length === 0
              ? 'Choose what to change. Everything else stays as in this run.'
              : costText(possible.map(rest), run.timings.load / 1000)
        }
        disabled={possible.length === 0}
        onStart={add}
        press={`passes ${run.id}`}
      />
    </section>
  )
}

/** Asking only: passes share one loaded model. Empty without the run's times. */
function timeText(passCosts: readonly PassCost[]): string {
  const times = passCosts.flatMap(({ seconds }) => seconds ?? [])
  return times.length < passCosts.length
    ? ''
    : `about ${duration(times.reduce((sum, seconds) => sum + seconds, 0))}`
}

/** As many as the longest order needs. */
const mostOptions = (costs: ProbeOverview['costs']): number =>
  optionOrders.filter(probe => passCost(costs, probe).samples > 0).length + 1

const passCost = (costs: ProbeOverview['costs'], probe: Probe) =>
  ownValue(costs, probeKey(probe)) ?? { samples: 0, seconds: null }

/** What is left of a pass that has asked a part of its questions. */
function remainingCost({ samples, seconds }: PassCost, asked: number): PassCost {
  const left = Math.max(0, samples - asked)
  return { samples: left, seconds: seconds === null ? null : (seconds * left) / Math.max(1, samples) }
}

/** @param load seconds that loading the model takes, once for all of them */
function costText(passCosts: readonly PassCost[], load: number): string {
  if (passCosts.length === 0) return 'These passes would change nothing in this run.'
  const questions = counted(
    passCosts.reduce((sum, { samples }) => sum + samples, 0),
    'question',
  )
  const times = passCosts.flatMap(({ seconds }) => seconds ?? [])
  if (times.length < passCosts.length) return `${questions}; this run has no timings.`
  return `${questions}, about ${duration(times.reduce((sum, seconds) => sum + seconds, load))} at this run’s speed.`
}
