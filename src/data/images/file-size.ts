import { checkFileSize as checkedFileSize } from '@voxelwise/pixels'
import { now } from './own-errors.ts'

/** Before a file is read. Apart from the decoders, which the page's thread does without. @throws VoxelwiseError image-too-large */
export const checkFileSize = (name: string, bytes: number): void =>
  now(name, () => checkedFileSize(name, bytes))
