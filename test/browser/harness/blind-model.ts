/** The bundled model made blind: every image has the same features. */
import { join } from 'node:path'
import { onnxType } from '../../unit/support/onnx-bytes.ts'
import { constant, editOutput, operation } from './edited-graph.ts'
import { copyModel } from './folders.ts'

/**
 * A copy of the bundled model in fp32 whose encoder still runs, but whose image features are all 0. The decoder is unchanged.
 * @param parent folder to make it in
 * @returns its folder
 */
export function blindModel(parent: string): string {
  const folder = copyModel(parent, 'blind', 'fp32')
  const zero = { name: 'blind.zero', type: onnxType.float, dims: [], raw: new Uint8Array(4) }
  editOutput(join(folder, 'onnx', 'vision_encoder.onnx'), 'image_features', own => [
    constant(zero),
    operation('Mul', [own, zero.name], ['image_features']),
  ])
  return folder
}
