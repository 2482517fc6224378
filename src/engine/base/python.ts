export {
  equal,
  floatJson,
  floatRepr,
  get,
  hashKey,
  jsonNumber,
  type MaybeJson,
  str,
  truthy,
} from '@voxelwise/python'
