import type { Until } from '../../engine/protocol/settings.ts'
import { CheckField, ChoiceField, NumberField } from '../shared/controls/fields.tsx'
import type { SelectOption } from '../text/choices.ts'

interface Props {
  readonly until: Until
  /** Finished runs on the same data set. */
  readonly runs: readonly SelectOption<string>[]
  readonly onChange: (until: Until) => void
}

/** When a run stops before its last question. */
export function UntilFields({ until, runs, onChange }: Props) {
  const { width, everySlice, minutes, against } = until
  return (
    <>
      <NumberField
        label="Stop at ±"
        unit="percentage points of overall accuracy"
        value={width === null ? null : Math.round(100 * width)}
        optional
        none="never"
        most={50}
        onChange={points => onChange({ ...until, width: points === null ? null : points / 100 })}
      />
      {width !== null && (
        <CheckField
          label="Apply to every subgroup"
          note="each task, modality, region and data set"
          checked={everySlice}
          onChange={checked => onChange({ ...until, everySlice: checked })}
        />
      )}
      <NumberField
        label="Stop after"
        unit="minutes"
        value={minutes}
        optional
        none="never"
        onChange={value => onChange({ ...until, minutes: value })}
      />
      {runs.length > 0 && (
        <ChoiceField
          label="Compare with"
          value={runs.some(({ value }) => value === against) ? (against ?? '') : ''}
          choices={[{ value: '', name: 'No run', text: 'No run', reason: null }, ...runs]}
          onChange={id => onChange({ ...until, against: id === '' ? null : id })}
        />
      )}
      {runs.length > 0 && against !== null && (
        <p className="field-note">
          Stops once one run is clearly more accurate. The other run’s answers are used to narrow the
          estimate.
        </p>
      )}
    </>
  )
}
