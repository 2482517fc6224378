import { FolderRegistry } from '../../../../src/app/folders/registry.ts'
import type { FolderRole, Picked } from '../../../../src/app/state/state.ts'
import { AppStore, initialState } from '../../../../src/app/state/store.ts'
import type { Replaceable } from '../../../../src/app/threads/bridge.ts'
import type { TableReading } from '../../../../src/data/formats/format.ts'
import type { ChosenSource } from '../../../../src/data/sources/source.ts'
import type { Store } from '../../../../src/data/store/store.ts'
import { firstProtocol } from '../../../../src/engine/protocol/protocol-reference.ts'
import type { DataWorker } from '../../../../src/workers/contracts/data.ts'
import type { Opening } from '../../../../src/workers/contracts/folders.ts'

export const device = {
  webgpu: { status: 'unavailable', reason: 'none' },
  cores: 2,
  native: null,
  isolated: true,
  directoryPicker: false,
} as const

/** Files that were picked under this name. Each pick is another folder, even under the same name. */
export const files = (name: string): Picked => ({
  from: 'files',
  name,
  files: [{ path: 'a', file: new File([], 'a') }],
})

interface Reading {
  readonly role: FolderRole
  readonly number: number
  readonly name: string
  settle(fails: boolean): void
}

/** Folders in the data thread, as the registry sees them. Nothing is read before the test says so. */
export class FolderWorld {
  readonly app = new AppStore(initialState(device))
  readonly reading: Reading[] = []
  /** What the data thread holds of each role. */
  readonly held: Record<FolderRole, { readonly number: number; readonly name: string } | null> = {
    dataset: null,
    model: null,
    judge: null,
  }
  readonly kept = new Map<string, ChosenSource>()
  readonly mappings = new Map<string, unknown>()
  /** Openings that were ever read, by role and number. */
  readonly names = new Map<string, string>()
  /** How each data set was to be read, in order. */
  readonly readings: TableReading[] = []
  replaced = 0
  readonly registry: FolderRegistry
  readonly #latest: Record<FolderRole, number> = { dataset: 0, model: 0, judge: 0 }

  constructor() {
    const remote = {
      openDataset: (number: number, source: ChosenSource, _: unknown, reading: TableReading) => {
        this.readings.push(reading)
        return this.#open('dataset', number, source, reading)
      },
      openModel: (number: number, source: ChosenSource) => this.#open('model', number, source),
      openJudge: (number: number, source: ChosenSource) => this.#open('judge', number, source),
      fingerprintModel: (opening: Opening) => this.#fingerprint('model', opening),
      fingerprintJudge: (opening: Opening) => this.#fingerprint('judge', opening),
    }
    const data = { remote, replace: () => this.replaced++ } as unknown as Replaceable<DataWorker>
    const folders = {
      source: async (key: string) => this.kept.get(key),
      keep: async (key: string, source: ChosenSource) => void this.kept.set(key, source),
      mapping: async (name: string) => this.mappings.get(name),
      keepMapping: async (name: string, kept: unknown) => void this.mappings.set(name, kept),
      forget: async (keys: readonly string[]) => {
        for (const key of keys) this.kept.delete(key)
      },
      forgetMapping: async (name: string) => void this.mappings.delete(name),
    }
    const store = { folders } as unknown as Store
    this.registry = new FolderRegistry({ app: this.app, data, store: Promise.resolve(store), remember: true })
  }

  /** Reads all that is asked for, until nothing more is. */
  async readAll(fails = false): Promise<void> {
    for (;;) {
      await quiet()
      const next = this.reading.shift()
      if (!next) return
      next.settle(fails)
    }
  }

  /** The name of what is on show in a role, null where it is not ready. */
  shown(role: FolderRole): string | null {
    const chosen = this.app.state[role]
    return chosen.status === 'ready' ? chosen.overview.name : null
  }

  async #fingerprint(role: 'model' | 'judge', { number, name }: Opening): Promise<string> {
    if (this.held[role]?.number !== number) throw new Error(`${name} is not open.`)
    return `print of ${this.held[role].name}`
  }

  #open(
    role: FolderRole,
    number: number,
    source: ChosenSource,
    { isPrivate, keepColumns = [] }: TableReading = {},
  ): Promise<unknown> {
    const name = 'name' in source ? source.name : ''
    this.#latest[role] = number
    this.names.set(`${role} ${number}`, name)
    return new Promise((resolve, reject) => {
      const settle = (fails: boolean): void => {
        if (this.#latest[role] !== number) reject(new DOMException('Another began.', 'AbortError'))
        else if (fails) reject(new Error(`${name} cannot be read.`))
        else {
          this.held[role] = { number, name }
          const kept = { fields: [], columns: keepColumns, leftOut: [] }
          resolve({ ...makeOverview(role, name), ...(isPrivate && { salted: true, kept }) })
        }
      }
      this.reading.push({ role, number, name, settle })
    })
  }
}

function makeOverview(role: FolderRole, name: string) {
  if (role !== 'dataset')
    return { name, family: 'f', recommended: null, prompt: { images: 1 }, source: 'files', dtypes: [] }
  return { name, fingerprint: `print of ${name}`, protocol: firstProtocol, imagesAtOnce: 1 }
}

/** All that is due without a timer has happened. */
export const quiet = (): Promise<void> => new Promise(resolve => setImmediate(resolve))
