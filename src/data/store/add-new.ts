/**
 * Adds values, each unless there is one under its key already, which then stays as it is. By bare requests: a promise for
 * each, and a look at each key first, took a quick model's own thread as long as the values themselves.
 * @returns those that were added, when the last request is done
 */
export function addNew<T>(
  store: IDBObjectStore,
  values: readonly T[],
  keyOf: (value: T) => IDBValidKey,
): Promise<readonly T[]> {
  return new Promise((resolve, reject) => {
    const known = new Set<T>()
    let last: IDBRequest | null = null
    for (const value of values) {
      const request = store.add(value, keyOf(value))
      request.addEventListener('error', event => {
        if (request.error?.name !== 'ConstraintError') return reject(request.error)
        // The others are still added.
        event.preventDefault()
        event.stopPropagation()
        known.add(value)
      })
      last = request
    }
    const done = () => resolve(values.filter(value => !known.has(value)))
    if (last === null) return done()
    last.addEventListener('success', done)
    last.addEventListener('error', done)
  })
}
