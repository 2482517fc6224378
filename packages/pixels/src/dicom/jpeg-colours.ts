/** The colours of a JPEG in a DICOM file, as pydicom 3.0.2 with Pillow reads them. */
import type { ImageCodec } from '../codec.ts'
import type { Faults } from '../faults.ts'
import { readJpeg } from '../jpeg.ts'

/** APP14 of Adobe with transform 0: components are what they are. */
const untransformed = Uint8Array.of(
  ...[0xff, 0xee, 0, 14, 0x41, 0x64, 0x6f, 0x62, 0x65, 0, 100, 0, 0, 0, 0, 0],
)

/**
 * A codec makes RGB of YCbCr, unless an Adobe segment says that components are RGB already. In DICOM, a file without such
 * a segment may hold RGB, too: its header says it.
 */
export async function decodeJpeg(
  bytes: Uint8Array,
  photometric: string,
  codec: ImageCodec,
  faults: Faults,
): Promise<{ readonly rgb: Uint8Array | Uint8ClampedArray; readonly photometric: string }> {
  const { frame, bare, complete, crowded } = readJpeg(bytes)
  if (frame === null || !complete || crowded) throw faults.cut()
  if (frame.process > 2) throw faults.unsupported(`JPEG of process ${frame.process}`)
  const obstacle = codec.obstacle(frame)
  if (obstacle !== null) throw faults.unsupported(obstacle)
  const isColour = frame.components === 3
  const isRgb = isColour && !bare.some(isAdobe) && photometric === 'RGB' && !bare.some(isJfif)
  const [start = bytes, ...rest] = bare
  const parts = isRgb ? [start, untransformed, ...rest] : bare
  const { data, width, height } = await codec.decode(parts, 'image/jpeg', faults.name)
  if (width !== frame.width || height !== frame.height) throw faults.damaged('its picture makes no sense')
  return { rgb: data, photometric: isColour ? 'RGB' : photometric }
}

/** Shorter ones, which exist, are none to libjpeg. */
const isAdobe = (part: Uint8Array): boolean =>
  part[0] === 0xff &&
  part[1] === 0xee &&
  part.length >= 16 &&
  String.fromCharCode(...part.subarray(4, 9)) === 'Adobe'

const isJfif = (part: Uint8Array): boolean => part[0] === 0xff && part[1] === 0xe0
