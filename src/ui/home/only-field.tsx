import { useId, useState } from 'react'
import type { DatasetOverview } from '../../data/formats/dataset-overview.ts'
import { counted } from '../../engine/base/counted.ts'
import {
  choicesText,
  type KnownValues,
  type Selection,
  typedChoices,
} from '../../engine/protocol/selection.ts'
import { useApp, useController } from '../hooks/use-app.ts'
import { SmallButton } from '../shared/controls/button.tsx'
import { count } from '../text/format.ts'

interface Props {
  readonly selection: Selection | null
  /** How many questions it has; null until they are counted. */
  readonly selected: number | null
  /** The data set; null while none is open. */
  readonly overview: DatasetOverview | null
}

/** Which questions are asked: by their fields, and by listed ids. What is typed counts at once. */
export function OnlyField({ selection, selected, overview }: Props) {
  const controller = useController()
  const unread = useApp(state => state.unreadFilter)
  const id = useId()
  const [draft, setDraft] = useState<string | null>(null)
  const { where = [], ids = null } = selection ?? {}
  const text = draft ?? unread ?? choicesText(where)
  const change = (typed: string) => {
    setDraft(typed)
    const read = typed.trim() === '' ? [] : typedChoices(typed, knownValues(overview))
    if (read) controller.selectOnly(read.length > 0 || ids ? { where: read, ids } : null)
    else controller.noteUnreadFilter(typed)
  }
  return (
    <div className="field only-field">
      <label htmlFor={id}>Ask only</label>
      <input
        id={id}
        value={text}
        list={`${id}-values`}
        placeholder="all, or CT"
        aria-invalid={unread !== null}
        aria-describedby={`${id}-note`}
        onChange={event => change(event.target.value)}
        onBlur={() => setDraft(null)}
        onKeyDown={event => event.key === 'Enter' && setDraft(null)}
      />
      <datalist id={`${id}-values`}>
        {suggestions(overview).map(([value, n]) => (
          <option key={value} value={value}>
            {counted(n, 'question')}
          </option>
        ))}
      </datalist>
      <p id={`${id}-note`} className="note">
        {unread === null
          ? selection &&
            overview &&
            (selected === null
              ? 'Counting…'
              : `${count(selected)} of ${counted(overview.counts.loaded, 'question')}`)
          : 'Write values such as CT, or field=value, separated by commas.'}
      </p>
      {ids && (
        <p className="note">
          {counted(ids.length, 'listed question')}.{' '}
          <SmallButton onClick={() => controller.selectOnly(where.length > 0 ? { where, ids: null } : null)}>
            Remove the list
          </SmallButton>
        </p>
      )}
    </div>
  )
}

/** Suggested at most: browsers show a few of them at a time. */
const mostSuggested = 200

const suggestions = (overview: DatasetOverview | null): readonly (readonly [string, number])[] => {
  const { modality, parts, task } = valuesIn(overview)
  return Object.entries({ modality, region: parts, task })
    .flatMap(([field, values]) => values.map(([value, n]) => [`${field}=${value}`, n] as const))
    .slice(0, mostSuggested)
}

/** Values that can be typed without their field, with their questions. */
const valuesIn = (overview: DatasetOverview | null) => ({
  modality: overview?.modalities ?? [],
  parts: overview?.parts ?? [],
  task: overview?.tasks ?? [],
})

function knownValues(overview: DatasetOverview | null): KnownValues {
  const labelNames = (values: DatasetOverview['tasks']) => values.map(([value]) => value)
  const { modality, parts, task } = valuesIn(overview)
  return { modality: labelNames(modality), parts: labelNames(parts), task: labelNames(task) }
}
