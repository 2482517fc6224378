import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Probe } from '../../../src/engine/protocol/probe.ts'
import type { AnsweredRecord } from '../../../src/engine/protocol/record.ts'
import type { Run } from '../../../src/engine/protocol/run.ts'
import type { RunSettings } from '../../../src/engine/protocol/settings.ts'
import { readRunText } from '../../unit/support/read-run.ts'
import type { Opened } from './page.ts'

/** Runs of the demo and their passes, on the page that commands drive. */
export class HeadlessRuns {
  readonly #page: Page
  readonly #origin: string

  constructor({ page, origin }: Pick<Opened, 'page' | 'origin'>) {
    this.#page = page
    this.#origin = origin
  }

  async chooseDemo(): Promise<void> {
    await this.#page.evaluate(() => globalThis.voxelwise.chooseDataset({ from: 'demo' }))
    await this.#page.evaluate(() => globalThis.voxelwise.chooseModel({ from: 'demo' }))
  }

  /** Back from another page. */
  async comeBack(): Promise<void> {
    await this.#page.goto(`${this.#origin}/headless.html`)
    await this.#page.waitForFunction(() => globalThis.voxelwise.getState().runs !== null)
    await this.chooseDemo()
  }

  /** Waits until nothing is going on or waiting. */
  async settled(): Promise<void> {
    await this.#page.waitForFunction(
      () => {
        const { live, waiting, notices, runs } = globalThis.voxelwise.getState()
        const isEnded = waiting.length === 0 && ['done', 'failed'].includes(live?.phase ?? '')
        const isWrong = notices.some(({ error }) => error.code !== 'storage-restored')
        return isWrong || (isEnded && runs?.every(({ run }) => run.state !== 'running'))
      },
      undefined,
      { timeout: 120_000 },
    )
    const { live, notices } = await this.#page.evaluate(() => globalThis.voxelwise.getState())
    // A page that was left between its two copies of a record tells that it has brought it back.
    expect(notices.filter(({ error }) => error.code !== 'storage-restored')).toEqual([])
    expect(live?.error).toBeNull()
  }

  async stored(): Promise<readonly Run[]> {
    const { runs } = await this.#page.evaluate(() => globalThis.voxelwise.getState())
    return (runs ?? []).map(({ run }) => run)
  }

  /** Runs the demo and its passes. @returns the run's id */
  async start(probes: readonly Probe[], settings: Partial<RunSettings> = {}): Promise<string> {
    const before = new Set((await this.stored()).map(({ id }) => id))
    await this.#page.evaluate(
      ([change, chosen]) => {
        globalThis.voxelwise.changeSettings(change)
        globalThis.voxelwise.changeProbes(chosen)
      },
      [
        {
          device: 'wasm',
          scoring: 'choices',
          order: 'dataset',
          keepFeatures: true,
          ...settings,
        } as const,
        probes,
      ] as const,
    )
    await this.#page.evaluate(() => globalThis.voxelwise.start())
    await this.#page.waitForFunction(
      known => {
        const { live } = globalThis.voxelwise.getState()
        return live !== null && !known.includes(live.run.id)
      },
      [...before],
    )
    await this.settled()
    const made = (await this.stored()).find(({ id, parent }) => parent === undefined && !before.has(id))
    return made?.id ?? ''
  }

  async records(id: string): Promise<readonly AnsweredRecord[]> {
    const json = await this.#page.evaluate(
      async wanted => (await globalThis.voxelwise.exportFile(wanted, 'run.json')).text(),
      id,
    )
    const { records } = await readRunText(json)
    return records.map(record => {
      if (record.status === 'failed')
        throw new Error(`Sample ${record.sample.index}: ${record.error.message}`)
      return record
    })
  }

  /** The run.json of a run. */
  exported(run: string): Promise<string> {
    return this.#page.evaluate(
      async id => (await globalThis.voxelwise.exportFile(id, 'run.json')).text(),
      run,
    )
  }

  importJson(json: string): Promise<unknown> {
    return this.#page.evaluate(async text => {
      const file = new File([text], 'run.json')
      await globalThis.voxelwise.importFiles([file], () => {}, new AbortController().signal)
    }, json)
  }
}
