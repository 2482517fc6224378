import type { Connection } from './connection.ts'

/** Documents of features, each under the feature's own name and an id: what belongs to no run. On disk when a promise resolves. */
export class DocumentStore {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** All of one kind, in the order of their ids. @param kind such as `readers/sitting` */
  all(kind: string): Promise<readonly unknown[]> {
    return this.#connection.use(db => db.getAll('documents', allOfKind(kind)))
  }

  get(kind: string, id: string): Promise<unknown> {
    return this.#connection.use(db => db.get('documents', [kind, id]))
  }

  /** Adds it, or replaces the one before. */
  async put(kind: string, id: string, document: object): Promise<void> {
    await this.#connection.write(['documents'], tx => tx.objectStore('documents').put(document, [kind, id]))
  }

  async delete(kind: string, id: string): Promise<void> {
    await this.#connection.write(['documents'], tx => tx.objectStore('documents').delete([kind, id]))
  }
}

/** An array comes after every text. */
const allOfKind = (kind: string) => IDBKeyRange.bound([kind], [kind, []])
