/** zlib streams, honest ones and such as give nothing for a long time. */
import { deflateSync } from 'node:zlib'
import type { Random } from '../../unit/support/random.ts'
import { type Bytes, howMany, joinBytes, randomBytes, repeated } from '../bytes.ts'

const header = [0x78, 0x01]

/** A block of each kind (RFC 1951, section 3.2.3) that holds nothing, as bits in the order of the stream. */
const emptyBlocks = {
  stored: null,
  fixed: '0' + '10' + '0000000',
  /** One code, for the end of the block, and none for distances. */
  dynamic:
    `0${'01'}${'00000'}${'00000'}${'0111'}` +
    // Lengths of the codes for 16, 17, 18, 0, 8 … 1.
    `000000${'100'}${'010'}${'000'.repeat(13)}${'010'}` +
    // 138 and 118 lengths of 0, one of 1; a distance of length 0; the end of the block.
    `0${'1111111'}0${'1101011'}11` +
    '10' +
    '0',
} as const

export type BlockKind = keyof typeof emptyBlocks

/** A zlib stream that begins with `count` blocks of nothing. */
export function emptyDeflate(kind: BlockKind, count: number, rest: Uint8Array = new Uint8Array()): Bytes {
  const bits = emptyBlocks[kind]
  if (bits === null) return joinBytes(header, repeated([0, 0, 0, 0xff, 0xff], count), rest)
  // Eight blocks end on a whole byte.
  const eight = bits.repeat(8)
  const bytes = Array.from({ length: eight.length / 8 }, (_, i) =>
    Number.parseInt([...eight.slice(8 * i, 8 * i + 8)].reverse().join(''), 2),
  )
  return joinBytes(header, repeated(bytes, Math.ceil(count / 8)), rest)
}

/** A stream of about `size` bytes once unpacked. */
export function anyDeflate(random: Random, size: number): Bytes {
  const length = Math.min(2_000_000, Math.max(0, size + random.below(5) - 1))
  const plain = random.below(2) === 0 ? new Uint8Array(length) : randomBytes(random, Math.min(length, 20_000))
  const packed = new Uint8Array(deflateSync(plain, { level: random.below(10), strategy: random.below(5) }))
  switch (random.below(6)) {
    case 0: {
      const kind = random.pick<BlockKind>(['stored', 'fixed', 'dynamic'])
      return emptyDeflate(kind, howMany(random, 1_000_000), packed.subarray(2))
    }
    case 1:
      return packed.slice(0, random.below(packed.length))
    default:
      return packed
  }
}
