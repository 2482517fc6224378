/** ONNX files with operations behind one of their outputs. */
import { readFileSync, writeFileSync } from 'node:fs'
import { bytes, message, type Tensor, tensorParts, text } from '../../unit/support/onnx-bytes.ts'
import { replaceFields } from './external-data.ts'

/** ModelProto.graph; GraphProto.node, .initializer; NodeProto.output. */
const graph = 7
const node = 1
const initializer = 5
const nodeOutput = 2

/**
 * Rewrites the file in place.
 * @param added operations and constants that make `output` of what it was, by the name `own`
 */
export function editOutput(
  onnx: string,
  output: string,
  added: (own: string) => readonly Uint8Array[],
): void {
  const own = `${output}.own`
  const rename = (body: Buffer): Buffer => (body.toString() === output ? Buffer.from(own) : body)
  const rewritten = replaceFields(readFileSync(onnx), graph, body =>
    Buffer.concat([replaceFields(body, node, one => replaceFields(one, nodeOutput, rename)), ...added(own)]),
  )
  writeFileSync(onnx, rewritten)
}

export const constant = (tensor: Tensor): Uint8Array => message(initializer, ...tensorParts(tensor))

/** NodeProto: input = 1, output = 2, op_type = 4, attribute = 5. */
export function operation(
  op: string,
  inputs: readonly string[],
  outputs: readonly string[],
  ...attributes: readonly Uint8Array[]
): Uint8Array {
  return message(
    node,
    ...inputs.map(input => text(1, input)),
    ...outputs.map(output => text(nodeOutput, output)),
    text(4, op),
    ...attributes.map(attribute => bytes(5, attribute)),
  )
}
