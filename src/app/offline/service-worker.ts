import type { OfflineAnswer, OfflineRequest, OfflineStatus } from '../../offline/release.ts'

/**
 * Has the built page's service worker installed, or finds it.
 * @returns null where the browser has none for this page: a private window, some settings, the page under development
 */
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
