import type { DerivedHead, DerivedPortion } from '../../engine/analysis/derived-rows.ts'
import { VoxelwiseError } from '../../engine/base/errors.ts'
import type { Connection } from './connection.ts'
import { needRoom } from './disk-reserve.ts'

/** The parts of a portion. Each is read by itself. */
const parts = ['rows', 'digests', 'forecasts'] as const

/** Key of the head, which is stored last. */
const headKey = (run: string): DerivedKey => [run, 'head', 0]

type DerivedKey = [run: string, part: string, place: number]

export const derivedKeys = (run: string): IDBKeyRange => IDBKeyRange.bound([run], [run, []])

/** Rows derived of the records of large runs: a convenience. They go with their run, and are derived again where missing. */
export class DerivedStore {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** undefined where nothing complete is stored. */
  head(run: string): Promise<DerivedHead | undefined> {
    return this.#connection.use(db => db.get('derived', headKey(run))) as Promise<DerivedHead | undefined>
  }

  /** One part of one portion; undefined where it is missing. */
  read<P extends keyof DerivedPortion>(
    run: string,
    part: P,
    place: number,
  ): Promise<DerivedPortion[P] | undefined> {
    return this.#connection.use(db => db.get('derived', [run, part, place])) as Promise<
      DerivedPortion[P] | undefined
    >
  }

  /** Replaces the stored rows, unless the run was deleted or the disk is full. @param head called after the last portion */
  async write(
    run: string,
    portions: AsyncIterable<DerivedPortion>,
    head: () => Omit<DerivedHead, 'portions'>,
  ): Promise<void> {
    try {
      await this.#connection.write(['derived'], tx => tx.objectStore('derived').delete(derivedKeys(run)))
      let place = 0
      for await (const portion of portions) {
        await this.#put(
          run,
          parts.map(part => [[run, part, place], portion[part]]),
        )
        place++
      }
      await this.#put(run, [[headKey(run), { ...head(), portions: place }]])
    } catch (error) {
      if (!isFull(error)) throw error
      await this.#connection.write(['derived'], tx => tx.objectStore('derived').delete(derivedKeys(run)))
    }
  }

  async #put(run: string, entries: readonly (readonly [DerivedKey, unknown])[]): Promise<void> {
    // A database must not be the first to find a full disk.
    await needRoom()
    await this.#connection.write(['runs', 'derived'], async tx => {
      if ((await tx.objectStore('runs').getKey(run)) === undefined) return
      for (const [key, value] of entries) await tx.objectStore('derived').put(value, key)
    })
  }
}

const isFull = (error: unknown): boolean =>
  error instanceof VoxelwiseError
    ? error.info.code === 'storage-full'
    : error instanceof DOMException && error.name === 'QuotaExceededError'
