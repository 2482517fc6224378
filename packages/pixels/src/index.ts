/** Images as Pillow reads and resizes them; DICOM, NIfTI and NumPy files. */
export { browserCodec } from './browser-codec.ts'
export { Budget, checkFileSize, MAX_FILE } from './budget.ts'
export type { ImageCodec } from './codec.ts'
export { crc32 } from './crc32.ts'
export { centerCrop, crop, padToSquare } from './crop.ts'
export { type DecodedPicture, decodePicture, decodeRgb } from './decode.ts'
export { isShownByPolicy } from './deep-greys.ts'
export { type Depth, decodeDepth } from './depth.ts'
export type { ReadDecoder, WasmDecoder } from './dicom/codecs.ts'
export { DataSet } from './dicom/data-set.ts'
export { firstGroupItem, groupItems } from './dicom/frame-attributes.ts'
export { isRleOverrun, readLayout, syntaxObstacle } from './dicom/frame-samples.ts'
export { type DicomFile, isDicom, type ParseOptions, parseDicom } from './dicom/parse.ts'
export { frameSamples, openDicom, readDicom } from './dicom/read-dicom.ts'
export { memorySource, type SlicedBytes } from './dicom/sliced-bytes.ts'
export { headerNames, type Name, nameOfTag, pictureNames } from './dicom/tags.ts'
export { Faults } from './faults.ts'
export {
  type FilePart,
  type Plane,
  placeInFile,
  planes,
  splitPart,
  withFrame,
  withPart,
} from './file-part.ts'
export { blankLike, fillBoxes, inMeanColour } from './fill.ts'
export { filterOfPil, type ResampleFilter } from './filters.ts'
export { display, valueRange } from './grey/display.ts'
export { asStored, type GreyFrame, rescaled } from './grey/grey-frame.ts'
export { halfToEven } from './half-to-even.ts'
export { toImageData } from './image-data.ts'
export { type ImageFormat, sniffFormat } from './image-format.ts'
export { joinedBytes } from './joined-bytes.ts'
export { MomentSum, type Moments, pixelMoments } from './moments.ts'
export { niftiSlice, openNifti, slicesAlong } from './nifti/read-nifti.ts'
export { type Normalization, normalize } from './normalize.ts'
export { npySlice, readNpyHeader } from './npy.ts'
export { DecoderMissing, PixelError, type PixelErrorCode } from './pixel-error.ts'
export { colours, eachColour, meanColour, type Pixels, rounded, roundedByte, toGrey } from './pixels.ts'
export { isDeepPng } from './png.ts'
export { resample, resampleAsTorch } from './resample.ts'
export { probeImage } from './sniff.ts'
export { findStandIn, STAND_IN_BYTES, type StandIn } from './stand-in.ts'
export {
  type Display,
  filePolicy,
  isWindow,
  parsePolicy,
  policyForms,
  readPolicy,
  type Window,
  type WindowPolicy,
  windowFunctions,
  windowPresets,
} from './window-policy.ts'
