import type { WindowPolicy } from '@voxelwise/pixels'
import type { PixelChange } from '../../engine/protocol/probe.ts'
import type { ServerPicture } from '../../engine/protocol/server-picture.ts'
import type { FileBytes } from '../sources/source.ts'
import type { ReadFile } from './mask.ts'

/** An image file as a model server takes it. */
export type PictureForServer = (
  file: FileBytes,
  path: string,
  change: PixelChange | null,
  readMask: ReadFile,
  policy: WindowPolicy,
) => Promise<ServerPicture>
