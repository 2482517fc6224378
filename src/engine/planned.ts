import { Tally, type Voxel } from './metrics.ts'
import type { Probe } from './probes/probe.ts'
import { Showing } from './probes/showing.ts'
import { optionsOf } from './prompt.ts'
import type { Sample } from './sample.ts'

/** What a run will ask: there to draw before the first answer. */
export interface Planned {
  /** With the number of their questions, and none right yet. */
  readonly voxels: readonly Voxel[]
  /** See `chanceOf`. */
  readonly chance: number | null
}

/**
 * @param limit only the first so many samples; null for all
 * @param probe of an extra pass, which may leave samples out
 */
export function planned(samples: readonly Sample[], limit: number | null, probe?: Probe): Planned {
  const first = samples.slice(0, limit ?? undefined)
  const showing = new Showing(probe, first)
  const asked = first.filter(sample => showing.asks(sample))
  const voxels = Tally.of(asked.map(({ fields }) => ({ fields, correct: false }))).voxels()
  return { voxels, chance: chanceOf(asked) }
}

/** Share of right answers that guessing gives: the mean of 1 / options. Null where nothing is asked. */
export function chanceOf(samples: readonly Pick<Sample, 'fields'>[]): number | null {
  if (samples.length === 0) return null
  return samples.reduce((sum, { fields }) => sum + 1 / optionsOf(fields).length, 0) / samples.length
}
