/** How to recognise an image by its first bytes, also as base64 text, and how to decode that. */

import { sniffFormat } from '@voxelwise/pixels'
import type { Bytes } from './bytes.ts'

/** Characters at most of a reference to another row's image, as some tables have; longer is an image. */
export const LONGEST_REFERENCE = 64

/** How many of a text's first bytes show whether it is an image. */
export const TELLING_BYTES = 128

const invalid = 255
const space = 254
const values = new Uint8Array(256).fill(invalid)
for (const [i, char] of [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'].entries())
  values[char.charCodeAt(0)] = i
values['-'.charCodeAt(0)] = 62
values['_'.charCodeAt(0)] = 63
for (const code of [9, 10, 13, 32]) values[code] = space
const padding = 61

/**
 * Whether a text of more than 64 bytes is an image in base64, bare or as a data URI: its first bytes must decode to the
 * start of an image.
 */
export function beginsImage(text: Uint8Array, start = 0, end = text.length): boolean {
  if (end - start <= LONGEST_REFERENCE) return false
  const from = start + dataPrefix(text, start, end)
  const head = text.subarray(from, Math.min(end, from + LONGEST_REFERENCE))
  for (const byte of head)
    if ((values[byte] ?? invalid) >= space && byte !== 10 && byte !== 13 && byte !== padding) return false
  const bytes = decodeInto(head.subarray(0, 16))
  return bytes !== null && sniffFormat(bytes) !== null
}

/** Length of `data:image/…;base64,`, 0 where there is none. */
function dataPrefix(text: Uint8Array, start: number, end: number): number {
  if (text[start] !== 100) return 0
  const head = String.fromCharCode(...text.subarray(start, Math.min(end, start + TELLING_BYTES)))
  return /^data:[\w./+;=-]*;base64,/.exec(head)?.[0].length ?? 0
}

/**
 * Decodes base64 (the URL alphabet, too), passing over white space and a data URI's beginning.
 * @returns null where there is anything else in it
 */
export function decodeBase64(text: Uint8Array): Bytes | null {
  return decodeInto(text.subarray(dataPrefix(text, 0, text.length)))
}

function decodeInto(text: Uint8Array): Bytes | null {
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4) + 3)
  let filled = 0
  let bits = 0
  let held = 0
  let isPadded = false
  for (const byte of text) {
    const value = values[byte] ?? invalid
    if (value === space) continue
    if (byte === padding) {
      isPadded = true
      continue
    }
    if (value === invalid || isPadded) return null
    held = (held << 6) | value
    bits += 6
    if (bits >= 8) {
      bits -= 8
      bytes[filled++] = held >> bits
      held &= (1 << bits) - 1
    }
  }
  return bytes.subarray(0, filled)
}
