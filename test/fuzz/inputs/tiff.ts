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
import { anyDeflate } from './deflate.ts'

/** A field of a directory: its numbers, or where a block of the file holds them. */
export interface TiffField {
  readonly tag: number
  /** 1 BYTE, 3 SHORT, 4 LONG. */
  readonly type: number
  readonly count: number
  readonly value: number
}

export const field = (tag: number, value: number, count = 1, type = 4): TiffField => ({
  tag,
  type,
  count,
  value,
})

/** A directory behind the header, then `data`, which begins at `tiffData(fields.length)`. */
export function tiffFile(fields: readonly TiffField[], ...data: readonly Part[]): Bytes {
  const entries = fields.flatMap(({ tag, type, count, value }) => [
    ...le16(tag),
    ...le16(type),
    ...le32(count),
    ...le32(value),
  ])
  return joinBytes('II*\0', le32(8), le16(fields.length), entries, le32(0), ...data)
}

/** Where the data of a file with so many fields begins. */
export const tiffData = (fields: number): number => 8 + 2 + 12 * fields + 4

/** LZW codes of nine bits, 256 each: eight of them are nine bytes. */
export const clears = (bytes: number): Bytes =>
  repeated([0x80, 0x40, 0x20, 0x10, 0x08, 0x04, 0x02, 0x01, 0x00], Math.ceil(bytes / 9))

export function anyTiff(random: Random): Bytes {
  const [width, height] = [anySize(random, 2000), anySize(random, 2000)]
  const samples = random.below(2) === 0 ? 1 : 2 + random.below(4)
  const compression = random.pick([1, 5, 8, 32_773])
  const packed = random.pick([
    () => randomBytes(random, random.below(4000)),
    () => clears(howMany(random, 3_000_000)),
    () => repeated([128], howMany(random, 3_000_000)),
    () => repeated([0, 7], howMany(random, 3_000_000)),
    () => anyDeflate(random, Math.min(1e6, width * height * samples)),
  ])()
  const blocks = random.pick([1, 2, 64, howMany(random, 150_000)])
  const tiled = random.below(3) === 0
  const extra = howMany(random, 3000)
  const at = tiffData(14 + extra)
  const sharing = [
    field(tiled ? 324 : 273, at, blocks),
    field(tiled ? 325 : 279, random.below(2) === 0 ? at : packed.length, random.below(2) === 0 ? blocks : 1),
  ]
  const fields = [
    field(256, width),
    field(257, height),
    field(258, random.pick([8, 8, 8, 8, 16, 1])),
    field(259, compression),
    field(262, samples === 1 ? random.pick([0, 1, 3]) : samples < 4 ? 1 : random.pick([1, 2, 5])),
    ...sharing,
    field(277, samples),
    field(278, random.below(2) === 0 ? height : anySize(random)),
    field(284, random.below(4) === 0 ? 2 : 1),
    field(317, random.below(4) === 0 ? 2 : 1),
    field(322, anySize(random)),
    field(323, anySize(random)),
    field(274, random.below(10)),
    ...Array.from({ length: extra }, () =>
      field(random.pick([273, 320, 330, 339, 34_665]), at, anySize(random, 1000)),
    ),
  ]
  return tiffFile(fields, repeated(le32(at), Math.min(blocks, 200_000)), packed)
}
