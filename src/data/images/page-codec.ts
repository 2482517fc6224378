import { browserCodec, type ImageCodec } from '@voxelwise/pixels'

/** JPEG and WebP by the browser; the decoders of DICOM are files of the page. */
export const pageCodec: ImageCodec = browserCodec(async name =>
  (await import('./fetch-decoder.ts')).fetchDecoder(name),
)
