import { readBmpHeader } from './bmp.ts'
import { readJpeg } from './jpeg.ts'
import { readTiffSize } from './tiff-tags.ts'
import { readWebpSize } from './webp.ts'

export type ImageFormat = 'png' | 'jpeg' | 'gif' | 'bmp' | 'webp' | 'tiff'

/** What the first bytes of a file say: its format, and its size in pixels as far as the header gives it. */
export type ImageHeader = {
  readonly format: ImageFormat
  /** Zero where the header is cut or makes no sense. */
  readonly width: number
  readonly height: number
}

/**
 * Recognises an image by its content; its name does not count, as it does not to Pillow.
 * @returns null for a format we do not read. Never throws, whatever the bytes.
 */
export function probeImage(bytes: Uint8Array): ImageHeader | null {
  const format = formatOf(bytes)
  if (format === null) return null
  const { width, height } = sizeOf(bytes, format) ?? { width: 0, height: 0 }
  return { format, width, height }
}

function formatOf(bytes: Uint8Array): ImageFormat | null {
  // Latin-1, so that every byte is one character.
  const start = String.fromCharCode(...bytes.subarray(0, 12))
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (start.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (start.startsWith('GIF87a') || start.startsWith('GIF89a')) return 'gif'
  if (start.startsWith('BM')) return 'bmp'
  if (start.startsWith('RIFF') && start.endsWith('WEBP')) return 'webp'
  if (start.startsWith('II*\0') || start.startsWith('MM\0*')) return 'tiff'
  return null
}

type Size = { readonly width: number; readonly height: number }

function sizeOf(bytes: Uint8Array, format: ImageFormat): Size | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  switch (format) {
    case 'png':
      return bytes.length < 24 ? null : { width: view.getUint32(16), height: view.getUint32(20) }
    case 'gif':
      return bytes.length < 10 ? null : { width: view.getUint16(6, true), height: view.getUint16(8, true) }
    case 'jpeg':
      return readJpeg(bytes).frame
    case 'bmp':
      return readBmpHeader(bytes)
    case 'webp':
      return readWebpSize(bytes)
    case 'tiff':
      return readTiffSize(bytes)
  }
}
