/**
 * What a run under way shows beside the page itself: how far it is in the tab's title and icon and on the installed
 * page's icon, a screen that stays awake, and a notification at its end where the user wished for one.
 */
import type { Controller } from '../../app/controller/controller-api.ts'
import { isBusy, stageNames, stageOf } from '../../app/state/stage.ts'
import type { LiveRun } from '../../app/state/state.ts'
import { getPreferences } from '../state/preferences.ts'
import { titleProgress } from '../state/title.ts'
import { count, percent } from '../text/format.ts'
import { progressIcon } from './progress-icon.ts'

/** Follows the runs of a page for as long as it is open. */
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
    if (wasBusy && !busy && live && waiting.length === 0) void tellEnd(live)
    wasBusy = busy
  }
  controller.subscribe(look)
  look()
}

/** Where the page is installed and the system has badges. */
function showBadge(value: number | null): void {
  // Whether there is anything to put a badge on is the system's matter, and no error.
  const badge = value === null ? navigator.clearAppBadge?.() : navigator.setAppBadge?.(value)
  badge?.catch(() => {})
}

/** Only where the user wished for it, and looks elsewhere. */
async function tellEnd(live: LiveRun): Promise<void> {
  if (!getPreferences().notify || !document.hidden || Notification.permission !== 'granted') return
  const { run, answered, failed, total, correct } = live
  const right = answered > 0 ? `, ${percent(correct / answered)} right` : ''
  const body = `${count(answered + failed)} of ${count(total)} questions${right}`
  const title = `${stageNames[stageOf(live)]}: ${run.name}`
  const registration = await navigator.serviceWorker?.getRegistration()
  // Phones allow it to a service worker only.
  if (registration) await registration.showNotification(title, { body, tag: run.id, icon: './icon-192.png' })
  else new Notification(title, { body, tag: run.id })
}

/** Keeps the screen awake, where the browser allows it; it lets go whenever the page is hidden. */
class AwakeScreen {
  #wanted = false
  #lock: WakeLockSentinel | null = null
  #asking = false

  constructor() {
    document.addEventListener('visibilitychange', () => void this.#renew())
  }

  keep(wanted: boolean): void {
    if (wanted === this.#wanted) return
    this.#wanted = wanted
    void this.#renew()
  }

  async #renew(): Promise<void> {
    if (!this.#wanted) {
      await this.#lock?.release()
      this.#lock = null
      return
    }
    if (document.hidden || this.#asking || (this.#lock && !this.#lock.released)) return
    this.#asking = true
    // Refused where the battery is low, for instance: the run goes on, and so does the system's own rule.
    this.#lock = (await navigator.wakeLock?.request('screen').catch(() => null)) ?? null
    this.#asking = false
    if (!this.#wanted) await this.#renew()
  }
}
