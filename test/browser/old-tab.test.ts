/**
 * A tab, with or without a service worker, whose server has a newer build: files that the tab has not loaded yet are gone.
 * @module-tag wide
 */
import { cpSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { servePage } from '../../src/cli/serve/serve.ts'
import { freshFolder, openPage } from './harness/page.ts'

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
