/** Samples of a frame as they are stored: PS3.5 section 8, with what pydicom 3.0.2 does where files differ from it. */
import type { Budget } from '../budget.ts'
import type { ImageCodec } from '../codec.ts'
import type { Faults } from '../faults.ts'
import { reverseBytes, type SampleValues } from '../grey/grey-frame.ts'
import { unpackPackBits } from '../packbits.ts'
import { decodeJpeg2000, decodeJpegLossless, decodeJpegLs, interleaved, type Samples } from './codecs.ts'
import { readCodestream } from './codestream.ts'
import type { DataSet, PixelPlace } from './data-set.ts'
import { encapsulatedFrame } from './frames.ts'
import { decodeJpeg } from './jpeg-colours.ts'
import { syntaxes } from './parse.ts'
import type { SlicedBytes } from './sliced-bytes.ts'

/**
 * An RLE frame (PS3.5 annex G): a segment for each byte of a sample, most significant first, of each component.
 * @returns samples by planes, little endian; null where it is damaged
 */
function unpackRle(
  bytes: Uint8Array,
  pixels: number,
  components: number,
  bytesPerSample: number,
  budget: Budget,
): { readonly planes: Uint8Array; readonly isOverrun: boolean } | null {
  if (bytes.length < 64) return null
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const segments = view.getUint32(0, true)
  if (segments !== components * bytesPerSample) return null
  const out = new Uint8Array(pixels * components * bytesPerSample)
  let isOverrun = false
  for (let segment = 0; segment < segments; segment++) {
    const from = view.getUint32(4 + 4 * segment, true)
    const next = segment + 1 < segments ? view.getUint32(8 + 4 * segment, true) : bytes.length
    if (from < 64 || next < from || next > bytes.length) return null
    const plane = Math.floor(segment / bytesPerSample) * pixels * bytesPerSample
    const target = out.subarray(plane, plane + pixels * bytesPerSample)
    const byte = bytesPerSample - 1 - (segment % bytesPerSample)
    const unpacked = unpackPackBits(bytes.subarray(from, next), target, byte, bytesPerSample, budget)
    if (unpacked === 'short') return null
    isOverrun ||= unpacked === 'overrun'
  }
  return { planes: out, isOverrun }
}

/** The elements that say how samples are stored (PS3.3 C.7.6.3). */
export interface PixelLayout {
  readonly rows: number
  readonly columns: number
  readonly components: number
  readonly photometric: string
  readonly allocated: number
  readonly stored: number
  readonly signed: boolean
  readonly planar: boolean
  readonly frames: number
}

export interface FrameSamples extends PixelLayout {
  /** Interleaved, rows from top to bottom. */
  readonly values: SampleValues
  /** The RLE data claims more bytes than there are; no sample is missing. */
  readonly overrun?: true
}

const jpegSyntaxes = ['.50', '.51', '.57', '.70', '.80', '.81', '.90', '.91', '.201', '.202', '.203']
const encapsulated = new Map(jpegSyntaxes.map(end => [`1.2.840.10008.1.2.4${end}`, 'codestream']))
encapsulated.set('1.2.840.10008.1.2.5', 'rle')

/** Names of syntaxes that are refused. */
const refused: ReadonlyMap<string, string> = new Map(
  [
    ['DICOM with JPEG spectral selection', '4.53'],
    ['DICOM with progressive JPEG', '4.55'],
    ['DICOM with JPEG 2000 of several components', '4.92', '4.93'],
    ['DICOM that refers to a JPIP server', '4.94', '4.95'],
    ['DICOM with JPEG XL', '4.110', '4.111', '4.112'],
    ['DICOM with deflated frames', '8.1'],
  ].flatMap(([what = '', ...ends]) => ends.map(end => [`1.2.840.10008.1.2.${end}`, what] as const)),
)

