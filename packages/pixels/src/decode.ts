import { decodeBmp } from './bmp.ts'
import { Budget, checkFileSize } from './budget.ts'
import type { ImageCodec } from './codec.ts'
import { deepGreys } from './deep-greys.ts'
import { isDicom, readDicom } from './dicom/read-dicom.ts'
import { Faults } from './faults.ts'
import { splitPart } from './file-part.ts'
import { decodeGif } from './gif.ts'
import { shownFrame } from './grey/display.ts'
import { MAX_SEGMENTS, readJpeg } from './jpeg.ts'
import { DecoderMissing, PixelError } from './pixel-error.ts'
import type { Pixels } from './pixels.ts'
import { decodePng } from './png.ts'
import { type ImageHeader, probeImage } from './sniff.ts'
import { findStandIn } from './stand-in.ts'
import { decodeTiff } from './tiff.ts'
import { readWebp } from './webp.ts'
import { type Display, filePolicy, type WindowPolicy } from './window-policy.ts'

/** Scans of a JPEG: progressive ones have about ten. */
const MAX_SCANS = 100
/** Scans times pixels: each scan covers the whole picture, however few its bytes. */
const MAX_SCANNED = 1_000_000_000

/** Maximum bytes per pixel in a codec: coefficients of a progressive JPEG in addition to the bitmap. */
const NATIVE_BYTES = 10

/**
 * An image file as `Image.open(f).convert("RGB")` of Pillow gives it: its first frame, no colour management, alpha
 * dropped, not blended, orientation obeyed in TIFF only. docs/images.md says where that holds to the byte.
 *
 * JPEG and WebP are decoded by the codec: `browserCodec`, or `nodeCodec` of `@voxelwise/pixels/node`. The other formats are decoded
 * here and work anywhere.
 * @param bytes the whole file
 * @param name what errors call it
 * @throws PixelError `image-empty`, `image-truncated`, `image-unreadable`, `image-unsupported` or
 * `image-too-large`; DecoderMissing
 */
export async function decodeRgb(
  bytes: Uint8Array,
  name: string,
  codec: ImageCodec,
  policy: WindowPolicy = filePolicy,
): Promise<Pixels> {
  return (await decodePicture(bytes, name, codec, policy)).pixels
}

/** A picture, and of values of more than 8 bits how they became one. */
export interface DecodedPicture {
  readonly pixels: Pixels
  readonly display?: Display
}

/** As `decodeRgb`. @param name may name a part of the file (`splitPart`) */
export async function decodePicture(
  bytes: Uint8Array,
  name: string,
  codec: ImageCodec,
  policy: WindowPolicy,
): Promise<DecodedPicture> {
  const faults = new Faults(name)
  if (bytes.length === 0) throw faults.empty()
  const { part } = splitPart(name)
  try {
    if (isDicom(bytes)) {
      checkFileSize(name, bytes.length)
      return await readDicom(bytes, name, part, policy, codec)
    }
    const grey = deepGreys(bytes, name, part, policy)
    return grey
      ? shownFrame({ kind: 'grey', grey }, policy)
      : { pixels: await decodePlain(bytes, new Budget(name, bytes.length), codec) }
  } catch (cause) {
    const isNamed = cause instanceof PixelError || cause instanceof DecoderMissing
    throw isNamed ? cause : faults.damaged('its picture makes no sense', cause)
  }
}

async function decodePlain(bytes: Uint8Array, budget: Budget, codec: ImageCodec): Promise<Pixels> {
  const { faults } = budget
  const header = probeImage(bytes)
  const other = header === null ? findStandIn(bytes) : null
  if (other) throw faults.notItself(other)
  if (header === null)
    throw faults.unsupported('this file: it is no PNG, JPEG, GIF, BMP, WebP, TIFF, DICOM or NIfTI image')
  const { width, height } = header
  budget.picture(width, height)
  if (width === 0 || height === 0) throw faults.damaged('its header is cut or gives no size')
  return decoders[header.format](bytes, budget, codec)
}

type Decoder = (bytes: Uint8Array, budget: Budget, codec: ImageCodec) => Pixels | Promise<Pixels>

const decoders: Readonly<Record<ImageHeader['format'], Decoder>> = {
  png: decodePng,
  jpeg: decodeJpeg,
  gif: decodeGif,
  bmp: decodeBmp,
  webp: decodeWebp,
  tiff: decodeTiff,
}

function decodeJpeg(bytes: Uint8Array, budget: Budget, codec: ImageCodec): Promise<Pixels> {
  const { faults } = budget
  const { frame, complete, scans, crowded, adobe, bare } = readJpeg(bytes)
  if (crowded) throw faults.crowded('segments', MAX_SEGMENTS)
  // Browsers show what there is of a cut file; Pillow refuses it.
  if (!complete) throw faults.cut()
  if (frame === null) throw faults.damaged('it has no frame header')
  if (frame.precision !== 8) throw faults.unsupported(`JPEG of ${frame.precision} bits`)
  if (frame.process > 2) throw faults.unsupported(`JPEG of process ${frame.process}`)
  if (frame.components === 4 && !adobe) throw faults.unsupported('CMYK JPEG without an Adobe marker')
  const obstacle = codec.obstacle(frame)
  if (obstacle !== null) throw faults.unsupported(obstacle)
  const pixels = frame.width * frame.height
  const maxScans = Math.min(MAX_SCANS, Math.floor(MAX_SCANNED / pixels))
  if (scans > maxScans) throw faults.manyScans(scans, maxScans)
  budget.reserve(bytes.length + pixels * NATIVE_BYTES)
  return codec.decode(bare, 'image/jpeg', faults.name)
}

async function decodeWebp(bytes: Uint8Array, budget: Budget, codec: ImageCodec): Promise<Pixels> {
  const picture = readWebp(bytes, budget)
  if (picture === null) throw budget.faults.cut()
  const { width, height, x, y, file, holdsAlpha } = picture
  budget.picture(width, height)
  budget.reserve(file.length + width * height * NATIVE_BYTES)
  const suited = holdsAlpha ? await codec.forClearWebp() : codec
  const decoded = await suited.decode([file], 'image/webp', budget.faults.name)
  if (decoded.width === width && decoded.height === height) return decoded
  const data = new Uint8Array(width * height * 3)
  for (let row = 0; row < decoded.height; row++) {
    const line = decoded.data.subarray(row * decoded.width * 3, (row + 1) * decoded.width * 3)
    data.set(line, ((y + row) * width + x) * 3)
  }
  return { width, height, channels: 3, data }
}
