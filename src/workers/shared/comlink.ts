/** Comlink, extended to carry our typed errors across threads: by itself it keeps only name, message and stack. */
import * as Comlink from 'comlink'
import { type ErrorInfo, VoxelwiseError } from '../../engine/base/errors.ts'

interface Carried {
  readonly voxelwise: ErrorInfo
}

const isCarried = (value: unknown): value is Carried =>
  typeof value === 'object' && value !== null && 'voxelwise' in value

const plain = Comlink.transferHandlers.get('throw')
if (plain) {
  Comlink.transferHandlers.set('throw', {
    canHandle: plain.canHandle,
    serialize(thrown) {
      const value: unknown = (thrown as { value: unknown }).value
      return value instanceof VoxelwiseError ? [{ voxelwise: value.info }, []] : plain.serialize(thrown)
    },
    deserialize(value) {
      if (isCarried(value)) throw new VoxelwiseError(value.voxelwise)
      return plain.deserialize(value)
    },
  })
}

export const { expose, proxy, transfer, wrap } = Comlink
export type { ProxyMarked, Remote } from 'comlink'
export { releaseProxy } from 'comlink'
