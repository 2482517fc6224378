import { Chance } from '../protocol/chance.ts'
import { Tally, type Voxel } from '../protocol/metrics.ts'
import type { Probe } from '../protocol/probe.ts'
import { optionsOf } from '../protocol/prompt.ts'
import type { Sample } from '../protocol/sample.ts'
import { Showing } from './perturbation.ts'

/** What a run will ask: there to draw before the first answer. */
export interface Planned {
  /** With the number of their questions, and none right yet. */
  readonly voxels: readonly Voxel[]
  /** Share of right answers that guessing gives; null where nothing is asked. */
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
  const chance = new Chance()
  for (const { fields } of asked) chance.add(optionsOf(fields).length)
  return { voxels, chance: chance.mean() }
}
