/** Reading pixels with errors of our own: the package does not know them. */
import {
  type DecodedPicture,
  type Depth,
  type DicomFile,
  decodePicture as decodedPicture,
  depthOf as depthOfFile,
  type Faults,
  filePolicy,
  type ImageCodec,
  isRleOverrun as isOverrun,
  isShownByPolicy as isPolicyShown,
  readLayout as layoutOf,
  type ParseOptions,
  type Pixels,
  parseDicom as parsedDicom,
  type SlicedBytes,
  frameSamples as samplesOfFrame,
  type WindowPolicy,
} from '@voxelwise/pixels'
import { browserCodec } from './browser-codec.ts'
import { later, now } from './own-errors.ts'

/** As the package's, by the browser unless another codec is handed in. @throws VoxelwiseError with its codes; page-outdated */
export const decodeRgb = async (
  bytes: Uint8Array,
  name: string,
  codec: ImageCodec = browserCodec,
  policy: WindowPolicy = filePolicy,
): Promise<Pixels> => (await decodePicture(bytes, name, codec, policy)).pixels

/** @throws VoxelwiseError as `decodeRgb` */
export const decodePicture = (
  bytes: Uint8Array,
  name: string,
  codec: ImageCodec,
  policy: WindowPolicy,
): Promise<DecodedPicture> => later(name, () => decodedPicture(bytes, name, codec, policy))

/** @throws VoxelwiseError as `decodeRgb` */
export const depthOf = (
  file: Blob,
  path: string,
  place: number | null,
  codec: ImageCodec,
): Promise<Depth | null> => later(path, () => depthOfFile(file, path, place, codec))

/** @throws VoxelwiseError with the package's codes */
export const parseDicom = (bytes: SlicedBytes, faults: Faults, options: ParseOptions): Promise<DicomFile> =>
  later(faults.name, () => parsedDicom(bytes, faults, options))

/** @throws VoxelwiseError with the package's codes */
export const readLayout: typeof layoutOf = (data, faults) => now(faults.name, () => layoutOf(data, faults))

/** @throws VoxelwiseError with the package's codes; page-outdated */
export const frameSamples: typeof samplesOfFrame = (file, place, codec) =>
  later(file.faults.name, () => samplesOfFrame(file, place, codec))

/** @throws VoxelwiseError image-too-large */
export const isShownByPolicy: typeof isPolicyShown = (bytes, name, policy) =>
  now(name, () => isPolicyShown(bytes, name, policy))

/** @throws VoxelwiseError with the package's codes */
export const isRleOverrun: typeof isOverrun = (file, frame, budget) =>
  later(budget.faults.name, () => isOverrun(file, frame, budget))
