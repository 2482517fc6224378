/** Graphs of ONNX from checkpoints in safetensors. */
export type { Value } from '@voxelwise/onnx'
export { Adapter, type AdapterSettings, adapterSettings } from './adapter.ts'
export { CheckpointError } from './checkpoint-error.ts'
export { type BuiltGraph, GraphBuilder } from './graph.ts'
export { decoder } from './parts/decoder.ts'
export type { DecoderShape, Reach } from './parts/decoder-shape.ts'
export {
  type Activation,
  activated,
  activationNames,
  type BufferType,
  type Draft,
  findActivation,
  floatWeight,
  linear,
  type MatrixBits,
  multiplied,
  type Norm,
  normed,
  reshaped,
  vector,
} from './parts/draft.ts'
export { embedding } from './parts/embedding.ts'
export { type PatchGrid, patchGrid } from './parts/patch-grid.ts'
export {
  type PatchTowerShape,
  patchTower,
  qwenTowerNames,
  siglipPatchNames,
} from './parts/patch-tower.ts'
export { type PixtralShape, pixtralTower } from './parts/pixtral-tower.ts'
export { resampledPlaces } from './parts/resampled-places.ts'
export { type Frequencies, type RopeSettings, rotaryFrequencies } from './parts/rotary.ts'
export { clipNames, internNames, type TowerShape, tower, towerTokens } from './parts/tower.ts'
export { type Renaming, renamed } from './renaming.ts'
export { type ByteSource, readTensorList, type StoredTensor, type StoredType } from './safetensors.ts'
export { hasTensorFiles, readTensors, type TensorFolder, weightFiles } from './tensor-files.ts'
export { Tensors } from './tensors.ts'
export type { ReadBytes, Values } from './values.ts'
export { changedValues } from './values.ts'
export { bytesOfParts } from './weight-data.ts'
