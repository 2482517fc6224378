import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Server, servePage } from '../../src/cli/serve/serve.ts'
import { openPage } from './harness/page.ts'

/** Bytes that `npm start` sends for the first view, before any thread starts. */
const most = 250_000

let server: Server
beforeAll(async () => {
  server = await servePage([])
})
afterAll(() => server.close())

/** Bytes of a body as they are sent. */
async function sent(path: string): Promise<number> {
  const answer = await fetch(`${server.origin}/${path}`, { headers: { 'accept-encoding': 'br' } })
  expect(answer.status, path).toBe(200)
  const size = Number(answer.headers.get('content-length'))
  await answer.body?.cancel()
  return size
}

/** The scripts and styles that the page names in its head: the first view and all it imports. */
async function named(): Promise<string[]> {
  const page = await (await fetch(`${server.origin}/`)).text()
  return [...page.matchAll(/(?:src|href)="\.\/(assets\/[^"]+\.(?:js|css))"/g)].map(([, path = '']) => path)
}

test('the first view takes at most 250 kB and five scripts', async () => {
  const paths = await named()
  const sizes = await Promise.all(['', ...paths].map(sent))
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(most)
  expect(paths.filter(path => path.endsWith('.js')).length).toBeLessThanOrEqual(5)
})

test('a page that commands open loads no view', async () => {
  const page = await (await fetch(`${server.origin}/headless.html`)).text()
  expect(page).not.toMatch(/assets\/(?:index|view)-|\.css/)
})

test('the first view loads no other part of the page before a click', async () => {
  const { page, requests, origin } = await openPage({ origin: server.origin })
  await page.getByRole('button', { name: /^Run /, disabled: false }).waitFor()
  const parts = (): string[] =>
    requests
      .map(url => url.slice(origin.length + 1))
      .filter(path => /^assets\/.*\.(?:js|css)$/.test(path) && !path.includes('.worker-'))
  expect(new Set(parts())).toEqual(new Set(await named()))
  await page.getByRole('heading', { level: 1 }).click()
  await expect.poll(() => parts().some(path => /\/help-/.test(path))).toBe(true)
})

test('another view hides the first lines of the set-up before any module runs', async () => {
  const { page, errors } = await openPage({ origin: server.origin, path: '#/runs' })
  expect(await page.evaluate(() => document.documentElement.dataset.opens)).toBe('elsewhere')
  expect(errors).toEqual([])
})

test('nothing moves while the first view opens', async () => {
  const { page } = await openPage({
    origin: server.origin,
    path: 'licences.html',
    viewport: { width: 390, height: 900 },
  })
  await page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(globalThis, { shifts })
    new PerformanceObserver(list => {
      for (const entry of list.getEntries())
        shifts.push((entry as PerformanceEntry & { value: number }).value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto(`${server.origin}/`)
  await page.getByRole('button', { name: /^Run /, disabled: false }).waitFor()
  const shifts = await page.evaluate(() => (globalThis as unknown as { shifts: number[] }).shifts)
  // Below 0.1 Lighthouse takes nothing off.
  expect(shifts.reduce((sum, shift) => sum + shift, 0)).toBeLessThan(0.1)
})
