import { thinkingOf } from '../../app/run/new-run.ts'
import { usualThoughtTokens } from '../../engine/protocol/settings.ts'
import { useApp, useController } from '../hooks/use-app.ts'
import { CheckField, NumberField } from '../shared/controls/fields.tsx'

/** Whether a model that can think aloud does so, and how long at most; nothing for other models. */
export function ThinkingFields() {
  const { changeSettings } = useController()
  const model = useApp(state => state.model)
  const settings = useApp(state => state.settings)
  if (model.status !== 'ready' || !model.overview.thinks) return null
  const { thinking, thoughtTokens = usualThoughtTokens } = thinkingOf(model.overview, settings)
  return (
    <>
      <CheckField
        label="Think first"
        note="The thought is kept apart from the answer. A thought that does not end counts as no answer."
        checked={thinking === 'on'}
        onChange={value => changeSettings({ thinking: value ? 'on' : 'off' })}
      />
      {thinking === 'on' && (
        <NumberField
          label="Think up to"
          unit="tokens, apart from the answer"
          value={thoughtTokens}
          onChange={value => value !== null && changeSettings({ thoughtTokens: value })}
        />
      )}
    </>
  )
}
