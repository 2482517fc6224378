import type { Random } from '../../unit/support/random.ts'
import { anySize, type Bytes, be16, howMany, joinBytes, type Part, randomBytes, repeated } from '../bytes.ts'

export function segment(code: number, ...parts: readonly Part[]): Bytes {
  const body = joinBytes(...parts)
  return joinBytes([0xff, code], be16(Math.min(65_535, body.length + 2)), body)
}

/** A frame header of three components; the code says of which process: 0xc2 is progressive. */
export function frameHeader(width: number, height: number, code = 0xc0): Bytes {
  return segment(code, [8, ...be16(height), ...be16(width), 3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0])
}

/** A scan of one component with next to no data. */
export const scan: Bytes = joinBytes(segment(0xda, [1, 1, 0, 1, 63, 0x01]), [0x00])

export function jpegFile(...parts: readonly Part[]): Bytes {
  return joinBytes([0xff, 0xd8], ...parts, [0xff, 0xd9])
}

export function anyJpeg(random: Random): Bytes {
  const size = () => Math.min(65_535, anySize(random))
  const parts = {
    frame: () => frameHeader(size(), size(), random.pick([0xc0, 0xc1, 0xc2, 0xc3, 0xc9])),
    scans: () => repeated(scan, howMany(random, 3000)),
    metadata: () =>
      repeated(
        segment(
          random.pick([0xe0, 0xe1, 0xe2, 0xee, 0xfe, 0xdb, 0xc4, 0xdd]),
          randomBytes(random, random.below(20)),
        ),
        howMany(random, 500_000),
      ),
    exif: () => segment(0xe1, 'Exif\0\0II*\0', randomBytes(random, 60)),
    restarts: () => repeated([0xff, 0xd0 + random.below(8)], howMany(random, 5_000_000)),
    fill: () => repeated([0xff], howMany(random, 5_000_000)),
    stuffing: () => repeated([0xff, 0], howMany(random, 5_000_000)),
    noise: () => randomBytes(random, random.below(400)),
  }
  const made = Array.from({ length: 1 + random.below(8) }, () => random.pick(Object.values(parts))())
  return jpegFile(random.below(3) > 0 ? parts.frame() : '', ...made)
}
