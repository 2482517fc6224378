/** Types that only service workers have: separate from the DOM's types. */
interface ServiceWorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}

interface ServiceWorkerFetchEvent extends ServiceWorkerEvent {
  readonly request: Request
  respondWith(response: Response | Promise<Response>): void
}

interface ServiceWorkerMessageEvent extends ServiceWorkerEvent {
  readonly data: unknown
  readonly ports: readonly MessagePort[]
}

interface ServiceWorkerScope {
  readonly registration: ServiceWorkerRegistration
  readonly clients: {
    claim(): Promise<void>
    matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<readonly unknown[]>
  }
  skipWaiting(): Promise<void>
  addEventListener(type: 'install' | 'activate', listener: (event: ServiceWorkerEvent) => void): void
  addEventListener(type: 'fetch', listener: (event: ServiceWorkerFetchEvent) => void): void
  addEventListener(type: 'message', listener: (event: ServiceWorkerMessageEvent) => void): void
}

/** Written in by `build/service-worker.ts`. */
declare const __RELEASE__: import('./release.ts').Release
