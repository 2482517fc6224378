import { halfToEven } from '../grey/display.ts'
import type { LookUpTable } from '../grey/grey-frame.ts'

/**
 * A segmented palette table (PS3.3 C.7.9.2): runs of entries, ramps, and repeats of earlier segments.
 * @returns null where it is damaged
 */
export function expandedSegments(
  [count = Number.NaN, first = Number.NaN, bits = Number.NaN]: readonly number[],
  bytes: Uint8Array,
  littleEndian: boolean,
): LookUpTable | null {
  if (Number.isNaN(bits)) return null
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const wide = bits > 8
  const words = Array.from({ length: Math.floor(bytes.length / (wide ? 2 : 1)) }, (_, i) =>
    wide ? view.getUint16(2 * i, littleEndian) : view.getUint8(i),
  )
  const length = count & 0xffff || 1 << 16
  const out: number[] = []
  const isSound = expand(words, 0, Number.POSITIVE_INFINITY, wide, out, length, 0)
  return isSound && out.length >= length
    ? { first, bits, entries: Uint16Array.from(out.slice(0, length)) }
    : null
}

function expand(
  words: readonly number[],
  from: number,
  segments: number,
  wide: boolean,
  out: number[],
  most: number,
  depth: number,
): boolean {
  let at = from
  for (let read = 0; read < segments && at + 1 < words.length && out.length < most; read++) {
    const code = words[at] as number
    const length = words[at + 1] as number
    at += 2
    const last = out.at(-1)
    if (code === 0) {
      out.push(...words.slice(at, at + length))
      at += length
    } else if (code === 1) {
      const end = words[at]
      if (last === undefined || end === undefined) return false
      for (let i = 1; i <= length; i++) out.push(halfToEven(last + ((end - last) * i) / length))
      at++
    } else if (code === 2) {
      const parts = wide ? 2 : 4
      if (last === undefined || at + parts > words.length || depth > 0) return false
      // Bytes of the offset, lowest first; of words of 16 bits the lower word first.
      const offset = words
        .slice(at, at + parts)
        .reduceRight((sum, part) => sum * (wide ? 0x10000 : 256) + part, 0)
      if (!expand(words, wide ? offset / 2 : offset, length, wide, out, most, depth + 1)) return false
      at += parts
    } else return false
  }
  return true
}
