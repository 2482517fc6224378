/** The bundled model made as slow as one of real size: every call of a session does real work on top of its own. */
import { join } from 'node:path'
import { integer, message, onnxType, text } from '../../unit/support/onnx-bytes.ts'
import { constant, editOutput, operation } from './edited-graph.ts'
import { copyModel } from './folders.ts'

/** Side of the square matrices that are multiplied; one product takes some 10 ms of a core. */
const side = 512

/** So many that a call never ends. */
export const endless = 1_000_000_000

export interface Slowness {
  /** Matrix products more in each call of the decoder: of a prefix, of a prompt, of each token of an answer. */
  readonly decoder?: number
  /** The same for each image. */
  readonly encoder?: number
}

/**
 * A copy of the bundled model in fp32, whose answers are the bundled one's: what is added is zero.
 * @param parent folder to make it in
 * @returns its folder
 */
export function slowModel(parent: string, name: string, { decoder = 0, encoder = 0 }: Slowness): string {
  const folder = copyModel(parent, name, 'fp32')
  const file = (session: string): string => join(folder, 'onnx', `${session}.onnx`)
  if (decoder > 0) slowDown(file('decoder_model_merged'), 'logits', decoder)
  if (encoder > 0) slowDown(file('vision_encoder'), 'image_features', encoder)
  return folder
}

/** Rewrites an ONNX file so that `output` waits for a loop of matrix products. */
const slowDown = (onnx: string, output: string, products: number): void =>
  editOutput(onnx, output, own => slowed(own, output, products))

/**
 * `output` = `own` + the sum of a square matrix of zeros that was multiplied with itself so often. The zeros come of
 * `own`, since what depends on no input would be computed once, when the session is made.
 */
export function slowed(own: string, output: string, products: number): readonly Uint8Array[] {
  const int64s = (...values: number[]): Uint8Array =>
    new Uint8Array(BigInt64Array.from(values.map(BigInt)).buffer)
  return [
    constant({ name: 'slow.products', type: onnxType.int64, dims: [], raw: int64s(products) }),
    constant({ name: 'slow.shape', type: onnxType.int64, dims: [2], raw: int64s(side, side) }),
    constant({ name: 'slow.zero', type: onnxType.float, dims: [], raw: new Uint8Array(4) }),
    operation('ReduceMean', [own], ['slow.mean']),
    operation('Mul', ['slow.mean', 'slow.zero'], ['slow.nothing']),
    operation('Expand', ['slow.nothing', 'slow.shape'], ['slow.matrix']),
    operation('Loop', ['slow.products', '', 'slow.matrix'], ['slow.product'], squaring()),
    operation('ReduceSum', ['slow.product'], ['slow.sum']),
    operation('Add', [own, 'slow.sum'], [output]),
  ]
}

/** AttributeProto `body` of the loop (name = 1, g = 6, type = 20: GRAPH is 5): one matrix product. */
function squaring(): Uint8Array {
  const bool = 9
  // ValueInfoProto: name = 1, type = 2; TypeProto.tensor_type = 1; its elem_type = 1, shape = 2.
  const value = (field: number, name: string, type: number, dims: number): Uint8Array =>
    message(
      field,
      text(1, name),
      message(2, message(1, integer(1, type), message(2, ...Array.from({ length: dims }, () => message(1))))),
    )
  const body = [
    operation('Identity', ['slow.go'], ['slow.goOn']),
    operation('MatMul', ['slow.factor', 'slow.factor'], ['slow.squared']),
    text(2, 'squaring'),
    value(11, 'slow.round', onnxType.int64, 0),
    value(11, 'slow.go', bool, 0),
    value(11, 'slow.factor', onnxType.float, 3),
    value(12, 'slow.goOn', bool, 0),
    value(12, 'slow.squared', onnxType.float, 3),
  ]
  return Buffer.concat([text(1, 'body'), message(6, ...body), integer(20, 5)])
}