/** Why no picture of a transfer syntax can be read; null where it can. */
export function syntaxObstacle(syntax: string): string | null {
  const native: readonly string[] = Object.values(syntaxes)
  if (native.includes(syntax) || encapsulated.has(syntax)) return null
  const isVideo = /^1\.2\.840\.10008\.1\.2\.4\.10\d/.test(syntax)
  return refused.get(syntax) ?? (isVideo ? 'DICOM with video' : 'the transfer syntax of this DICOM file')
}

/** @throws PixelError image-unreadable, image-unsupported */
export function readLayout(data: DataSet, faults: Faults): PixelLayout {
  const needed = (name: 'rows' | 'columns'): number => {
    const value = data.number(name)
    if (value === null || value < 1) throw faults.damaged('its header gives no size')
    return value
  }
  const components = data.number('samplesPerPixel') ?? 1
  const allocated = data.number('bitsAllocated') ?? 0
  const frames = data.number('frames') ?? 1
  const stored = data.number('bitsStored') ?? allocated
  if (components !== 1 && components !== 3) throw faults.unsupported(`DICOM of ${components} samples a pixel`)
  if (![1, 8, 16, 32, 64].includes(allocated)) throw faults.unsupported(`DICOM of ${allocated} bits a sample`)
  if (stored < 1 || stored > allocated) throw faults.damaged('its header gives no bit depth')
  return {
    ...{ rows: needed('rows'), columns: needed('columns'), components, allocated, stored },
    photometric: data.text('photometric').toUpperCase(),
    signed: data.number('pixelRepresentation') === 1,
    planar: components > 1 && data.number('planar') === 1,
    frames: Number.isInteger(frames) && frames > 0 ? frames : 1,
  }
}

/**
 * @param frame from 0
 * @throws PixelError image-truncated, image-unreadable, image-unsupported, image-too-large
 */
export async function readFrame(
  { source, syntax, data }: { readonly source: SlicedBytes; readonly syntax: string; readonly data: DataSet },
  layout: PixelLayout,
  frame: number,
  codec: ImageCodec,
  budget: Budget,
): Promise<FrameSamples> {
  const { faults } = budget
  const place = data.pixels
  if (place === null) throw faults.unsupported('this DICOM file: it has no picture')
  const obstacle = syntaxObstacle(syntax)
  if (obstacle !== null) throw faults.unsupported(obstacle)
  const coding = encapsulated.get(syntax)
  const { fragments } = place
  if (coding === undefined) {
    if (fragments) throw faults.damaged('its pixel data is compressed, but its header says that it is not')
    return nativeFrame(source, place, layout, frame, syntax, budget)
  }
  if (!fragments) throw faults.damaged('its pixel data is not compressed, but its header says that it is')
  const bytes = await encapsulatedFrame(source, { ...place, fragments }, data, frame, layout.frames, faults)
  budget.reserve(bytes.length)
  return coding === 'rle' ? rleFrame(bytes, layout, budget) : codestreamFrame(bytes, layout, codec, budget)
}

/**
 * Whether the RLE data of a frame claims more bytes than there are; null of any other coding.
 * @param frame from 0
 * @throws as `readFrame`
 */
export async function isRleOverrun(
  { source, syntax, data }: { readonly source: SlicedBytes; readonly syntax: string; readonly data: DataSet },
  frame: number,
  budget: Budget,
): Promise<boolean | null> {
  const { faults } = budget
  const fragments = data.pixels?.fragments
  if (encapsulated.get(syntax) !== 'rle' || !data.pixels || !fragments) return null
  const layout = readLayout(data, faults)
  budget.picture(layout.columns, layout.rows)
  const bytes = await encapsulatedFrame(
    source,
    { ...data.pixels, fragments },
    data,
    frame,
    layout.frames,
    faults,
  )
  budget.reserve(bytes.length)
  return rleFrame(bytes, layout, budget).overrun === true
}

