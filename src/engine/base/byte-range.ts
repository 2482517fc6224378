/** A part of a file, in bytes. */
export interface ByteRange {
  readonly start: number
  /** The first byte that is no longer part of it. */
  readonly end: number
}

/**
 * The range that a `Range` header requests: `bytes=10-19`, `bytes=10-` or `bytes=-10`. Anything else, including several
 * ranges, may be answered with the whole file (RFC 9110, 14.2).
 * @returns null if the file has no such part
 */
export function requestedRange(header: string | undefined, size: number): ByteRange | null {
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  const whole = { start: 0, end: size }
  if (from === undefined || to === undefined || from + to === '') return whole
  if (from === '')
    return Number(to) === 0 || size === 0 ? null : { start: Math.max(0, size - Number(to)), end: size }
  if (to !== '' && Number(to) < Number(from)) return whole
  if (Number(from) >= size) return null
  return { start: Number(from), end: to === '' ? size : Math.min(size, Number(to) + 1) }
}
