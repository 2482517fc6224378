/**
 * Objects indexed by text of a data set, a model or a user. A name such as `__proto__` or `constructor` finds something in every
 * plain object, and writing to `__proto__` replaces its prototype. `test/unit/keyed-by-text.test.ts` allows no other access.
 */

/** What an object itself has under a key; undefined where it has nothing. */
export function ownValue<T>(object: { readonly [key: string]: T }, key: string): T | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined
}

/** Writes under any key, `__proto__` too. */
export function setOwn<T>(object: { [key: string]: T }, key: string, value: T): void {
  if (key === '__proto__')
    Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true })
  else object[key] = value
}
