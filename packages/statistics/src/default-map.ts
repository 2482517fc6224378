/** A map that makes the value of a key on its first use, as Python's `defaultdict` does. */
export class DefaultMap<K, V> extends Map<K, V> {
  readonly #make: () => V

  constructor(make: () => V) {
    super()
    this.#make = make
  }

  /** The value of a key; a new one where it has none yet. */
  at(key: K): V {
    let value = this.get(key)
    if (value === undefined) {
      value = this.#make()
      this.set(key, value)
    }
    return value
  }
}
