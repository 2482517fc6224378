/** The latest values that were made, up to a total size. A value that is being made is not made twice. */
export class Recent<K, V> {
  readonly #most: number
  readonly #kept = new Map<K, { readonly size: number; readonly value: Promise<V> }>()
  #size = 0

  /** @param most the sum of their sizes */
  constructor(most: number) {
    this.#most = most
  }

  /** The value of a key. One that fails, or is larger than the limit, is made again when it is asked for again. */
  get(key: K, size: number, make: () => Promise<V>): Promise<V> {
    const known = this.#kept.get(key)
    this.#drop(key)
    const value = known?.value ?? make()
    if (size > this.#most) return value
    this.#kept.set(key, { size, value })
    this.#size += size
    for (const oldest of this.#kept.keys()) if (this.#size > this.#most) this.#drop(oldest)
    if (!known) value.catch(() => this.#drop(key))
    return value
  }

  #drop(key: K): void {
    this.#size -= this.#kept.get(key)?.size ?? 0
    this.#kept.delete(key)
  }
}
