/** Byte strings for hostile files: parts put together, and what mutation does to whole ones. */
import type { Random } from '../unit/support/random.ts'

export type Bytes = Uint8Array<ArrayBuffer>
export type Part = string | Uint8Array | readonly number[]

/** Latin-1 for texts. */
export function joinBytes(...parts: readonly Part[]): Bytes {
  const pieces = parts.map(part => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part))
  const all = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    all.set(piece, at)
    at += piece.length
  }
  return all
}

const little = (value: number, size: number): number[] =>
  Array.from({ length: size }, (_, i) => Math.floor(value / 256 ** i) % 256)

export const le16 = (value: number): number[] => little(value, 2)
export const le32 = (value: number): number[] => little(value, 4)
export const be16 = (value: number): number[] => little(value, 2).reverse()
export const be32 = (value: number): number[] => little(value, 4).reverse()

/** `part` over and over. */
export function repeated(part: Part, times: number): Bytes {
  const piece = joinBytes(part)
  const all = new Uint8Array(piece.length * times)
  all.set(piece.subarray(0, all.length))
  for (let filled = piece.length; filled > 0 && filled < all.length; filled *= 2)
    all.copyWithin(filled, 0, filled)
  return all
}

export function randomBytes(random: Random, length: number): Bytes {
  return Uint8Array.from({ length }, () => random.below(256))
}

/** How many pieces a hostile file has: mostly few, one time in twenty as many as `most`. */
export function howMany(random: Random, most: number): number {
  const reach = random.below(20) === 0 ? most : random.below(10) === 0 ? most / 100 : 8
  return random.below(Math.max(2, Math.ceil(reach)))
}

const borders = [
  0,
  1,
  2,
  3,
  7,
  255,
  256,
  4095,
  4096,
  19_999,
  20_001,
  65_535,
  2 ** 24,
  2 ** 31 - 1,
  2 ** 32 - 1,
]

/** A size that a header declares: honest, or one at which something may give way. */
export function anySize(random: Random, honest = 200): number {
  return random.below(5) === 0 ? random.pick(borders) : 1 + random.below(honest)
}

/** Some bytes changed, cut, doubled, or overwritten with numbers of 16 and 32 bits. */
export function mutated(random: Random, source: Uint8Array): Bytes {
  let bytes = new Uint8Array(source)
  for (let rounds = 1 + random.below(6); rounds > 0 && bytes.length > 0; rounds--) {
    const at = random.below(random.below(2) === 0 ? Math.min(bytes.length, 96) : bytes.length)
    const to = Math.min(bytes.length, at + random.below(64))
    switch (random.below(6)) {
      case 0:
        bytes[at] = random.below(256)
        break
      case 1:
        bytes.set(le32(random.pick(borders)).slice(0, bytes.length - at), at)
        break
      case 2:
        bytes.set(be32(random.pick(borders)).slice(0, bytes.length - at), at)
        break
      case 3:
        bytes = joinBytes(
          bytes.subarray(0, to),
          repeated(bytes.subarray(at, to), howMany(random, 5000)),
          bytes.subarray(to),
        )
        break
      case 4:
        bytes = joinBytes(bytes.subarray(0, at), bytes.subarray(to))
        break
      case 5:
        if (random.below(4) === 0) bytes = bytes.slice(0, at)
    }
  }
  return bytes
}
