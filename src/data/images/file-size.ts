import { checkFileSize } from '@voxelwise/pixels'
import { now } from './own-errors.ts'

/** Before a file is read. Apart from the decoders, which the page's thread does without. @throws VoxelwiseError image-too-large */
export const expectReadableSize = (name: string, bytes: number): void =>
  now(name, () => checkFileSize(name, bytes))
