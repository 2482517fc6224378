import { Tally, type Voxel } from './metrics.ts'
import type { Probe } from './probes/probe.ts'
import { Showing } from './probes/showing.ts'
import type { Sample } from './sample.ts'

/**
 * The voxels that a run will ask about, each with the number of its questions and none right yet: what there is
 * to draw before the first answer.
 * @param limit only the first so many samples; null for all
 * @param probe of an extra pass, which may leave samples out
 */
export function plannedVoxels(samples: readonly Sample[], limit: number | null, probe?: Probe): Voxel[] {
  const first = samples.slice(0, limit ?? undefined)
  const showing = new Showing(probe, first)
  const asked = first.filter(sample => showing.asks(sample))
  return Tally.of(asked.map(({ fields }) => ({ fields, correct: false }))).voxels()
}
