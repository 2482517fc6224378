/**
 * Every row of a million can be reached in a browser: by scrolling, by keys and by its number.
 *
 */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessibilityProblems } from '../browser/harness/axe.ts'
import { bundle } from '../browser/harness/modules.ts'
import { sharedBrowser } from '../browser/harness/page.ts'
import type { Driven } from '../browsers/harness/driven.ts'
import { firefox } from '../browsers/harness/firefox.ts'

const html = `<!doctype html><html lang="en"><title>Rows</title><link rel="stylesheet" href="/page.css">
<div id="root"></div><script>var process = { env: { NODE_ENV: 'development' } }</script>
<script type="module" src="/page.js"></script></html>`

const files = new Map<string, readonly [type: string, body: string]>()
const server = createServer(({ url = '' }, response) => {
  const [type, body] = files.get(url) ?? ['text/plain', '']
  response.writeHead(files.has(url) ? 200 : 404, { 'content-type': type }).end(body)
})
let address: string

beforeAll(async () => {
  const [style] = readFileSync('dist/index.html', 'utf8').match(/assets\/[^"]+\.css/) ?? []
  files.set('/', ['text/html', html])
  files.set('/page.js', ['text/javascript', await bundle('test/browser/harness/million-rows.tsx')])
  files.set('/page.css', ['text/css', readFileSync(`dist/${style}`, 'utf8')])
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  address = `http://localhost:${(server.address() as AddressInfo).port}/`
})
afterAll(() => server.close())

type Run = Driven['run']

/** The rows that are wholly seen, by number, once nothing moves any more. */
const seen = (run: Run): Promise<readonly number[]> =>
  run(async () => {
    await new Promise(resolve => setTimeout(resolve, 400))
    const frame = document.querySelector('.virtual-list')?.getBoundingClientRect()
    if (!frame) throw new Error('There is no list.')
    return [...document.querySelectorAll('.virtual-row')]
      .map(row => ({ number: Number(row.getAttribute('aria-posinset')), place: row.getBoundingClientRect() }))
      .filter(({ place }) => place.top >= frame.top - 1 && place.bottom <= frame.bottom + 1)
      .map(({ number }) => number)
      .sort((a, b) => a - b)
  })

const press = (run: Run, key: string): Promise<void> =>
  run(pressed => {
    const list = document.querySelector('.virtual-list')
    list?.dispatchEvent(new KeyboardEvent('keydown', { key: pressed, bubbles: true, cancelable: true }))
  }, key)

/** @param share of all that can be scrolled, as the thumb is dragged */
const drag = (run: Run, share: number): Promise<void> =>
  run(to => {
    const list = document.querySelector('.virtual-list')
    if (list) list.scrollTop = to * (list.scrollHeight - list.clientHeight)
  }, share)

const step = (run: Run, pixels: number): Promise<void> =>
  run(by => document.querySelector('.virtual-list')?.scrollBy(0, by), pixels)

const goTo = (run: Run, row: number): Promise<void> =>
  run(number => {
    const input = document.querySelector<HTMLInputElement>('.go-to-row input')
    if (!input) throw new Error('There is no field for a row number.')
    input.value = String(number)
    input.form?.requestSubmit()
  }, row)

function reachesEveryRow(run: Run): void {
  const reach: Run = (work, ...given) => run(work, ...given)

  test('the last and the first, by key and by dragging the thumb', async () => {
    await press(reach, 'End')
    expect((await seen(reach)).at(-1)).toBe(1_000_000)
    await press(reach, 'Home')
    expect((await seen(reach))[0]).toBe(1)
    await drag(reach, 1)
    expect((await seen(reach)).at(-1)).toBe(1_000_000)
    await drag(reach, 0)
    expect((await seen(reach))[0]).toBe(1)
  })

  test.each([1, 2, 16_667, 298_262, 559_241, 654_321, 933_333, 983_334, 999_999])('row %i', async row => {
    await goTo(reach, row)
    expect(await seen(reach)).toContain(row)
  })

  test('its neighbours, by small steps and by keys', async () => {
    await drag(reach, 0.5)
    const before = await seen(reach)
    for (let i = 0; i < 20; i++) await step(reach, 60)
    const after = await seen(reach)
    expect((after[0] ?? 0) - (before[0] ?? 0)).toBe(20)
    // After a rest the next steps are as small.
    await step(reach, -60)
    expect((await seen(reach))[0]).toBe((after[0] ?? 0) - 1)
    await goTo(reach, 654_321)
    for (const [key, selected] of [
      ['ArrowDown', 654_322],
      ['ArrowUp', 654_321],
    ] as const) {
      await press(reach, key)
      expect(await seen(reach)).toContain(selected)
    }
    const page = (await seen(reach)).length
    await press(reach, 'PageDown')
    const now = await reach(() =>
      Number(document.querySelector('[aria-selected=true]')?.getAttribute('aria-posinset')),
    )
    expect(Math.abs(now - 654_321 - page)).toBeLessThanOrEqual(2)
    expect(await seen(reach)).toContain(now)
  })
}

describe('Chromium', () => {
  let page: Page
  beforeAll(async () => {
    page = await (await sharedBrowser()).newPage({
      reducedMotion: 'reduce',
      viewport: { width: 1280, height: 800 },
    })
    await page.goto(address)
    await page.getByRole('listbox').waitFor()
  })
  afterAll(() => page.close())

  const run: Run = (work, ...given) => page.evaluate(`(${work})(...${JSON.stringify(given)})`)
  reachesEveryRow(run)

  test('a notch of the wheel moves the list by its own length', async () => {
    await page.getByRole('spinbutton').fill('500000')
    await page.keyboard.press('Enter')
    const [before = 0] = await seen(run)
    await page.getByRole('listbox').hover()
    for (let i = 0; i < 6; i++) await page.mouse.wheel(0, 100)
    expect((await seen(run))[0]).toBe(before + 10)
  })

  test('axe finds nothing', async () => {
    expect(await accessibilityProblems(page)).toEqual([])
  })
})

describe.skipIf(firefox.missing)('Firefox', () => {
  let driven: Driven
  beforeAll(async () => {
    driven = await firefox.open()
    await driven.goto(address)
  })
  afterAll(() => driven.close())

  reachesEveryRow((work, ...given) => driven.run(work, ...given))
})
