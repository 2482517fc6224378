/** One input of an ONNX graph, as the file declares it. */
export interface InputOutline {
  readonly name: string
  /** `TensorProto.DataType`. */
  readonly type: number
  /** null where the size is known only when it runs. */
  readonly dims: readonly (number | null)[]
}
