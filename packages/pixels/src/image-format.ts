/** Which image a file is, by its first bytes. */

export type ImageFormat = 'png' | 'jpeg' | 'gif' | 'bmp' | 'webp' | 'tiff'

/** How many of a file's first bytes identify its format. */
const MAGIC_BYTES = 12

/** The format of an image by its first bytes, null where it is none that we read. */
export function sniffFormat(bytes: Uint8Array): ImageFormat | null {
  // Latin-1, so that every byte is one character.
  const start = String.fromCharCode(...bytes.subarray(0, MAGIC_BYTES))
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (start.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (start.startsWith('GIF87a') || start.startsWith('GIF89a')) return 'gif'
  if (start.startsWith('BM')) return 'bmp'
  if (start.startsWith('RIFF') && start.endsWith('WEBP')) return 'webp'
  if (start.startsWith('II*\0') || start.startsWith('MM\0*')) return 'tiff'
  return null
}
