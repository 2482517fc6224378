export { ownValue, setOwn } from '@voxelwise/python'
