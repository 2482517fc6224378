import { getOrMake } from '../base/grouping.ts'
import type { Axis } from './sample.ts'

type Place = Readonly<Record<Axis, string>>

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
