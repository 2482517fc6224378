import type { Judged } from '../../../src/engine/protocol/metrics.ts'
import type { ImageChain, LinkGroup } from '../../../src/engine/protocol/shortcut.ts'

interface ChainLink<T extends Judged> {
  readonly image: string
  readonly high: T
  readonly low: T
  readonly group: LinkGroup
}

/** Every link of the chains, one at a time: on one image their number is the product of its two lists. */
export function* chainLinks<T extends Judged>(chains: Iterable<ImageChain<T>>): Generator<ChainLink<T>> {
  for (const { image, high: highs, low: lows } of chains)
    for (const high of highs)
      for (const low of lows) yield { image, high, low, group: linkGroup(high.correct, low.correct) }
}

function linkGroup(highRight: boolean, lowRight: boolean): LinkGroup {
  if (lowRight) return highRight ? 'A' : 'B'
  return highRight ? 'D' : 'C'
}
