/** Values by id and the key of their source. Callers share one load; a failed one is not cached. */
export class KeyedCache<T> {
  readonly #entries = new Map<string, { readonly key: string; readonly value: Promise<T> }>()

  /** The value of this id and key, loaded unless it is here. */
  get(id: string, key: string, load: () => Promise<T>): Promise<T> {
    const known = this.#entries.get(id)
    if (known?.key === key) return known.value
    const entry = { key, value: load() }
    this.#entries.set(id, entry)
    entry.value.catch(() => {
      if (this.#entries.get(id) === entry) this.#entries.delete(id)
    })
    return entry.value
  }

  /** Drops the values of all other ids. */
  keepOnly(ids: readonly string[]): void {
    for (const id of [...this.#entries.keys()]) if (!ids.includes(id)) this.#entries.delete(id)
  }
}
