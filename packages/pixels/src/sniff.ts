import { readBmpHeader } from './bmp.ts'
import { type ImageFormat, sniffFormat } from './image-format.ts'
import { readJpeg } from './jpeg.ts'
import { readTiffSize } from './tiff-tags.ts'
import { readWebpSize } from './webp.ts'

/** The format given by a file's first bytes, and its size in pixels as far as the header contains it. */
export type ImageHeader = {
  readonly format: ImageFormat
  /** Zero where the header is cut or makes no sense. */
  readonly width: number
  readonly height: number
}

/** Recognises an image by its content, not its name. Never throws. @returns null for a format we do not read */
export function probeImage(bytes: Uint8Array): ImageHeader | null {
  const format = sniffFormat(bytes)
  if (format === null) return null
  const { width, height } = readSize(bytes, format) ?? { width: 0, height: 0 }
  return { format, width, height }
}

type Size = { readonly width: number; readonly height: number }

function readSize(bytes: Uint8Array, format: ImageFormat): Size | null {
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
