import { getOrMake } from '../base/grouping.ts'
import { type Axis, axes } from './sample.ts'

/** In place of a label: all of them together. No field has this text. */
export const everything = '\u0001all'

type Place = Readonly<Record<Axis, string>>

/** Whether a row belongs to a voxel, or to all of those with its other labels. */
export const isInSlice = (row: Place, slice: Place): boolean =>
  axes.every(axis => slice[axis] === everything || slice[axis] === row[axis])

/** Something for every voxel, in the order of first mention. A map of maps is faster than joined keys. */
export class VoxelMap<T> {
  readonly #tasks = new Map<string, Map<string, Map<string, T>>>()
  readonly #make: (place: Place) => T
  readonly #values: T[] = []

  constructor(make: (place: Place) => T) {
    this.#make = make
  }

  /** The value of a voxel, created on first use. */
  at(place: Place): T {
    const { task, modality, parts } = place
    const ofParts = within(within(this.#tasks, task), modality)
    let value = ofParts.get(parts)
    if (value === undefined) {
      value = this.#make({ task, modality, parts })
      ofParts.set(parts, value)
      this.#values.push(value)
    }
    return value
  }

  values(): readonly T[] {
    return this.#values
  }
}

function within<T>(maps: Map<string, Map<string, T>>, key: string): Map<string, T> {
  return getOrMake(maps, key, () => new Map())
}
