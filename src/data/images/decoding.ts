/** Reading pixels with errors of our own: the package does not know them. */
import {
  type DecodedPicture,
  type Depth,
  type DicomFile,
  decodeDepth,
  decodePicture,
  type Faults,
  filePolicy,
  frameSamples,
  type ImageCodec,
  isRleOverrun,
  isShownByPolicy,
  type ParseOptions,
  type Pixels,
  parseDicom,
  readLayout,
  type SlicedBytes,
  type WindowPolicy,
} from '@voxelwise/pixels'
import { later, now } from './own-errors.ts'
import { pageCodec } from './page-codec.ts'

/** As the package's, by the browser unless another codec is handed in. @throws VoxelwiseError with its codes; page-outdated */
export const readPixels = async (
  bytes: Uint8Array,
  name: string,
  codec: ImageCodec = pageCodec,
  policy: WindowPolicy = filePolicy,
): Promise<Pixels> => (await readPicture(bytes, name, codec, policy)).pixels

/** @throws VoxelwiseError as `readPixels` */
export const readPicture = (
  bytes: Uint8Array,
  name: string,
  codec: ImageCodec,
  policy: WindowPolicy,
): Promise<DecodedPicture> => later(name, () => decodePicture(bytes, name, codec, policy))

/** @throws VoxelwiseError as `readPixels` */
export const readDepth = (
  file: Blob,
  path: string,
  place: number | null,
  codec: ImageCodec,
): Promise<Depth | null> => later(path, () => decodeDepth(file, path, place, codec))

/** @throws VoxelwiseError with the package's codes */
export const readDicomHeader = (
  bytes: SlicedBytes,
  faults: Faults,
  options: ParseOptions,
): Promise<DicomFile> => later(faults.name, () => parseDicom(bytes, faults, options))

/** @throws VoxelwiseError with the package's codes */
export const readFrameLayout: typeof readLayout = (data, faults) =>
  now(faults.name, () => readLayout(data, faults))

/** @throws VoxelwiseError with the package's codes; page-outdated */
export const readSamples: typeof frameSamples = (file, place, codec) =>
  later(file.faults.name, () => frameSamples(file, place, codec))

/** Whether a window policy decides how a file is shown. @throws VoxelwiseError image-too-large */
export const dependsOnPolicy: typeof isShownByPolicy = (bytes, name, policy) =>
  now(name, () => isShownByPolicy(bytes, name, policy))

/** Whether the RLE data of a frame claims more bytes than there are. @throws VoxelwiseError with the package's codes */
export const hasOverrun: typeof isRleOverrun = (file, frame, budget) =>
  later(budget.faults.name, () => isRleOverrun(file, frame, budget))
