import { counted } from '../../../engine/base/counted.ts'
import { constantWords } from '../../../ui/text/rates.ts'
import { voxelName } from '../../../ui/text/voxels.ts'
import type { ConstantChains } from '../engine/chain-table.ts'

const mostNamed = 5

/** "2 more images … are not ranked. One answer is always right or given: Disease Diagnosis · CT · Chest (“no” is always right)." */
export function unrankedWords(constant: readonly ConstantChains[]): string {
  const images = new Set(constant.flatMap(({ chains }) => chains)).size
  const named = constant
    .slice(0, mostNamed)
    .map(({ constant: answer, ...place }) => `${voxelName(place)} (${constantWords(answer)})`)
  const more = constant.length > mostNamed ? [`${constant.length - mostNamed} more`] : []
  return `${counted(images, 'more image')} with a right diagnosis and a wrong perception ${images === 1 ? 'is' : 'are'} not ranked. One answer is always right or given: ${[...named, ...more].join('; ')}.`
}
