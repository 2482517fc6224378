import { browserCodec as codecOfBrowser, type ImageCodec } from '@voxelwise/pixels'

/** JPEG and WebP by the browser; the decoders of DICOM are files of the page. */
export const browserCodec: ImageCodec = codecOfBrowser(async name =>
  (await import('./fetch-decoder.ts')).fetchDecoder(name),
)
