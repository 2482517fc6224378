/** Finished runs of the demo for tests that need *a* run: each is made once per call of Vitest, and imported where it is needed. */
import { existsSync, mkdirSync, renameSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { inject } from 'vitest'
import type { RunSettings } from '../../../src/engine/protocol/settings.ts'
import { shownRun } from './drive.ts'
import { launchPage } from './page.ts'

/** The first 24 questions of the demo in 8 bits, scored by option probabilities or answered in words. */
export type FinishedRun = 'choices' | 'words'

/** Imports a finished run and shows its results. @returns its id in this page */
export async function importFinished(page: Page, kind: FinishedRun): Promise<string> {
  const file = await finishedRun(kind)
  await page.getByRole('link', { name: 'Results', exact: true }).click()
  await page.getByTestId('import-input').setInputFiles(file)
  await page.getByRole('navigation', { name: 'Results' }).waitFor()
  return shownRun(page)
}

/** @returns path of the run.json, which the first worker that asks makes while the others wait */
async function finishedRun(kind: FinishedRun): Promise<string> {
  const file = join(inject('scratch'), `${kind}.json`)
  const lock = `${file}.lock`
  while (!existsSync(file)) {
    if (!taken(lock)) {
      await wait(200)
      continue
    }
    try {
      writeFileSync(`${file}.part`, await makeRun(kind))
      renameSync(`${file}.part`, file)
    } finally {
      rmdirSync(lock)
    }
  }
  return file
}

/** Whether this worker has made the folder, which only one can. */
function taken(lock: string): boolean {
  try {
    mkdirSync(lock)
    return true
  } catch {
    return false
  }
}

async function makeRun(kind: FinishedRun): Promise<string> {
  const settings: Partial<RunSettings> = {
    device: 'wasm',
    dtype: 'q8',
    scoring: kind === 'choices' ? 'choices' : 'generate',
    order: 'dataset',
    limit: 24,
    maxNewTokens: 4,
  }
  const { page, close } = await launchPage({ path: 'headless.html' })
  try {
    await page.evaluate(() => globalThis.voxelwise.chooseDataset({ from: 'demo' }))
    await page.evaluate(() => globalThis.voxelwise.chooseModel({ from: 'demo' }))
    await page.evaluate(change => globalThis.voxelwise.changeSettings(change), settings)
    await page.evaluate(() => globalThis.voxelwise.start())
    await page.waitForFunction(
      () => ['done', 'failed'].includes(globalThis.voxelwise.getState().live?.phase ?? ''),
      undefined,
      { timeout: 120_000 },
    )
    return await page.evaluate(async () => {
      const id = globalThis.voxelwise.getState().live?.run.id ?? ''
      return (await globalThis.voxelwise.exportFile(id, 'run.json')).text()
    })
  } finally {
    await close()
  }
}
