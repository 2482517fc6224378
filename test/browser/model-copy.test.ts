/**
 * A checkpoint in the browser's private files, and browsers that are killed while a checkpoint is read and copied.
 * @module-tag long
 */
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  card,
  choose,
  exportRun,
  openResults,
  openStep,
  pickFolder,
  reach,
  readyToRun,
} from './harness/drive.ts'
import { sharedFolder } from './harness/folders.ts'
import { killBrowser } from './harness/kill.ts'
import { freshFolder, launchPage, openPage } from './harness/page.ts'

const choices = { limit: 4, dtype: 'fp32' } as const
/** Rows of the word embedding: enough that reading and copying take a while. */
const rows = 400_000

interface Entry {
  dtype: string
  shape: number[]
  data_offsets: [number, number]
}

/** A tiny checkpoint whose vocabulary is long, and otherwise empty. */
function longCheckpoint(): string {
  const folder = join(freshFolder('checkpoint'), 'long-llava')
  cpSync(join(sharedFolder('checkpoints'), 'llava-bf16'), folder, { recursive: true })
  const file = join(folder, 'model.safetensors')
  const bytes = readFileSync(file)
  const length = Number(bytes.readBigUInt64LE(0))
  const header: Record<string, Entry> = JSON.parse(bytes.subarray(8, 8 + length).toString())
  let at = 0
  const parts: Buffer[] = []
  for (const [name, entry] of Object.entries(header)) {
    if (name === '__metadata__') continue
    const [begin, end] = entry.data_offsets
    const isLong = /embed_tokens|lm_head/.test(name)
    if (isLong) entry.shape[0] = rows
    const wanted = isLong ? rows * (entry.shape[1] ?? 0) * 2 : end - begin
    const part = Buffer.alloc(wanted)
    bytes.copy(part, 0, 8 + length + begin, 8 + length + end)
    parts.push(part)
    entry.data_offsets = [at, at + wanted]
    at += wanted
  }
  const text = Buffer.from(JSON.stringify(header))
  const head = Buffer.alloc(8)
  head.writeBigUInt64LE(BigInt(text.length))
  rmSync(file)
  writeFileSync(file, Buffer.concat([head, text, ...parts]))
  const settings = join(folder, 'config.json')
  const config = JSON.parse(readFileSync(settings, 'utf8'))
  config.text_config.vocab_size = rows
  rmSync(settings)
  writeFileSync(settings, JSON.stringify(config))
  return folder
}

const keep = (page: Page) => page.getByRole('button', { name: /^Keep a private copy in fp32/ })
const copies = (page: Page) => page.getByRole('list', { name: 'Private copies' })

/** The page with the checkpoint chosen, in fp32. */
async function chosen(page: Page, folder: string): Promise<void> {
  await card(page, 'model').waitFor()
  await pickFolder(page, 'model', folder)
  await readyToRun(page)
  await choose(page, choices)
}

test('a killed browser leaves a run that continues, and no copy that is used; a whole copy needs no folder', async () => {
  const [folder, profile] = [longCheckpoint(), freshFolder('profile')]
  const reading = await launchPage({ profile, cores: 1 })
  await chosen(reading.page, folder)
  await (await readyToRun(reading.page)).click()
  await reading.page.locator('.phase').waitFor()
  await killBrowser(reading, profile)

  const copying = await launchPage({ profile, cores: 1 })
  await copying.page.getByText(/ stopped at \d of 4\./).waitFor()
  await chosen(copying.page, folder)
  await copying.page.goto(`${copying.origin}/#/runs`)
  await copying.page.getByRole('button', { name: 'Continue' }).first().click()
  await reach(copying.page, 'Done')
  await openResults(copying.page)
  const first = await exportRun(copying.page)
  expect(first.records).toHaveLength(4)
  await copying.page.getByRole('link', { name: 'Set up', exact: true }).click()
  await openStep(copying.page, 'model')
  await keep(copying.page).click()
  await copying.page.getByText(/^Copying: [1-9]/).waitFor()
  await killBrowser(copying, profile)

  const { page, errors } = await openPage({ profile, cores: 1 })
  await chosen(page, folder)
  await openStep(page, 'model')
  await copies(page).getByText('A copy that is incomplete or damaged').waitFor()
  await expect.poll(() => copies(page).getByRole('button', { name: 'Use this copy' }).count()).toBe(0)
  await copies(page).getByRole('button', { name: 'Delete this copy' }).click()
  await copies(page).waitFor({ state: 'detached' })
  await keep(page).click()
  await page.getByText('The copy is complete. The next visit needs no folder.').waitFor({ timeout: 60_000 })

  await page.reload()
  await openStep(page, 'model')
  await copies(page).getByRole('button', { name: 'Use this copy' }).click()
  await page.getByRole('button', { name: 'Add a LoRA adapter' }).waitFor({ state: 'detached' })
  await choose(page, choices)
  await (await readyToRun(page)).click()
  await reach(page, 'Done')
  await openResults(page)
  const again = await exportRun(page)
  expect(again.run.model.fingerprint).toBe(first.run.model.fingerprint)
  expect(again.run.model.weights).toBe(first.run.model.weights)
  const answers = ({ records }: typeof first) =>
    records.map(record => (record.status === 'answered' ? record.response : record.error.message))
  expect(answers(again)).toEqual(answers(first))

  await page.goto(`${page.url().split('#')[0]}#/storage`)
  await copies(page)
    .getByText(/^long-llava, fp32, /)
    .waitFor()
  await copies(page).getByRole('button', { name: 'Delete this copy' }).click()
  await copies(page).waitFor({ state: 'detached' })
  expect(errors).toEqual([])
}, 300_000)
