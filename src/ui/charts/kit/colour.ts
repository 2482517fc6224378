import { scaleLinear } from 'd3-scale'
import type { Estimate } from '../../../engine/analysis/report.ts'

/** Where the scale turns when the chance is not known: four options, one of them right. */
const usualChance = 0.25

/**
 * An accuracy on the diverging scale: -1 is never right, 0 is chance, 1 is always right. Two hues that
 * colour-blind readers tell apart (orange and blue) meet in a neutral grey.
 */
function scalePosition(share: number, chance: number | null): number {
  const turn = chance ?? usualChance
  if (turn <= 0 || turn >= 1) return share
  return scaleLinear([0, turn, 1], [-1, 0, 1])(share)
}

/** The colour of a position as CSS; the hues themselves are custom properties of the theme. */
export function scaleColour(position: number): string {
  const strength = Math.round(Math.min(1, Math.abs(position)) * 100)
  return `color-mix(in oklab, var(--scale-${position < 0 ? 'below' : 'above'}) ${strength}%, var(--scale-chance))`
}

/** The colour of an accuracy: it turns at chance. */
export const accuracyColour = ({ share, chance }: Pick<Estimate, 'share' | 'chance'>): string =>
  scaleColour(scalePosition(share, chance))
