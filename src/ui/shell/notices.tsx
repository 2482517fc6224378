import { useApp, useController } from '../hooks/use-app.ts'
import { ErrorBox } from '../shared/controls/error-box.tsx'

/** Errors without a place of their own, announced when they appear and dismissed by the user. */
export function Notices() {
  const controller = useController()
  const notices = useApp(state => state.notices)
  return (
    <section className="notices" aria-label="Notices" aria-live="polite">
      {notices.map(({ id, error }) => (
        <ErrorBox key={id} error={error}>
          <button type="button" className="button small" onClick={() => controller.dismiss(id)}>
            Dismiss
          </button>
        </ErrorBox>
      ))}
    </section>
  )
}
