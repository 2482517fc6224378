import { useState } from 'react'
import { changePreferences, usePreferences } from '../state/preferences.ts'

/** Turns on a notification at the end of a run; the browser asks for permission once. */
export function NotifyChoice() {
  const { notify } = usePreferences()
  const [isRefused, setRefused] = useState(false)
  if (!('Notification' in globalThis)) return null
  const change = async (wanted: boolean): Promise<void> => {
    const allowed = wanted && (await Notification.requestPermission()) === 'granted'
    setRefused(wanted && !allowed)
    changePreferences({ notify: allowed })
  }
  return (
    <div className="notify">
      <label className="check">
        <input
          type="checkbox"
          checked={notify && Notification.permission === 'granted'}
          onChange={event => void change(event.target.checked)}
        />
        Notify me when the run ends
      </label>
      {isRefused && (
        <p className="muted" role="status">
          The browser blocks notifications from this page. Allow them in its site settings.
        </p>
      )}
    </div>
  )
}
