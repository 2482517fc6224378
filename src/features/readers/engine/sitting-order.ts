/** The order in which a reader gets the questions of a study. */

import { crc32 } from '@voxelwise/pixels'
import { UniformRandom } from '@voxelwise/statistics'
import { groupBy } from '../../../engine/base/grouping.ts'
import { imagesKey } from '../../../engine/protocol/sample.ts'
import type { Study } from './study.ts'

/**
 * Places of the questions, shuffled image by image; those of one image stay together, in the data set's order. It follows
 * from the study's seed, the sitting, and the reader's code unless all readers share one order. A second sitting has another order.
 * @param sitting 1 or 2
 */
export function sittingOrder(
  { questions, seed, ownOrders }: Pick<Study, 'questions' | 'seed' | 'ownOrders'>,
  code: string,
  sitting: number,
): readonly number[] {
  const places = questions.map((_, place) => place)
  const grouped = [...groupBy(places, place => groupKey(questions[place]?.images ?? [], place)).values()]
  const ordered = (number: number) => {
    const key = JSON.stringify([seed, ownOrders ? code : '', number])
    return shuffled(grouped, new UniformRandom(crc32(new TextEncoder().encode(key))))
  }
  const order = ordered(sitting)
  // Two draws of few images may be the same.
  const isRepeated = sitting > 1 && order.join() === ordered(1).join()
  return (isRepeated ? order.toReversed() : order).flat()
}

/** A question without an image stands alone. */
const groupKey = (images: Study['questions'][number]['images'], place: number): string =>
  images.length === 0 ? `text ${place}` : `image ${imagesKey(images.map(({ path }) => path))}`

/** R. A. Fisher and F. Yates (1938). */
function shuffled<T>(all: readonly T[], random: UniformRandom): readonly T[] {
  const items = [...all]
  for (let i = items.length - 1; i > 0; i--) {
    const j = random.below(i + 1)
    const [a, b] = [items[i] as T, items[j] as T]
    items[i] = b
    items[j] = a
  }
  return items
}
