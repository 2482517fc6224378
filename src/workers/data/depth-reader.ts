import { type Depth, depthOf } from '../../data/images/depth.ts'
import { browserCodec } from '../../data/images/native.ts'
import { transfer } from '../shared/comlink.ts'

/** As `DataWorker.depth`: its values cross threads without a copy. */
export async function readDepth(file: Blob, path: string, place: number | null): Promise<Depth | null> {
  const depth = await depthOf(file, path, place, browserCodec)
  if (depth === null) return null
  const { buffer } = depth.frame.kind === 'grey' ? depth.frame.grey.values : depth.frame.pixels.data
  return buffer instanceof ArrayBuffer ? transfer(depth, [buffer]) : depth
}
