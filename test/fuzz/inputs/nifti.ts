import { gzipSync } from 'node:zlib'
import type { Random } from '../../unit/support/random.ts'
import { anySize, type Bytes, howMany, joinBytes, randomBytes, repeated } from '../bytes.ts'

/** A volume whose header says one thing and whose voxels may be another, often compressed. */
export function anyNifti(random: Random): Bytes {
  const head = new Uint8Array(352)
  const view = new DataView(head.buffer)
  const little = random.below(3) > 0
  view.setInt32(0, 348, little)
  view.setInt16(40, random.pick([3, 3, 3, 4, 2, 7, 0, -1]), little)
  for (let axis = 1; axis < 8; axis++)
    view.setInt16(40 + 2 * axis, axis < 4 ? anySize(random, 300) : random.pick([1, 1, 1, 2]), little)
  const type = random.pick([2, 4, 8, 16, 64, 256, 512, 768, 128, 1536])
  view.setInt16(70, type, little)
  for (let i = 0; i < 8; i++) view.setFloat32(76 + 4 * i, random.pick([1, -1, 0, 2.5, Number.NaN]), little)
  view.setFloat32(108, random.pick([352, 352, 352, 0, -1, 1e9, 400, Number.NaN]), little)
  view.setFloat32(112, random.pick([1, 0, -2, Number.NaN, Number.POSITIVE_INFINITY]), little)
  view.setFloat32(124, random.pick([0, 100, Number.NaN]), little)
  view.setInt16(252, random.below(2), little)
  view.setInt16(254, random.below(2), little)
  for (let i = 0; i < 18; i++)
    view.setFloat32(256 + 4 * i, random.pick([0, 1, -1, 0.3, 1e30, Number.NaN]), little)
  head.set([0x6e, 0x2b, 0x31, 0], 344)
  const voxels = random.pick([
    () => randomBytes(random, random.below(20_000)),
    () => repeated([random.below(256)], howMany(random, 20_000_000)),
  ])()
  const whole = joinBytes(head, voxels)
  if (random.below(2) === 0) return whole
  const packed = new Uint8Array(gzipSync(whole))
  return random.below(3) === 0 ? packed.slice(0, random.below(packed.length)) : packed
}
