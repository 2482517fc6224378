import { isDeepStrictEqual } from 'node:util'
import { expect } from 'vitest'

/** As `expect(found).toEqual(expected)`, and many times as fast where both are large and equal. */
export function expectSame<T>(found: T, expected: T): void {
  if (!isDeepStrictEqual(found, expected)) expect(found).toEqual(expected)
}
