/**
 * Answers in place of the host of the built page, from the browser's cache, with the headers that isolate the page and
 * forbid every other origin (docs/hosting.md).
 */

import { requestedRange } from '../engine/base/byte-range.ts'
import { errorMessage } from '../engine/base/errors.ts'
import { runtimeFacts } from '../engine/base/ort-build.ts'
import { KeptVersions, neededFiles, pathBelow } from './kept-versions.ts'
import type { OfflineAnswer, OfflineRequest } from './release.ts'

const worker = self as unknown as ServiceWorkerScope
const { scope } = worker.registration
const facts = { ...runtimeFacts(), hasWebGpu: 'gpu' in navigator }
const release = __RELEASE__
const versions = new KeptVersions(release, neededFiles(release.files, facts), scope)

worker.addEventListener('install', event => {
  // It takes over immediately, since that does not change what is shown.
  event.waitUntil(versions.install().then(() => worker.skipWaiting()))
})

worker.addEventListener('activate', event => event.waitUntil(worker.clients.claim()))

worker.addEventListener('fetch', event => {
  const { request } = event
  const { origin } = new URL(request.url)
  // The policy forbids it already, but a worker of the first visit to a host without headers has none.
  if (origin !== new URL(scope).origin) return event.respondWith(Response.error())
  const path = pathBelow(scope, request.url)
  // Files that a local server serves from a folder, or forwards from a model server, are not the page's.
  if (request.method !== 'GET' || path === null || /^(?:served|model-server)\//.test(path)) return
  const kept = () => answer(path, request)
  // The kept copy would hide the devices of a local server.
  event.respondWith(path === 'local-runtime.json' ? fetch(request).catch(kept) : kept())
})

async function answer(path: string, request: Request): Promise<Response> {
  const kept = await versions.answer(path)
  if (!kept) return fetch(request)
  const header = request.headers.get('range')
  return header === null ? kept : partialResponse(kept, header)
}

async function partialResponse(whole: Response, header: string): Promise<Response> {
  const blob = await whole.blob()
  const range = requestedRange(header, blob.size)
  const headers = new Headers(whole.headers)
  if (range === null) {
    headers.set('content-range', `bytes */${blob.size}`)
    headers.set('content-length', '0')
    return new Response(null, { status: 416, headers })
  }
  const { start, end } = range
  headers.set('content-range', `bytes ${start}-${end - 1}/${blob.size}`)
  headers.set('content-length', String(end - start))
  return new Response(blob.slice(start, end), { status: 206, headers })
}

worker.addEventListener('message', event => {
  const [port] = event.ports
  if (!port) return
  event.waitUntil(
    obey(event.data as OfflineRequest).then(
      answer => port.postMessage(answer),
      thrown => port.postMessage({ failed: errorMessage(thrown) }),
    ),
  )
})

async function obey(request: OfflineRequest): Promise<OfflineAnswer> {
  if (request === 'take') {
    await versions.take()
    // The other worker may be busy for long: it shows the same version from now on, so nobody waits for it.
    void worker.skipWaiting()
  }
  if (request === 'keep') await versions.keepAll()
  // What another worker is about to keep is not known here.
  const { installing, waiting } = worker.registration
  const windows = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (!installing && !waiting && windows.length <= 1) await versions.tidy()
  return { status: await versions.status() }
}
