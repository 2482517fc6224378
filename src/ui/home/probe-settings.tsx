import { counted } from '../../engine/base/counted.ts'
import { useApp, useController } from '../hooks/use-app.ts'
import { ProbePicker } from '../shared/run/probe-picker.tsx'

/** Those of the first benchmark. */
const unknownOptions = 4

/** The passes that follow the next run; none unless chosen. */
export function ProbeSettings() {
  const controller = useController()
  const { probes, dataset } = useApp()
  // Until it is read what it may hold is open.
  const options = dataset.status === 'ready' ? dataset.overview.maxOptions : unknownOptions
  return (
    <details className="probe-settings">
      <summary>
        Probes: {probes.length === 0 ? 'none' : counted(probes.length, 'extra pass', 'extra passes')}
      </summary>
      <p className="field-note">
        Each asks the questions again, with one thing changed, after the run itself. Option order and wrong
        image reuse encoded images where features are kept; spoilt images cost as much as the run. Passes can
        be added to a finished run too, which then tells what each would take.
      </p>
      <ProbePicker chosen={probes} options={options} onChange={chosen => controller.changeProbes(chosen)} />
    </details>
  )
}
