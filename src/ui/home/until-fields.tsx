import type { Until } from '../../engine/protocol/run.ts'
import { CheckField, NumberField } from './fields.tsx'

interface Props {
  readonly until: Until
  readonly onChange: (until: Until) => void
}

/** When a run ends by itself before its end. */
export function UntilFields({ until, onChange }: Props) {
  const { width, everySlice, minutes } = until
  return (
    <>
      <NumberField
        label="Stop when known to ±"
        unit="points of accuracy on the whole data set; it can be continued"
        value={width === null ? null : Math.round(100 * width)}
        optional
        none="never"
        most={50}
        onChange={points => onChange({ ...until, width: points === null ? null : points / 100 })}
      />
      {width !== null && (
        <CheckField
          label="Every slice so well"
          note="each task, modality, region and source data set, which takes many more questions"
          checked={everySlice}
          onChange={checked => onChange({ ...until, everySlice: checked })}
        />
      )}
      <NumberField
        label="Stop after"
        unit="minutes of asking; it can be continued"
        value={minutes}
        optional
        none="never"
        onChange={value => onChange({ ...until, minutes: value })}
      />
    </>
  )
}
