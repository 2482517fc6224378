import { useState } from 'react'
import { changePreferences, usePreferences } from '../state/preferences.ts'

/** Whether a notification tells of a run's end while one looks elsewhere; the browser asks once. */
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
        Tell me when it ends
      </label>
      {isRefused && (
        <p className="muted" role="status">
          The browser does not allow this page notifications: its settings for this site say why.
        </p>
      )}
    </div>
  )
}
