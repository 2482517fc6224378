import { useId, useState } from 'react'
import { counted } from '../../engine/base/counted.ts'
import { choicesText, readChoices, type Selection } from '../../engine/protocol/selection.ts'
import { useController } from '../hooks/use-app.ts'
import { SmallButton } from '../shared/controls/button.tsx'
import { count } from '../text/format.ts'

interface Props {
  readonly selection: Selection | null
  /** How many questions it has; null until they are counted. */
  readonly selected: number | null
  /** Questions of the data set; null while none is open. */
  readonly loaded: number | null
}

/** Which questions are asked: by their fields, and by listed ids. */
export function OnlyField({ selection, selected, loaded }: Props) {
  const controller = useController()
  const id = useId()
  const [draft, setDraft] = useState<string | null>(null)
  const { where = [], ids = null } = selection ?? {}
  const text = draft ?? choicesText(where)
  const read = text.trim() === '' ? [] : readChoices(text)
  const commit = () => {
    if (!read) return
    controller.selectOnly(read.length > 0 || ids ? { where: read, ids } : null)
    setDraft(null)
  }
  return (
    <div className="field only-field">
      <label htmlFor={id}>Ask only</label>
      <input
        id={id}
        value={text}
        placeholder="all, or modality=CT"
        aria-invalid={!read}
        aria-describedby={`${id}-note`}
        onChange={event => setDraft(event.target.value)}
        onBlur={commit}
        onKeyDown={event => event.key === 'Enter' && commit()}
      />
      <p id={`${id}-note`} className="note">
        {read
          ? selection &&
            loaded !== null &&
            (selected === null ? 'Counting…' : `${count(selected)} of ${counted(loaded, 'question')}`)
          : 'Write field=value, separated by commas.'}
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
