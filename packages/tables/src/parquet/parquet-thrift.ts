/**
 * How long a structure in Thrift's compact protocol is, and that it may be read: hyparquet believes the counts in it, and would
 * make lists of as many places.
 */

/** Maximum nesting of structures; parquet's own go to about six. */
const DEEPEST = 24

/**
 * @param most maximum number of values of any type
 * @returns the first byte after it, or -1 if it continues beyond the bytes
 * @throws Error if it cannot be one
 */
export function thriftEnd(bytes: Uint8Array, start: number, most: number): number {
  let at = start
  let left = most
  const ended = Symbol('the bytes end')

  function byte(): number {
    const value = bytes[at++]
    if (value === undefined) throw ended
    return value
  }

  function skip(length: number): void {
    at += length
    if (at > bytes.length) throw ended
  }

  function varint(): number {
    let value = 0
    for (let scale = 1, i = 0; i < 10; i++, scale *= 128) {
      const part = byte()
      value += (part & 127) * scale
      if (part < 128) return value
    }
    throw new Error('a number in its metadata never ends')
  }

  function element(type: number, depth: number, isInList: boolean): void {
    if (--left < 0) throw new Error(`its metadata has more than ${most} values`)
    if (depth > DEEPEST) throw new Error(`its metadata is nested deeper than ${DEEPEST}`)
    if (type === 1 || type === 2) skip(isInList ? 1 : 0)
    else if (type === 3) skip(1)
    else if (type >= 4 && type <= 6) varint()
    else if (type === 7) skip(8)
    else if (type === 8) skip(varint())
    else if (type === 9) list(depth)
    else if (type === 12) struct(depth + 1)
    else throw new Error(`its metadata has a value of unknown type ${type}`)
  }

  function list(depth: number): void {
    const head = byte()
    const size = head >> 4 === 15 ? varint() : head >> 4
    if (size > left) throw new Error(`its metadata has more than ${most} values`)
    for (let i = 0; i < size; i++) element(head & 15, depth + 1, true)
  }

  function struct(depth: number): void {
    for (;;) {
      const head = byte()
      if ((head & 15) === 0) return
      if (head >> 4 === 0) varint()
      element(head & 15, depth, false)
    }
  }

  try {
    struct(0)
    return at
  } catch (error) {
    if (error === ended) return -1
    throw error
  }
}
