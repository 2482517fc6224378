import { reasonOf } from '../../engine/base/errors.ts'
import { badArchive } from './errors.ts'

/**
 * What packed bytes hold, piece by piece. A caller that has enough leaves the loop, and nothing more is unpacked.
 * @param name of the packed file, for errors
 * @throws VoxelwiseError bad-archive
 */
export async function* decompressed(
  packed: Uint8Array<ArrayBuffer>,
  format: CompressionFormat,
  name: string,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream(format)).getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } catch (error) {
    throw badArchive(name, `its packed bytes are damaged: ${reasonOf(error)}`, error)
  } finally {
    await reader.cancel().catch(() => {})
  }
}
