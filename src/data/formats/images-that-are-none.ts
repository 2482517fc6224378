import type { StandIn } from '@voxelwise/pixels'
import { rooted } from '@voxelwise/python'
import { counted } from '../../engine/base/counted.ts'
import { listImages, type Sample } from '../../engine/protocol/sample.ts'
import type { FoundTables } from './readers/tables.ts'

/** Bytes of a file that may only stand for an image; more than a pointer has. */
const mostOfPointer = 1024
/** Images that are looked at, whatever their size, and small ones. */
const lookedAt = 5
const mostLookedAt = 1000

/** Images of which only a pointer or a web page was downloaded, in a sentence for each kind. */
export async function imagesThatAreNone(
  samples: readonly Sample[],
  found: FoundTables,
  root: string,
): Promise<readonly string[]> {
  const named = new Set(samples.flatMap(sample => listImages(sample)))
  const images = found.files.filter(({ path }) => named.has(rooted(root, path)))
  const small = images.filter(({ size }, i) => i < lookedAt || size < mostOfPointer).slice(0, mostLookedAt)
  const counts = new Map<StandIn, number>()
  for (const { path } of small) {
    const other = await found.standIn(path).catch(() => null)
    if (other) counts.set(other, (counts.get(other) ?? 0) + 1)
  }
  return Array.from(counts, ([{ what, remedy }, n]) => {
    const some =
      small.length < images.length
        ? `of ${counted(small.length, 'image')} that were looked at`
        : `of ${counted(images.length, 'image')}`
    return `${n} ${some} ${n === 1 ? 'is' : 'are each'} ${what}. ${remedy}`
  })
}
