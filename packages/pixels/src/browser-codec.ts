import type { ImageCodec } from './codec.ts'
import type { ReadDecoder } from './dicom/codecs.ts'
import { Faults } from './faults.ts'
import { joinedBytes } from './joined-bytes.ts'
import type { Pixels } from './pixels.ts'
import { type ByteOrder, rowOfColours } from './rows.ts'
import { wasmCodec, webpLibrary } from './wasm-codec.ts'

/** Byte of red, green and blue within the four of a pixel, by the formats a frame made from a bitmap may have. */
const orders: ReadonlyMap<string | null, ByteOrder> = new Map([
  ['RGBA', [0, 1, 2]],
  ['RGBX', [0, 1, 2]],
  ['BGRA', [2, 1, 0]],
  ['BGRX', [2, 1, 0]],
])

/**
 * Decodes a picture with the browser's own codec and gives its RGB as it left the codec: no colour management, no scaling.
 * The file must be free of orientation and of a sign that it has alpha; neither can be switched off.
 *
 * `createImageBitmap` decodes to RGB on the CPU; an `ImageDecoder` would hand out the YUV planes of a JPEG and convert them
 * with other rounding. A `VideoFrame` reads the bitmap back in the layout that it has: no canvas, which some privacy
 * settings make noisy, and no conversion, which would multiply by alpha. Needs a secure context.
 * @throws PixelError `image-unsupported`; DOMException if the codec refuses the file
 */
async function decodeNative(parts: readonly Uint8Array[], type: string, name: string): Promise<Pixels> {
  if (!('VideoFrame' in globalThis)) {
    const what = `${type} here: the browser is too old, or the page was not loaded over HTTPS`
    throw new Faults(name).unsupported(what)
  }
  // In one piece: Firefox identifies a blob by its first piece alone, and refuses a JPEG cut after two bytes.
  const blob = new Blob([joinedBytes(parts)], { type })
  const bitmap = await createImageBitmap(blob, { colorSpaceConversion: 'none', premultiplyAlpha: 'none' })
  const { width, height } = bitmap
  const frame = new VideoFrame(bitmap, { timestamp: 0 })
  bitmap.close()
  try {
    const order = orders.get(frame.format)
    if (order === undefined) throw new DOMException(`unexpected layout ${frame.format}`, 'NotSupportedError')
    const raw = new Uint8Array(frame.allocationSize())
    const [plane = { offset: 0, stride: 4 * width }] = await frame.copyTo(raw)
    const convert = rowOfColours(4, order)
    // In place, since the bitmap is still in memory: a pixel's RGB is never written ahead of the reading place.
    for (let y = 0; y < height; y++)
      convert(raw.subarray(plane.offset + y * plane.stride), width, raw, y * width * 3, 3)
    return { width, height, channels: 3, data: raw.subarray(0, width * height * 3) }
  } finally {
    frame.close()
  }
}

/** JPEG and WebP by the browser. @param decoder reads the decoders of DICOM from the page's own files */
export function browserCodec(decoder: ReadDecoder): ImageCodec {
  const webpCodec = wasmCodec({ 'image/webp': webpLibrary }, decoder)
  const codec: ImageCodec = {
    decode: decodeNative,
    obstacle: () => null,
    decoder,
    // WebKit alone of the browsers known to us needs another.
    forClearWebp: async () => ((await keepsClearColours()) ? codec : webpCodec),
  }
  return codec
}

/** A lossless WebP of one fully transparent pixel of red 200, green 100, blue 50, whose header declares no alpha. */
const clearPixel = Uint8Array.from(
  '524946461c000000574542505650384c100000002f000000000750b22257260211d1ff00'.match(/../g) ?? [],
  byte => Number.parseInt(byte, 16),
)

let areColoursKept: Promise<boolean> | null = null

/** Whether clear pixels keep their colours. Chromium and Firefox do; WebKit multiplies by the alpha. */
function keepsClearColours(): Promise<boolean> {
  areColoursKept ??= decodeNative([clearPixel], 'image/webp', 'a pixel').then(
    ({ data }) => data.join() === '200,100,50',
    () => false,
  )
  return areColoursKept
}
