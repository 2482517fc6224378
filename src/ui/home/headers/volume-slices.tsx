import { useState } from 'react'
import type { DatasetOverview } from '../../../data/formats/dataset-overview.ts'
import { mostSlices, type Plane, planes, readSliceRule } from '../../../data/sources/part-reference.ts'
import { useController } from '../../hooks/use-app.ts'
import { ChoiceField, NumberField } from '../../shared/controls/fields.tsx'

/** Which slices a question has of a volume of which it names none. The data set is read again with them. */
export function VolumeSlices({ slices, volumes }: DatasetOverview) {
  const controller = useController()
  const rule = slices === undefined ? null : readSliceRule(slices)
  const [count, setCount] = useState(rule?.slices ?? null)
  const [axis, setAxis] = useState<Plane>(rule?.axis ?? 'axial')
  if (!volumes && rule === null) return null
  const chosen = count === null ? null : `${count}:${axis}`
  return (
    <div className="settings">
      <NumberField
        label="Slices per volume"
        unit="evenly spread, where a question names none"
        value={count}
        optional
        none="as named"
        most={mostSlices}
        onChange={setCount}
      />
      <ChoiceField
        label="Axis of NIfTI volumes"
        value={axis}
        choices={planes.map(plane => ({ value: plane, name: plane, text: plane, reason: null }))}
        onChange={setAxis}
      />
      <button
        type="button"
        className="button"
        disabled={chosen === (rule && `${rule.slices}:${rule.axis}`)}
        onClick={() => void controller.chooseSlices(chosen)}
      >
        Read with these slices
      </button>
    </div>
  )
}
