export { parseFloatPython, roundToHundredths } from '@voxelwise/python'
