import { pick, useApp, useController } from '../hooks/use-app.ts'
import { ProbePicker } from '../shared/run/probe-picker.tsx'

/** As in MedRCube. */
const unknownOptions = 4

/** The probes after the next run; none by default. */
export function ProbeSettings() {
  const controller = useController()
  const { probes, dataset } = useApp(pick('probes', 'dataset'))

  const options = dataset.status === 'ready' ? dataset.overview.maxOptions : unknownOptions
  return (
    <details className="probe-settings">
      <summary>Probes: {probes.length === 0 ? 'none' : probes.length}</summary>
      <p className="field-note">
        Each probe asks every question again after the run, with one thing changed. A probe of corrupted
        images takes as long as the run. You can also add probes to a finished run.
      </p>
      <ProbePicker chosen={probes} options={options} onChange={chosen => controller.changeProbes(chosen)} />
    </details>
  )
}
