import { VoxelwiseError } from '../base/errors.ts'
import { type OnnxOutline, parseOutline } from '../model/onnx-outline.ts'
import { ProtobufError, ProtobufLimitError, type ProtobufSource } from '../model/protobuf.ts'

/**
 * @param subject the file, as the user knows it
 * @throws VoxelwiseError model-load where it is no whole ONNX file, or has more parts than are read
 */
export const readOutline = (subject: string, source: ProtobufSource): Promise<OnnxOutline> =>
  readOnnx(subject, () => parseOutline(source))

/** Reads something of an ONNX file. @throws VoxelwiseError as `readOutline` */
export async function readOnnx<T>(subject: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (cause) {
    if (!(cause instanceof ProtobufError)) throw cause
    const isTooLarge = cause instanceof ProtobufLimitError
    throw new VoxelwiseError({
      code: 'model-load',
      subject,
      message: `This ONNX file is ${isTooLarge ? 'too large to inspect' : 'incomplete or damaged'}: ${cause.message}`,
      remedy: isTooLarge
        ? 'Choose another export of the model.'
        : 'Download the file again. The download may be unfinished, or a Git LFS pointer.',
      cause,
    })
  }
}
