import type { Random } from '../../unit/support/random.ts'
import {
  anySize,
  type Bytes,
  howMany,
  joinBytes,
  le16,
  le32,
  type Part,
  randomBytes,
  repeated,
} from '../bytes.ts'

interface BmpHead {
  readonly width: number
  readonly height: number
  readonly bits: number
  readonly compression?: number
  readonly colours?: number
  readonly offset?: number
}

export function bmpFile(
  { width, height, bits, compression = 0, colours = 0, offset = 54 }: BmpHead,
  data: Part,
): Bytes {
  return joinBytes(
    'BM',
    [...le32(0), ...le32(0), ...le32(offset), ...le32(40), ...le32(width), ...le32(height), ...le16(1)],
    [...le16(bits), ...le32(compression), ...le32(0), ...le32(0), ...le32(0), ...le32(colours), ...le32(0)],
    data,
  )
}

export function anyBmp(random: Random): Bytes {
  const head = {
    width: anySize(random),
    height: anySize(random),
    bits: random.pick([1, 4, 8, 16, 24, 32, 2, 0]),
    compression: random.below(5),
    colours: random.below(3) === 0 ? anySize(random) : 0,
    offset: random.below(6) === 0 ? anySize(random) : 54,
  }
  // Ends of lines, steps of nothing, and runs behind the end of a line.
  const code = random.pick([
    [0, 0],
    [0, 2, 0, 0],
    [255, 1],
    [0, 255],
    [0, 3, 1, 2, 3, 0],
    [1, 1],
  ])
  return bmpFile(
    head,
    joinBytes(randomBytes(random, random.below(5000)), repeated(code, howMany(random, 5_000_000))),
  )
}
