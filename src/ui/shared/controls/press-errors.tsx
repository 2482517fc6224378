import { useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { Observable } from '../../../app/state/store.ts'
import { useApp, useController } from '../../hooks/use-app.ts'
import { SmallButton } from './button.tsx'
import { ErrorBox } from './error-box.tsx'

/** Presses whose errors have a place in the view that is open, as in `Notice`. */
const places = new Observable<ReadonlySet<string>>(new Set())

/** Presses whose errors stand beside their buttons. The notices at the top show the others. */
export const usePressesWithPlace = (): ReadonlySet<string> =>
  useSyncExternalStore(places.subscribe, places.get)

/** What a press led to, beside its button. A new error gets the focus; all are dismissed with the view. */
export function PressErrors({ press }: { readonly press: string }) {
  const controller = useController()
  const notices = useApp(state => state.notices)
  const pressNotices = notices.filter(notice => notice.press === press)
  const newest = pressNotices.at(-1)?.id
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    places.set(new Set([...places.get(), press]))
    return () => {
      places.set(new Set([...places.get()].filter(other => other !== press)))
      for (const { id, press: of } of controller.getState().notices) if (of === press) controller.dismiss(id)
    }
  }, [controller, press])
  useLayoutEffect(() => {
    if (newest !== undefined) box.current?.focus()
  }, [newest])
  if (pressNotices.length === 0) return null
  return (
    <div ref={box} className="column whole press-errors" role="alert" tabIndex={-1}>
      {pressNotices.map(({ id, error }) => (
        <ErrorBox key={id} error={error}>
          <SmallButton onClick={() => controller.dismiss(id)}>Dismiss</SmallButton>
        </ErrorBox>
      ))}
    </div>
  )
}
