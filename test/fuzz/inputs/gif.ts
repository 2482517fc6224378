import type { Random } from '../../unit/support/random.ts'
import { anySize, type Bytes, howMany, joinBytes, le16, type Part, randomBytes, repeated } from '../bytes.ts'

const size16 = (random: Random) => Math.min(65_535, anySize(random))

export interface GifFrame {
  readonly x?: number
  readonly y?: number
  readonly width: number
  readonly height: number
  readonly codeSize?: number
  /** Blocks with their sizes, without the empty one at the end. */
  readonly blocks: Part
}

/** @param before what stands before the frame */
export function gifFile(screen: number, frame: GifFrame, before: Part = ''): Bytes {
  const { x = 0, y = 0, width, height, codeSize = 2, blocks } = frame
  return joinBytes(
    'GIF89a',
    [...le16(screen), ...le16(screen), 0x80, 0, 0],
    new Uint8Array(6),
    before,
    [0x2c, ...le16(x), ...le16(y), ...le16(width), ...le16(height), 0, codeSize],
    blocks,
    [0, 0x3b],
  )
}

/** A stream cut into blocks of at most `length` bytes. */
export function writeBlocks(packed: Uint8Array, length = 255): Bytes {
  const blocks = new Uint8Array(packed.length + Math.ceil(packed.length / length))
  for (let at = 0, to = 0; at < packed.length; at += length) {
    const block = packed.subarray(at, at + length)
    blocks[to] = block.length
    blocks.set(block, to + 1)
    to += 1 + block.length
  }
  return blocks
}

/** Clears of a table of 2-bit pixels: codes of three bits, 100 each. */
export const clears = (bytes: number): Bytes =>
  repeated([0b00100100, 0b01001001, 0b10010010], Math.ceil(bytes / 3))

export function anyGif(random: Random): Bytes {
  const packed = random.pick([
    () => randomBytes(random, random.below(3000)),
    () => clears(howMany(random, 3_000_000)),
    () => repeated([0b10000100, 0b00100001], howMany(random, 2_000_000)),
    () => new Uint8Array(random.below(5000)),
  ])()
  const extension = joinBytes(
    [0x21, random.pick([0xf9, 0xfe, 0xff, 0x01])],
    writeBlocks(randomBytes(random, 20), 7),
    [0],
  )
  const before = random.pick([
    () => repeated(extension, howMany(random, 100_000)),
    () => joinBytes([0x21, 0xfe], repeated([1, 0], howMany(random, 5_000_000)), [0]),
    () => repeated([random.below(256)], howMany(random, 5_000_000)),
    () => joinBytes(),
  ])()
  const frame = {
    x: random.below(3) === 0 ? size16(random) : 0,
    y: random.below(3) === 0 ? size16(random) : 0,
    width: size16(random),
    height: size16(random),
    codeSize: random.below(13),
    blocks: writeBlocks(packed, random.pick([1, 2, 100, 255])),
  }
  return gifFile(size16(random), frame, before)
}
