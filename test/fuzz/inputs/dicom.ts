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

const syntaxes = [
  '',
  '.1',
  '.1.99',
  '.2',
  '.4.50',
  '.4.70',
  '.4.80',
  '.4.90',
  '.4.201',
  '.5',
  '.8.1',
  '.4.999',
]

/** An element with a short length, explicit and little endian. */
const element = (tag: number, vr: string, ...value: readonly Part[]): Bytes => {
  const bytes = joinBytes(...value)
  const padded = bytes.length % 2 === 0 ? bytes : joinBytes(bytes, [0])
  return joinBytes(le16(tag >>> 16), le16(tag & 0xffff), vr, le16(padded.length), padded)
}

const long = (tag: number, vr: string, length: number, ...value: readonly Part[]): Bytes =>
  joinBytes(le16(tag >>> 16), le16(tag & 0xffff), vr, [0, 0], le32(length), ...value)

const item = (value: Part, length: number): Bytes =>
  joinBytes(le16(0xfffe), le16(0xe000), le32(length), value)

const undefinedLength = 0xffffffff
const end = joinBytes(le16(0xfffe), le16(0xe0dd), le32(0))

/** Items in items, with and without lengths. */
function nested(random: Random): Bytes {
  let inner: Bytes = element(0x00081150, 'UI', '1.2')
  for (let depth = howMany(random, 2000); depth > 0; depth--)
    inner = long(
      0x00081140,
      'SQ',
      undefinedLength,
      item(inner, random.below(2) ? inner.length : undefinedLength),
      end,
    )
  return inner
}

function pixels(random: Random, honest: number): Bytes {
  const bytes = random.pick([
    () => randomBytes(random, Math.min(honest, 4000)),
    () => repeated([random.below(256)], Math.min(honest, 2_000_000)),
    () => repeated([0x81, 0], howMany(random, 1_000_000)),
  ])()
  if (random.below(2) === 0)
    return long(0x7fe00010, 'OW', random.below(4) ? bytes.length : anySize(random), bytes)
  const header = random.pick<Part>([
    [0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, 0, 9, 0, 9, 1, 1, 0x11, 0, 0xff, 0xd9],
    [0xff, 0xd8, 0xff, 0xf7, 0, 11, 8, 0, 9, 0, 9, 1, 1, 0x11, 0, 0xff, 0xda],
    [0xff, 0xd8, 0xff, 0xc3, 0, 11, 16, 0, 9, 0, 9, 1, 1, 0x11, 0, 0xff, 0xda],
    joinBytes(
      [0xff, 0x4f, 0xff, 0x51],
      [0, 41, 0, 0],
      ...[9, 9, 0, 0, 9, 9, 0, 0].map(n => [0, 0, 0, n]),
      [0, 1, 7, 1, 1],
    ),
    le32(random.below(4)),
  ])
  const fragments = Array.from({ length: 1 + howMany(random, 3000) }, () => {
    const value = joinBytes(header, bytes.subarray(0, random.below(2000)))
    return item(value, random.below(8) ? value.length : anySize(random))
  })
  return long(0x7fe00010, 'OB', undefinedLength, item('', 0), ...fragments, random.below(3) ? end : [])
}

/** A DICOM file whose header says one thing and whose pixel data may be another. */
export function anyDicom(random: Random): Bytes {
  const [rows, columns] = random.below(3) ? [9, 9] : [anySize(random, 600), anySize(random, 600)]
  const samples = random.pick([1, 1, 1, 3, 2])
  const bits = random.pick([1, 8, 8, 16, 16, 32, 12])
  const short = (tag: number, value: number): Bytes => element(tag, 'US', le16(value & 0xffff))
  const data = joinBytes(
    element(0x00080016, 'UI', '1.2.840.10008.5.1.4.1.1.2'),
    element(0x00080060, 'CS', 'CT'),
    random.below(4) ? [] : nested(random),
    short(0x00280002, samples),
    element(
      0x00280004,
      'CS',
      random.pick(['MONOCHROME1', 'MONOCHROME2', 'RGB', 'YBR_FULL_422', 'PALETTE COLOR']),
    ),
    short(0x00280006, random.below(2)),
    element(0x00280008, 'IS', String(random.pick([1, 1, 1, 2, 99_999_999, -1, 'x']))),
    short(0x00280010, rows),
    short(0x00280011, columns),
    short(0x00280100, bits),
    short(0x00280101, random.pick([bits, bits, 7, 0, 40])),
    short(0x00280103, random.below(2)),
    element(0x00281050, 'DS', random.pick(['40', '', '1e308', 'x', '40\\80'])),
    element(0x00281051, 'DS', random.pick(['80', '0', '-1', '1', ''])),
    element(0x00281052, 'DS', random.pick(['-1024', '1e400', ''])),
    element(0x00281053, 'DS', random.pick(['1', '0', '-2.5'])),
    element(0x00281101, 'US', le16(random.below(65_536)), le16(0), le16(random.pick([8, 16, 0]))),
    long(0x00281201, 'OW', 512, repeated([1], 512)),
    pixels(random, Math.ceil((rows * columns * samples * bits) / 8)),
  )
  const syntax = `1.2.840.10008.1.2${random.pick(syntaxes)}`
  const meta = random.below(6) ? element(0x00020010, 'UI', syntax) : []
  return joinBytes(random.below(6) ? joinBytes(repeated([0], 128), 'DICM') : [], meta, data)
}
