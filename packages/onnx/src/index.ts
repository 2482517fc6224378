/** Writes ONNX graphs, and rewrites attention that ONNX Runtime Web computes slowly. */
export {
  AttentionProducts,
  type FindValue,
  isGroupedAttention,
  type KnownValue,
} from './attention-products.ts'
export {
  type Attended,
  type AttentionResult,
  type Cache,
  lowest,
  maskedAttention,
} from './masked-attention.ts'
export { NodeBuilder, type Value } from './node-builder.ts'
export {
  type Attribute,
  constantField,
  type ExternalTensor,
  graphHead,
  nodeField,
  type OnnxNode,
  type OnnxType,
  onnxBytes,
  renamedNodes,
  type Side,
  type TensorInfo,
} from './onnx-bytes.ts'
export { readNode } from './read-node.ts'
