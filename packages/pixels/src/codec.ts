import type { ReadDecoder } from './dicom/codecs.ts'
import type { JpegFrame } from './jpeg.ts'
import type { Pixels } from './pixels.ts'

/** Decodes JPEG and WebP as Pillow does, to the byte, or refuses (docs/images.md). */
export interface ImageCodec {
  /**
   * @param parts the file, cut anywhere, free of orientation and of a sign that it has alpha
   * @param name what errors call it
   * @throws PixelError `image-unsupported` where the codec is not there; whatever the codec throws of a damaged file
   */
  decode(parts: readonly Uint8Array[], type: 'image/jpeg' | 'image/webp', name: string): Promise<Pixels>
  /** The feature of a JPEG that prevents decoding it as Pillow does, for "… is not supported"; null if none. */
  obstacle(frame: JpegFrame): string | null
  /** For a WebP whose alpha was cleared: another codec, where this one does not return its colours. */
  forClearWebp(): Promise<ImageCodec>
  /** Decoders that DICOM files need. */
  readonly decoder: ReadDecoder
}
