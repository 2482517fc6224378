import { detailChoices, withDetail } from '../families/detail.ts'
import type { Family, ModelConfigs } from '../families/family.ts'
import type { DetailTokens } from './speed.ts'

/**
 * Tokens of an image at each detail that can be chosen, on average over images.
 * @param sizes of the images, in pixels @param chosen a detail that is counted besides those that are offered
 * @returns none where an image of one of these sizes cannot be prepared
 */
export function detailTokens(
  family: Family,
  configs: ModelConfigs,
  sizes: readonly (readonly [width: number, height: number])[],
  chosen: string,
): readonly DetailTokens[] {
  if (sizes.length === 0) return []
  const details = [...new Set([...detailChoices(family, configs), chosen])]
  try {
    return details.map(detail => {
      const shown = withDetail(family, configs, detail)
      const all = sizes.reduce(
        (sum, [width, height]) => sum + (family.imageTokens?.(width, height, shown) ?? 0),
        0,
      )
      return { detail, tokens: all / sizes.length }
    })
  } catch (error) {
    // Too long and thin for one of the details: it then has no estimate.
    if (error instanceof RangeError) return []
    throw error
  }
}
