/**
 * A tab, with or without a service worker, whose server has a newer build: files that the tab has not loaded yet are gone.
 */
import { cpSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { writeServiceWorker } from '../../build/service-worker.ts'
import { servePage } from '../../src/cli/serve/serve.ts'
import { freshFolder, type Opened, openPage } from '../browser/harness/page.ts'

let folder: string
let origin: string
let page: Page

beforeEach(async () => {
  folder = freshFolder('old-tab')
  cpSync('dist', folder, { recursive: true })
  const server = await servePage([], folder)
  onTestFinished(() => server.close())
  origin = server.origin
  page = (await openPage({ origin })).page
  await page.getByRole('button', { name: /^Run the demo on/ }).waitFor()
})

/** Has the server forget files, as it does after a build that names them otherwise. */
function forget(pattern: RegExp): void {
  const assets = join(folder, 'assets')
  const gone = readdirSync(assets).filter(name => pattern.test(name.replace(/\.(br|gz)$/, '')))
  expect(gone, String(pattern)).not.toEqual([])
  for (const name of gone) rmSync(join(assets, name))
}

test.each([
  ['the worker that asks', /^run\.worker/],
  ['the worker that prepares images', /^prepare\.worker/],
  ['a chunk of the library', /^transformers/],
  ['a chunk of ONNX Runtime', /^ort\./],
  ['the code of its WebAssembly', /\.mjs$/],
  ['its WebAssembly', /^ort.*\.wasm$/],
])('without %s, Run asks for a reload', async (_, pattern) => {
  forget(pattern)
  await page.getByRole('button', { name: /^Run the demo on/ }).click()
  await page.locator('.phase', { hasText: 'Stopped by an error' }).waitFor({ timeout: 30_000 })
  const main = page.locator('main')
  await main.getByText('page-outdated').waitFor()
  await main.getByText(/Reload the page/).waitFor()
})

/** Builds the page again: every part has another name, and those of the old build are gone. */
async function buildAgain(): Promise<void> {
  const assets = join(folder, 'assets')
  const names = new Map<string, string>()
  for (const name of readdirSync(assets)) {
    const [, stem = '', hash = '', ending = ''] = /^(.+)-([\w-]{8})\.(\w+)$/.exec(name) ?? []
    if (hash === '') rmSync(join(assets, name))
    else names.set(name, `${stem}-${[...hash].reverse().join('')}.${ending}`)
  }
  for (const [old, name] of names) renameSync(join(assets, old), join(assets, name))
  const texts = [...names.values()]
    .map(name => join(assets, name))
    .filter(file => /\.(?:m?js|css)$/.test(file))
  for (const file of [...texts, join(folder, 'index.html')]) {
    let text = readFileSync(file, 'utf8')
    for (const [old, name] of names) text = text.replaceAll(old, name)
    writeFileSync(file, text)
  }
  for (const name of readdirSync(folder)) if (/\.(?:br|gz)$/.test(name)) rmSync(join(folder, name))
  await writeServiceWorker(folder)
}

describe('after a new build, under the service worker of the old one', () => {
  let opened: Opened

  beforeEach(async () => {
    opened = await openPage({ origin, serviceWorkers: 'allow' })
    await opened.page.evaluate(() => navigator.serviceWorker.ready)
    await opened.page.reload()
    await opened.page.getByRole('button', { name: /^Run the demo on/ }).waitFor()
    await buildAgain()
  })

  async function expectReload(): Promise<void> {
    await opened.page.getByRole('button', { name: /^Run the demo on/ }).click()
    const main = opened.page.locator('main')
    await main.getByText('page-outdated').waitFor({ timeout: 60_000 })
    await main.getByText(/Reload the page/).waitFor()
  }

  test('Run in the old tab asks for a reload', () => expectReload())

  test('Run asks for a reload if another tab has brought the new service worker', async () => {
    const other = await opened.context.newPage()
    await other.goto(origin)
    await other.getByRole('region', { name: 'New version' }).waitFor({ timeout: 60_000 })
    await expectReload()
  })
})

test('without any part, the view of the run asks for a reload', async () => {
  forget(/\.(js|mjs|wasm)$/)
  await page.getByRole('button', { name: /^Run the demo on/ }).click()
  const main = page.locator('main')
  await main.getByText('page-outdated').waitFor()
  await main.getByText(/Reload the page/).waitFor()
})

test('without the worker that reads runs, an import asks for a reload', async () => {
  await page.getByRole('link', { name: 'Results', exact: true }).click()
  forget(/^import\.worker/)
  await page.getByTestId('import-input').setInputFiles('test/golden/run-v1/run.json')
  await page.getByText('page-outdated').waitFor()
  await page.getByText(/Reload the page/).waitFor()
})
