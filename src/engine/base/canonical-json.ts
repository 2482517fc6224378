export { canonicalJson } from '@voxelwise/python'
