import { VoxelwiseError } from '../base/errors.ts'
import { type OnnxOutline, parseOutline } from '../model/onnx-outline.ts'
import { ProtobufError, ProtobufLimitError, type ProtobufSource } from '../model/protobuf.ts'

/**
 * @param subject the file, as the user knows it
 * @throws VoxelwiseError model-load where it is no whole ONNX file, or has more parts than are read
 */
export async function readOutline(subject: string, source: ProtobufSource): Promise<OnnxOutline> {
  try {
    return await parseOutline(source)
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
