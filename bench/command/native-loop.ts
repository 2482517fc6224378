import { join } from 'node:path'
import { newRun } from '../../src/app/run/new-run.ts'
import { RunJournal } from '../../src/cli/base/journal.ts'
import { environmentHere } from '../../src/cli/native/environment.ts'
import { type NativeFolders, openFolders } from '../../src/cli/native/folders.ts'
import { NativeSession } from '../../src/cli/native/session.ts'
import type { NativeDevice } from '../../src/engine/protocol/device.ts'
import { findProtocol } from '../../src/engine/protocol/protocols/registry.ts'
import type { Run } from '../../src/engine/protocol/run.ts'
import { defaultSettings, type RunSettings } from '../../src/engine/protocol/settings.ts'
import { makeCube } from './cube.ts'

/** What one picture's questions took. */
export interface PictureTime {
  /** Milliseconds by the clock, and of the processor. */
  readonly ms: number
  readonly cpu_ms: number
  readonly answers: readonly string[]
}

export interface AskedPicture {
  readonly image: string
  readonly prompt: string
}

const settings = {
  ...defaultSettings,
  device: 'cpu',
  dtype: 'fp32',
  order: 'dataset',
  keepFeatures: false,
} as const

/** Asks picture after picture of one run as `evaluate --runtime node` does: read, prepared, asked and written down. */
export class NativeLoop {
  readonly #session: NativeSession
  readonly #journal: RunJournal
  readonly #run: Run
  readonly #folder: string
  readonly #each: number
  #asked = 0

  private constructor(folders: NativeFolders, journal: RunJournal, run: Run, folder: string, each: number) {
    this.#session = new NativeSession(folders, journal)
    this.#journal = journal
    this.#run = run
    this.#folder = folder
    this.#each = each
  }

  /**
   * @param scratch an empty folder
   * @param each questions a picture
   * @param changes settings other than the bench's own
   */
  static async open(
    scratch: string,
    model: string,
    each: number,
    pictures: number,
    changes: Partial<Pick<RunSettings, 'fullText' | 'maxNewTokens' | 'dtype'>> & {
      readonly device?: NativeDevice
    },
  ): Promise<NativeLoop> {
    const cube = join(scratch, 'cube')
    makeCube(cube, pictures, each)
    const folders = await openFolders({ dataset: cube, model, adapter: null }, {}, changes.device ?? 'cpu')
    const { dataset, model: overview } = folders
    const fingerprint = '0'.repeat(64)
    const run = newRun({
      dataset,
      model: overview,
      fingerprint,
      settings: { ...settings, ...changes },
      environment: await environmentHere(),
      isLengthChosen: false,
    })
    const journal = await RunJournal.open(join(scratch, 'run.journal'))
    journal.append([{ run }])
    return new NativeLoop(folders, journal, run, scratch, each)
  }

  /** The questions on a picture, from 0, as another program is to ask them. */
  questions(picture: number): readonly AskedPicture[] {
    const protocol = findProtocol(this.#run.settings.protocol)
    const samples = this.#session.folders.loaded.samples.slice(
      picture * this.#each,
      (picture + 1) * this.#each,
    )
    return samples.map(({ image, fields }) => ({
      image: join(this.#folder, image ?? ''),
      prompt: protocol.prompt(fields),
    }))
  }

  /** Asks the next picture's questions. */
  async next(): Promise<PictureTime> {
    this.#asked += this.#each
    const settings = { ...this.#run.settings, limit: this.#asked }
    const part = { ...this.#run, total: this.#asked, settings }
    const before = process.cpuUsage()
    const start = performance.now()
    const live = await this.#session.ask(part, () => {})
    const ms = performance.now() - start
    const { user, system } = process.cpuUsage(before)
    if (live.error) throw new Error(`${live.error.message} (${live.error.subject})`)
    const answers: string[] = []
    for await (const records of this.#session.journal.records(this.#run.id))
      for (const record of records.slice(-this.#each))
        answers.push(record.status === 'answered' ? (record.response ?? '') : record.error.message)
    return { ms, cpu_ms: (user + system) / 1000, answers }
  }

  async close(): Promise<void> {
    this.#journal.close()
    await this.#session.close()
  }
}
