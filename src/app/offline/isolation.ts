import type { OfflineAnswer, OfflineRequest, OfflineStatus } from '../../offline/release.ts'

export interface OpeningFacts {
  /** Cross-origin isolated: WebAssembly may have threads. */
  readonly isIsolated: boolean
  /** HTTPS, or this machine's own address: otherwise browsers withhold most of what the page needs. */
  readonly isSecure: boolean
  readonly hasServiceWorkers: boolean
  /** A service worker answered for the host already. */
  readonly isControlled: boolean
  /** This tab was already reloaded for it. */
  readonly hasReloaded: boolean
}

/**
 * How a newly opened page continues. A host that sends no headers gives a page without threads, and workers without a
 * policy. The service worker repairs both, but only for pages loaded after its installation. So the first page waits
 * for it before it starts any thread, and is reloaded: once per tab, whatever the result.
 */
export function howToOpen(facts: OpeningFacts): 'start' | 'reload when there is a service worker' | 'refuse' {
  const { isIsolated, isSecure, hasServiceWorkers, isControlled, hasReloaded } = facts
  if (!isSecure) return 'refuse'
  if (isIsolated || !hasServiceWorkers || isControlled || hasReloaded) return 'start'
  return 'reload when there is a service worker'
}

/** Stored for the tab only. */
const mark = 'voxelwise:reloaded'

/** Milliseconds that a first visit waits for the service worker: it fetches the page's own three megabytes first. */
const timeoutMs = 60_000

/** @returns false if the page is being reloaded @throws Error in words for the user, if it cannot work under this address */
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

/** If nothing may be stored, a second load would not be recognised: it counts as done. */
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
    // Then nothing was stored.
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

/** Installs the built page's service worker, or finds it; null where the browser has none for this page. */
export async function registerServiceWorker(): Promise<ServiceWorkerRegistration | null> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return null
  try {
    await navigator.serviceWorker.register(new URL('service-worker.js', document.baseURI))
    return (await navigator.serviceWorker.getRegistration()) ?? null
  } catch {
    // Refused by the browser, or not sent by the host: without it the page works as long as the host answers.
    return null
  }
}

/** @throws Error saying what hindered it */
export function ask(worker: ServiceWorker, request: OfflineRequest): Promise<OfflineStatus> {
  return new Promise((resolve, reject) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = ({ data }: MessageEvent<OfflineAnswer>) => {
      port1.close()
      if ('status' in data) resolve(data.status)
      else reject(new Error(data.failed))
    }
    worker.postMessage(request, [port2])
  })
}
