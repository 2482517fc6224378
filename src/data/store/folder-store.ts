import { redrawn, withMore } from '../../engine/probes/drawn-regions.ts'
import type { Box, DrawnRegion } from '../../engine/protocol/probe.ts'
import { withoutFiles } from '../sources/descriptor.ts'
import type { ChosenSource } from '../sources/source.ts'
import type { Connection } from './connection.ts'
import type { KeptReading } from './database.ts'

/** Key of the user's folder that runs are copied to. */
export const copyKey = 'copy'

/** The user's folders, how their tables are read, and the regions drawn on their images. */
export class FolderStore {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  source(key: string): Promise<ChosenSource | undefined> {
    return this.#connection.use(db => db.get('folders', key))
  }

  /** Only the name of a list of `File`s is stored: the files would be copied into the database. */
  async keep(key: string, source: ChosenSource): Promise<void> {
    await this.#connection.write(['folders'], tx => tx.objectStore('folders').put(withoutFiles(source), key))
  }

  /** The keys of all folders but the one that runs are copied to. */
  async keys(): Promise<readonly string[]> {
    const keys = await this.#connection.use(db => db.getAllKeys('folders'))
    return keys.filter(key => key !== copyKey)
  }

  /** @param keys all but the one that runs are copied to, and how their tables are read, unless given */
  async forget(keys?: readonly string[]): Promise<void> {
    const forgotten = keys ?? (await this.keys())
    await this.#connection.write(['folders', 'mappings'], async tx => {
      for (const key of forgotten) await tx.objectStore('folders').delete(key)
      if (keys === undefined) await tx.objectStore('mappings').clear()
    })
  }

  /** How the user has the tables of a folder read. */
  mapping(folder: string): Promise<KeptReading | undefined> {
    return this.#connection.use(db => db.get('mappings', folder))
  }

  async keepMapping(folder: string, reading: KeptReading): Promise<void> {
    await this.#connection.write(['mappings'], tx => tx.objectStore('mappings').put(reading, folder))
  }

  async forgetMapping(folder: string): Promise<void> {
    await this.#connection.write(['mappings'], tx => tx.objectStore('mappings').delete(folder))
  }

  /** Regions drawn on the images of a data set. @param fingerprint of the data set */
  async regions(fingerprint: string): Promise<readonly DrawnRegion[]> {
    return (await this.#connection.use(db => db.get('regions', fingerprint))) ?? []
  }

  async drawRegion(fingerprint: string, index: number, box: Box | null): Promise<void> {
    await this.#connection.write(['regions'], async tx => {
      const regions = tx.objectStore('regions')
      await regions.put(redrawn((await regions.get(fingerprint)) ?? [], index, box), fingerprint)
    })
  }

  /** Adds regions of samples that have none here. */
  async addRegions(fingerprint: string, more: readonly DrawnRegion[]): Promise<void> {
    await this.#connection.write(['regions'], async tx => {
      const regions = tx.objectStore('regions')
      const known = (await regions.get(fingerprint)) ?? []
      await regions.put(withMore(known, more), fingerprint)
    })
  }
}