async function nativeFrame(
  source: SlicedBytes,
  { name, vr, from, length }: PixelPlace,
  layout: PixelLayout,
  frame: number,
  syntax: string,
  budget: Budget,
): Promise<FrameSamples> {
  const { faults } = budget
  const { rows, columns, components, photometric, allocated } = layout
  const halved = photometric === 'YBR_FULL_422' && components === 3
  if (halved && columns % 2 === 1) throw faults.unsupported('YBR_FULL_422 with an odd number of columns')
  const samples = rows * columns * (halved ? 2 : components)
  const littleEndian = syntax !== syntaxes.bigEndian
  if (allocated === 1) {
    const firstBit = frame * samples
    const last = Math.ceil((firstBit + samples) / 8)
    if (last > length) throw faults.cut()
    budget.reserve(samples + samples / 8)
    const bits = await source.read(from + Math.floor(firstBit / 8), from + last)
    const values = new Uint8Array(samples)
    for (let i = 0, bit = firstBit % 8; i < samples; i++, bit++)
      values[i] = ((bits[bit >> 3] as number) >> (bit & 7)) & 1
    return { ...layout, values }
  }
  const size = samples * (allocated / 8)
  const start = frame * size
  if (start + size > length) throw faults.cut()
  budget.reserve(2 * size)
  const isSwapped = !littleEndian && allocated === 8 && vr === 'OW'
  const bytes = isSwapped
    ? await swappedPairs(source, from, length, start, size)
    : (await source.read(from + start, from + start + size)).slice()
  if (bytes.length < size) throw faults.cut()
  if (!littleEndian && allocated > 8) reverseBytes(bytes, allocated / 8)
  if (name === 'floatPixels') return { ...layout, values: new Float32Array(bytes.buffer, 0, samples) }
  if (name === 'doublePixels') return { ...layout, values: new Float64Array(bytes.buffer, 0, samples) }
  if (allocated === 64) throw faults.unsupported('DICOM of 64 bits a sample')
  const values = withoutUnusedBits(typed(bytes, allocated, layout.signed), allocated, layout.stored)
  if (halved) {
    budget.reserve(rows * columns * 3)
    return { ...layout, photometric: 'YBR_FULL', values: withRepeatedChroma(values) }
  }
  return { ...layout, values: layout.planar ? interleaved(values, components) : values }
}

/** Bytes of a big-endian word are written in the other order, across the border of odd frames. */
async function swappedPairs(
  source: SlicedBytes,
  from: number,
  length: number,
  start: number,
  size: number,
): Promise<Uint8Array> {
  const first = start - (start % 2)
  const end = Math.min(length, start + size + ((start + size) % 2))
  const pairs = (await source.read(from + first, from + end)).slice()
  reverseBytes(pairs, 2)
  return pairs.slice(start - first, start - first + size)
}

type Whole = Exclude<SampleValues, Float32Array | Float64Array>

function typed(bytes: Uint8Array, allocated: number, signed: boolean): Whole {
  const buffer = bytes.buffer as ArrayBuffer
  if (allocated === 8) return signed ? new Int8Array(buffer) : new Uint8Array(buffer)
  if (allocated === 16) return signed ? new Int16Array(buffer) : new Uint16Array(buffer)
  return signed ? new Int32Array(buffer) : new Uint32Array(buffer)
}

/** Clears bits that hold no value, or fills them with the sign: they may hold anything. */
function withoutUnusedBits<V extends Whole>(values: V, bits: number, stored: number): V {
  if (stored >= bits) return values
  const shift = 32 - stored
  const isSigned = values instanceof Int8Array || values instanceof Int16Array || values instanceof Int32Array
  for (let i = 0; i < values.length; i++) {
    const high = (values[i] as number) << shift
    values[i] = isSigned ? high >> shift : high >>> shift
  }
  return values
}

/** Y1 Y2 Cb Cr become Y1 Cb Cr Y2 Cb Cr. */
function withRepeatedChroma(values: Whole): Uint8Array {
  const out = new Uint8Array((values.length / 2) * 3)
  for (let from = 0, to = 0; from + 3 < values.length; from += 4, to += 6) {
    const blue = values[from + 2] as number
    const red = values[from + 3] as number
    out[to] = values[from] as number
    out[to + 1] = blue
    out[to + 2] = red
    out[to + 3] = values[from + 1] as number
    out[to + 4] = blue
    out[to + 5] = red
  }
  return out
}

