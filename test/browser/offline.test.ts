/**
 * The page on a host that sends no headers, without any host, and beside a newer version of itself.
 * @module-tag wide
 */
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page, Worker } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeServiceWorker } from '../../build/service-worker.ts'
import { BareServer } from './harness/bare-server.ts'
import { openResults, reach, readyToRun, startRun, waitForDone } from './harness/drive.ts'
import { launchPage, type Opened, removeFolder, temporaryFolder } from './harness/page.ts'

const base = '/pages/voxelwise/'
let folder: string
let server: BareServer
let opened: Opened
let page: Page

beforeAll(async () => {
  folder = temporaryFolder('released')
  cpSync('dist', folder, { recursive: true })
  server = new BareServer(folder, base)
  await server.start()
  opened = await launchPage({ origin: server.origin, path: base.slice(1), serviceWorkers: 'allow' })
  page = opened.page
})

afterAll(async () => {
  await opened.close()
  await server.stop()
  removeFolder(folder)
})

const keepOffline = () => page.getByRole('button', { name: 'Save for offline use' }).click()
const kept = () => page.getByText(/^Available offline/).waitFor({ timeout: 60_000 })
const offer = () => page.getByRole('region', { name: 'New version' })

/** Threads of ONNX Runtime in all copies of the model. */
async function threads(): Promise<number> {
  const models = page.workers().filter(one => one.url().includes('/run.worker'))
  const counts = await Promise.all(
    models.map(model =>
      model.evaluate(
        key => (Reflect.get(globalThis, Symbol.for(key))?.env.wasm.numThreads ?? 0) as number,
        'onnxruntime',
      ),
    ),
  )
  return counts.reduce((sum, count) => sum + count, 0)
}

/** Which rule of the policy forbids a place to ask another origin. */
const forbidden = (where: Page | Worker): Promise<string> =>
  (where as Page).evaluate(async () => {
    const broken = new Promise<string>(resolve => {
      self.addEventListener('securitypolicyviolation', event => resolve(event.effectiveDirective), {
        once: true,
      })
      setTimeout(resolve, 20_000, 'none')
    })
    await fetch('https://example.org/').catch(() => {})
    return broken
  })

test('on a host without headers it is isolated after one reload, with threads and its policy', async () => {
  await readyToRun(page)
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true)
  expect(page.url()).toBe(`${server.origin}${base}`)
  await keepOffline()
  await kept()
  // The first page, and the fetch of the service worker; the second page came from its cache.
  expect(server.asked.filter(path => path === base).length).toBe(2)
  expect(await forbidden(page)).toBe('connect-src')
  for (const worker of page.workers()) expect(await forbidden(worker)).toBe('connect-src')
  const elsewhere = opened.requests.filter(url => !/^(blob:)?http:\/\/localhost:/.test(url))
  // Asked for by this test, and refused.
  expect(elsewhere.filter(url => url !== 'https://example.org/')).toEqual([])
})

test('without its server it opens, lists its demo and runs it on all cores', async () => {
  await server.stop()
  const before = performance.now()
  await page.reload()
  await readyToRun(page)
  // A bound against waiting for a host that is not there; `docs/hosting.md` has the figure.
  expect(performance.now() - before).toBeLessThan(60_000)
  await page.getByText('1,560').first().waitFor()
  await startRun(page, { limit: 200 })
  await waitForDone(page, 20)
  // Its threads are gone when it has ended. A second copy of the model may still be loading.
  await page.getByRole('button', { name: 'Pause' }).click()
  await reach(page, 'Paused')
  await expect.poll(threads).toBe(await page.evaluate(() => navigator.hardwareConcurrency))
  await page.getByRole('button', { name: 'Resume' }).click()
  await reach(page, 'Done')
  await openResults(page)
  const image = await page.evaluate(async () => {
    const answer = await fetch('datasets/phantom-cube/files.json', { headers: { range: 'bytes=0-9' } })
    return { status: answer.status, length: (await answer.arrayBuffer()).byteLength }
  })
  expect(image).toEqual({ status: 206, length: 10 })
})

test('a newer version is offered, used only on request, and never during a run', async () => {
  const title = 'A newer Voxelwise'
  const html = readFileSync(join(folder, 'index.html'), 'utf8')
  writeFileSync(join(folder, 'index.html'), html.replace('<body>', `<body data-version="${title}">`))
  await writeServiceWorker(folder)
  await server.start()
  const shown = () => page.evaluate(() => document.body.dataset.version ?? null)

  await page.goto(`${server.origin}${base}`)
  await offer().waitFor({ timeout: 60_000 })
  expect(await shown()).toBe(null)
  // Browsers let a waiting worker take over when its last page is closed: what is shown stays.
  await page.close()
  page = await opened.context.newPage()
  await page.goto(`${server.origin}${base}`)
  await offer().waitFor()
  expect(await shown()).toBe(null)

  // One that stands still is under way, too, and cannot end before the other tab was opened.
  await startRun(page, { limit: 1500 })
  await page.getByRole('button', { name: 'Pause' }).click()
  await reach(page, 'Paused')
  await expect.poll(() => offer().getByRole('button').isDisabled()).toBe(true)
  const other = await opened.context.newPage()
  await other.goto(`${server.origin}${base}`)
  await other.getByRole('button', { name: 'Update and reload' }).click()
  await other.getByText('A run is active, here or in another tab.').waitFor()
  await other.close()
  await page.getByRole('button', { name: 'Stop' }).click()
  await reach(page, 'Stopped')

  await offer().getByRole('button').click()
  await page.waitForFunction(text => document.body?.dataset.version === text, title)
  await kept()
  await expect.poll(() => offer().count()).toBe(0)
  await expect.poll(() => page.evaluate(() => caches.keys()), { timeout: 60_000 }).toHaveLength(2)
  // The first test had its own requests refused.
  expect(opened.errors.filter(text => !text.includes('https://example.org/'))).toEqual([])
})
