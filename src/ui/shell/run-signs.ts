/**
 * Signs of a run outside the page: progress in the tab's title and icon and on the installed page's icon, a screen lock,
 * and a notification at the end if the user asked for one.
 */
import type { Controller } from '../../app/controller/commands.ts'
import { findStage, isBusy, stageNames } from '../../app/state/stage.ts'
import type { LiveRun } from '../../app/state/state.ts'
import { getPreferences } from '../state/preferences.ts'
import { titleProgress } from '../state/title.ts'
import { count, percent } from '../text/format.ts'

/** Follows the runs of the page while it is open. */
export function showRunSigns(controller: Controller): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel=icon]')
  const plainIcon = link?.href ?? ''
  const screen = new AwakeScreen()
  let wasBusy = false
  let shown: number | null = null

  const look = (): void => {
    const { live, waiting } = controller.getState()
    const busy = live !== null && isBusy(live)
    const part = live && busy && live.total > 0 ? (live.answered + live.failed) / live.total : null
    const whole = part === null ? null : Math.floor(100 * part)
    if (whole !== shown) {
      shown = whole
      titleProgress(whole === null ? null : `${whole}%`)
      if (link) link.href = whole === null ? plainIcon : progressIcon(whole / 100)
      showBadge(whole)
    }
    screen.keep(busy && live.phase !== 'paused')
    if (wasBusy && !busy && live && waiting.length === 0) void notifyEnd(live)
    wasBusy = busy
  }
  controller.subscribe(look)
  look()
}

/** Works only for an installed page on a system with badges. */
function showBadge(value: number | null): void {
  // A refusal is no error: the system decides about badges.
  const badge = value === null ? navigator.clearAppBadge?.() : navigator.setAppBadge?.(value)
  badge?.catch(() => {})
}

/** Only if the user asked for it, and the page is hidden. */
async function notifyEnd(live: LiveRun): Promise<void> {
  if (!getPreferences().notify || !document.hidden || Notification.permission !== 'granted') return
  const { run, answered, failed, total, correct } = live
  const right = answered > 0 ? `, ${percent(correct / answered)} right` : ''
  const body = `${count(answered + failed)} of ${count(total)} questions${right}`
  const title = `${stageNames[findStage(live)]}: ${run.name}`
  const registration = await navigator.serviceWorker?.getRegistration()
  // On phones, only a service worker may show notifications.
  if (registration) await registration.showNotification(title, { body, tag: run.id, icon: './icon-192.png' })
  else new Notification(title, { body, tag: run.id })
}

/** Keeps the screen awake if the browser allows; the browser releases the lock when the page is hidden. */
class AwakeScreen {
  #isWanted = false
  #lock: WakeLockSentinel | null = null
  #isAsking = false

  constructor() {
    document.addEventListener('visibilitychange', () => void this.#renew())
  }

  keep(isWanted: boolean): void {
    if (isWanted === this.#isWanted) return
    this.#isWanted = isWanted
    void this.#renew()
  }

  async #renew(): Promise<void> {
    if (!this.#isWanted) {
      await this.#lock?.release()
      this.#lock = null
      return
    }
    if (document.hidden || this.#isAsking || (this.#lock && !this.#lock.released)) return
    this.#isAsking = true
    // Refused for example when the battery is low. The run continues.
    this.#lock = (await navigator.wakeLock?.request('screen').catch(() => null)) ?? null
    this.#isAsking = false
    if (!this.#isWanted) await this.#renew()
  }
}

/** The page's logo, filled from below by progress, as a data URL for the tab's icon. */
function progressIcon(part: number): string {
  const top = 32 - 32 * Math.min(1, Math.max(0, part))
  const body = 'M16 3 27 9.2V23.4L16 29.6 5 23.4V9.2Z'
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><clipPath id="done"><path d="M0 ${top.toFixed(1)}H32V32H0Z"/></clipPath><path d="${body}" fill="#9aa5ad"/><path d="${body}" fill="#d9642a" clip-path="url(#done)"/></svg>`
  return `data:image/svg+xml,${encodeURIComponent(drawing)}`
}
