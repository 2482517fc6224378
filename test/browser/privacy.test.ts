/** Nothing leaves the machine: what the page asks for, and what the browser would refuse it. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page, Worker } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exportAll, reach, runToEnd, startRun } from './harness/drive.ts'
import { launchPage, type Opened } from './harness/page.ts'

let opened: Opened
/** Another origin on this machine, which welcomes everyone: a request that went out would arrive. */
let elsewhere: Server
const arrived: string[] = []

const address = (): string => `http://localhost:${(elsewhere.address() as AddressInfo).port}`

beforeAll(async () => {
  elsewhere = createServer((request, response) => {
    arrived.push(request.url ?? '')
    response.writeHead(200, {
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    })
    response.end('hello')
  })
  await new Promise<void>(resolve => elsewhere.listen(0, resolve))
  opened = await launchPage()
})

afterAll(async () => {
  await opened.close()
  elsewhere.close()
})

test('no request leaves the origin while a model is loaded, run and exported', async () => {
  const { page, origin, requests, errors } = opened
  await runToEnd(page, { limit: 3, maxNewTokens: 2 })
  await exportAll(page)
  const paths = requests.map(url => (url.startsWith('blob:') ? url.slice(5) : url))
  // The list does see workers: it has what only they ask for.
  expect(paths.some(url => url.endsWith('.wasm'))).toBe(true)
  expect(paths.some(url => url.includes('/models/phantom-vlm/onnx/'))).toBe(true)
  expect(paths.filter(url => !url.startsWith(`${origin}/`))).toEqual([])
  expect(errors).toEqual([])
})

test('the policy is in the headers of page and workers, and in the page itself', async () => {
  const { page, origin } = opened
  const scripts = page.workers().map(worker => worker.url())
  for (const url of [`${origin}/`, `${origin}/headless.html`, ...scripts]) {
    const { headers } = await fetch(url)
    expect(headers.get('content-security-policy'), url).toMatch(
      /^default-src 'none';.* connect-src 'self' blob:;.* form-action 'none'/,
    )
    expect(headers.get('x-content-type-options'), url).toBe('nosniff')
    expect(headers.get('referrer-policy'), url).toBe('no-referrer')
    expect(headers.get('access-control-allow-origin'), url).toBe(null)
  }
  const own = await page.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute('content')
  expect(own).toMatch(/^default-src 'none';.* connect-src 'self' blob:;/)
  await expect.poll(() => page.locator('meta[name=referrer]').getAttribute('content')).toBe('no-referrer')
})

/** Tries to reach an address; tells whether it went, and which rule of the policy was broken. */
function reachOut(where: Page | Worker, url: string): Promise<{ went: boolean; broken: string | null }> {
  return (where as Page).evaluate(async address => {
    const broken = new Promise<string | null>(resolve => {
      self.addEventListener('securitypolicyviolation', event => resolve(event.effectiveDirective), {
        once: true,
      })
      setTimeout(resolve, 20_000, null)
    })
    const went = await fetch(address).then(
      () => true,
      () => false,
    )
    return { went, broken: await broken }
  }, url)
}

test('the browser refuses the page and every worker a way out', async () => {
  const { page } = opened
  await page.reload()
  const refused = { went: false, broken: 'connect-src' }
  for (const place of [page, ...(await pausedWorkers(page))]) {
    expect(await reachOut(place, 'https://example.org/')).toEqual(refused)
    expect(await reachOut(place, `${address()}/fetch`)).toEqual(refused)
  }
  await page.evaluate(base => {
    const add = <Name extends keyof HTMLElementTagNameMap>(name: Name, fields: object) =>
      document.body.appendChild(Object.assign(document.createElement(name), fields))
    add('img', { src: `${base}/image` })
    add('script', { src: `${base}/script.js` })
    add('link', { rel: 'stylesheet', href: `${base}/style` })
    add('iframe', { src: `${base}/frame` })
    navigator.sendBeacon(`${base}/beacon`)
  }, address())
  await page.waitForTimeout(500)
  expect(arrived).toEqual([])
})

test('the page is isolated, and WebAssembly has all the cores', async () => {
  const { page } = opened
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true)
  const countThreads = (worker: Worker) =>
    worker.evaluate(
      key => (Reflect.get(globalThis, Symbol.for(key))?.env.wasm.numThreads ?? 0) as number,
      'onnxruntime',
    )
  // A second copy of the model may still be loading.
  await expect
    .poll(async () => {
      const models = page.workers().filter(one => one.url().includes('/run.worker'))
      return (await Promise.all(models.map(countThreads))).reduce((sum, threads) => sum + threads, 0)
    })
    .toBe(await page.evaluate(() => navigator.hardwareConcurrency))
  await page.getByRole('button', { name: 'Stop' }).click()
  await reach(page, 'Stopped')
})

/** Begins a run and pauses it, so that all workers are there and idle. */
async function pausedWorkers(page: Page): Promise<readonly Worker[]> {
  await startRun(page, { limit: 800, maxNewTokens: 2 })
  await page.getByRole('button', { name: 'Pause' }).click()
  await reach(page, 'Paused')
  const own = ['data', 'results', 'prepare', 'run'].map(name => `/assets/${name}.worker`)
  const workers = own.map(start =>
    page.workers().find(worker => new URL(worker.url()).pathname.startsWith(start)),
  )
  expect(workers).not.toContain(undefined)
  return workers.filter(worker => worker !== undefined)
}
