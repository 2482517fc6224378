import type { AskedCounts } from '../../engine/probes/passes.ts'
import { SpeedTrial } from './advice/speed-trial.tsx'
import type { StepProps } from './dataset-step.tsx'
import { SettingsForm } from './settings-form.tsx'
import { Step } from './step.tsx'

interface Props extends Omit<StepProps, 'onDone'> {
  /** What the run asks; null until it is counted. */
  readonly asked: AskedCounts | null
}

/** The settings of the run, and how long it takes. */
export function RunStep({ facts, isOpen, onOpen, asked }: Props) {
  return (
    <Step title="Run" number={3} {...{ facts, isOpen, onOpen }}>
      <SettingsForm asked={asked} />
      <SpeedTrial />
    </Step>
  )
}
