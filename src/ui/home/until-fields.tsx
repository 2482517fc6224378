import type { Until } from '../../engine/protocol/settings.ts'
import { CheckField, ChoiceField, OptionalNumberField } from '../shared/controls/fields.tsx'
import type { SelectOption } from '../text/choices.ts'
import type { withoutEffect } from './steps.ts'

interface Props {
  readonly until: Until
  /** Finished runs on the same data set. */
  readonly runs: readonly SelectOption<string>[]
  readonly off: ReturnType<typeof withoutEffect>
  readonly onChange: (until: Until) => void
}

const decidedNote =
  'Stops once one run is clearly more accurate. The other run’s answers are used to narrow the estimate.'

/** When a run stops before its last question. */
export function UntilFields({ until, runs, off, onChange }: Props) {
  const { width, everySlice, minutes, against } = until
  return (
    <>
      <OptionalNumberField
        label="Stop at ±"
        unit="percentage points of overall accuracy"
        value={width === null ? null : Math.round(100 * width)}
        none="never"
        most={50}
        onChange={points => onChange({ ...until, width: points === null ? null : points / 100 })}
      />
      <CheckField
        label="Apply to every subgroup"
        note="each task, modality, region and data set"
        value={everySlice}
        off={off.everySlice}
        onChange={checked => onChange({ ...until, everySlice: checked })}
      />
      <OptionalNumberField
        label="Stop after"
        unit="minutes"
        value={minutes}
        none="never"
        onChange={value => onChange({ ...until, minutes: value })}
      />
      <ChoiceField
        label="Compare with"
        value={runs.some(({ value }) => value === against) ? (against ?? '') : ''}
        choices={[{ value: '', text: 'No run' }, ...runs]}
        note={against === null ? undefined : decidedNote}
        off={off.against}
        onChange={id => onChange({ ...until, against: id === '' ? null : id })}
      />
    </>
  )
}