function rleFrame(bytes: Uint8Array, layout: PixelLayout, budget: Budget): FrameSamples {
  const { faults } = budget
  const { rows, columns, components, allocated, stored, signed } = layout
  if (![8, 16, 32].includes(allocated)) throw faults.unsupported(`RLE of ${allocated} bits a sample`)
  budget.reserve(2 * rows * columns * components * (allocated / 8))
  const unpacked = unpackRle(bytes, rows * columns, components, allocated / 8, budget)
  if (unpacked === null) throw faults.damaged('its compressed data makes no sense')
  const values = withoutUnusedBits(typed(unpacked.planes, allocated, signed), allocated, stored)
  return {
    ...layout,
    values: components > 1 ? interleaved(values, components) : values,
    ...(unpacked.isOverrun && { overrun: true }),
  }
}

async function codestreamFrame(
  bytes: Uint8Array,
  layout: PixelLayout,
  codec: ImageCodec,
  budget: Budget,
): Promise<FrameSamples> {
  const { faults } = budget
  const { rows, columns, components } = layout
  const stream = readCodestream(bytes)
  if (stream === null) throw faults.damaged('its compressed data has no header')
  const { shape } = stream
  if (shape.width !== columns || shape.height !== rows || shape.components !== components)
    throw faults.damaged('its compressed data has another size than its header')
  // The decoder's own samples, its copy, and ours.
  budget.reserve(3 * rows * columns * components * (shape.precision > 8 ? 4 : 2))
  const checked = (samples: Samples | null): Samples => {
    if (samples !== null) return samples
    throw faults.damaged('its compressed data makes no sense')
  }
  if (stream.kind === 'jpeg') {
    if (shape.precision !== 8) throw faults.unsupported(`DICOM with JPEG of ${shape.precision} bits`)
    const { rgb, photometric } = await decodeJpeg(bytes, layout.photometric, codec, faults)
    if (components === 3) return { ...layout, photometric, values: new Uint8Array(rgb) }
    const grey = new Uint8Array(rows * columns)
    for (let i = 0; i < grey.length; i++) grey[i] = rgb[3 * i] as number
    return { ...layout, values: signedAs(grey, layout, layout.stored) }
  }
  if (shape.precision > 16)
    throw faults.unsupported(`DICOM with compressed samples of ${shape.precision} bits`)
  if (stream.kind === 'jpeg-2000') {
    if (stream.uneven) throw faults.unsupported('JPEG 2000 with components of different sizes')
    const samples = checked(await decodeJpeg2000(bytes, shape, codec.decoder))
    const isTransformed = layout.photometric === 'YBR_ICT' || layout.photometric === 'YBR_RCT'
    const photometric = isTransformed ? 'RGB' : layout.photometric
    const isOther = components === 1 && stream.signed !== layout.signed
    return { ...layout, photometric, values: isOther ? signedAs(samples, layout, shape.precision) : samples }
  }
  if (stream.kind === 'jpeg-lossless') {
    const samples = checked(await decodeJpegLossless(bytes, shape))
    return { ...layout, values: signedAs(samples, layout, layout.stored) }
  }
  const samples = checked(await decodeJpegLs(bytes, shape, codec.decoder))
  return { ...layout, values: layout.signed ? signedAs(samples, layout, shape.precision) : samples }
}

/** The same bits, with the sign and the number of bits that the header states. */
function signedAs(samples: Samples, { signed }: PixelLayout, bits: number): Whole {
  const { byteOffset, length, BYTES_PER_ELEMENT: size } = samples
  const buffer = samples.buffer as ArrayBuffer
  const values =
    size === 1
      ? new (signed ? Int8Array : Uint8Array)(buffer, byteOffset, length)
      : new (signed ? Int16Array : Uint16Array)(buffer, byteOffset, length)
  return withoutUnusedBits(values, 8 * size, bits)
}
