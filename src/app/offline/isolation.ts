/** What is known of a page when it opens. */
export interface OpeningFacts {
  /** Cross-origin isolated: WebAssembly may have threads. */
  readonly isIsolated: boolean
  /** HTTPS, or this machine's own address: without it browsers withhold most of what the page needs. */
  readonly isSecure: boolean
  readonly hasServiceWorkers: boolean
  /** A service worker answered for the host already. */
  readonly isControlled: boolean
  /** This tab was loaded once more for it already. */
  readonly hasReloaded: boolean
}

/**
 * How a page goes on that has just been opened. A host that sends no headers gives a page without threads, and workers
 * without a policy; the service worker mends both, but only for pages loaded after it is there. So the first page waits
 * for it before it starts any thread, and is loaded once more: once a tab, whatever comes of it.
 */
export function howToOpen(facts: OpeningFacts): 'start' | 'reload when there is a service worker' | 'refuse' {
  const { isIsolated, isSecure, hasServiceWorkers, isControlled, hasReloaded } = facts
  if (!isSecure) return 'refuse'
  if (isIsolated || !hasServiceWorkers || isControlled || hasReloaded) return 'start'
  return 'reload when there is a service worker'
}

/** Kept for the tab alone. */
const mark = 'voxelwise:reloaded'

/** Milliseconds that a first visit waits for the service worker: it fetches the page's own three megabytes first. */
const timeoutMs = 60_000

/**
 * Sees to it that the page may start.
 * @returns false where it must not: it is being loaded anew
 * @throws Error where the page cannot work under this address at all, in words for the user
 */
export async function readyToStart(
  register: () => Promise<ServiceWorkerRegistration | null>,
): Promise<boolean> {
  const how = howToOpen({
    isIsolated: self.crossOriginIsolated === true,
    isSecure: isSecureContext,
    hasServiceWorkers: 'serviceWorker' in navigator,
    isControlled: Boolean(navigator.serviceWorker?.controller),
    hasReloaded: hasReloaded(),
  })
  if (how === 'refuse')
    throw new Error(
      `Browsers give a page at ${location.origin} neither storage nor checksums. Open it under https, or at localhost on the machine that serves it.`,
    )
  if (how === 'start') {
    if (self.crossOriginIsolated) forgetReload()
    return true
  }
  if (!(await isActive(register))) return true
  sessionStorage.setItem(mark, 'yes')
  location.reload()
  return false
}

/** Where nothing may be kept, a second loading would not be known as such: it counts as done. */
function hasReloaded(): boolean {
  try {
    return sessionStorage.getItem(mark) !== null
  } catch {
    return true
  }
}

function forgetReload(): void {
  try {
    sessionStorage.removeItem(mark)
  } catch {
    // Nothing was kept, then.
  }
}

async function isActive(register: () => Promise<ServiceWorkerRegistration | null>): Promise<boolean> {
  const registration = await register()
  const worker = registration?.active ?? registration?.waiting ?? registration?.installing
  if (!worker) return false
  const settled = new Promise<boolean>(resolve => {
    const look = (): void => {
      if (worker.state === 'activated') resolve(true)
      if (worker.state === 'redundant') resolve(false)
    }
    worker.addEventListener('statechange', look)
    look()
  })
  return Promise.race([settled, new Promise<boolean>(resolve => setTimeout(resolve, timeoutMs, false))])
}
