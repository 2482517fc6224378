/** Where the region of each sample is. */
import type { ChangeDetails, DrawnRegion } from '../protocol/probe.ts'
import type { Sample } from '../protocol/sample.ts'
import { regionOfSample } from './drawn-regions.ts'
import { isBox, maskPaths } from './region.ts'

type Place = Pick<ChangeDetails, 'box' | 'masks' | 'isMarked'>

/** By the index of the sample; of those without a region nothing. */
export function placeRegions(
  samples: readonly Sample[],
  drawn: readonly DrawnRegion[],
): ReadonlyMap<number, Place> {
  return new Map(
    samples.flatMap((sample): (readonly [number, Place])[] => {
      const region = regionOfSample(sample, drawn)
      if (region === null) return []
      if (region === 'red mark') return [[sample.index, { isMarked: true }]]
      return [[sample.index, isBox(region) ? { box: region } : { masks: maskPaths(sample, region.mask) }]]
    }),
  )
}

/** Regions that only the images show: a map is compared with them, wherever others are drawn. */
export const soughtPlaces = (samples: readonly Sample[]): ReadonlyMap<number, Place> =>
  new Map([...placeRegions(samples, [])].filter(([, { box }]) => box === undefined))
