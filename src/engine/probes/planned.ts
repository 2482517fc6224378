import { Chance, chanceOf } from '../protocol/chance.ts'
import { Tally, type Voxel } from '../protocol/metrics.ts'
import { askedOf } from '../protocol/order.ts'
import type { Probe } from '../protocol/probe.ts'
import { protocolOf } from '../protocol/registry.ts'
import type { RunSettings } from '../protocol/run.ts'
import type { Sample } from '../protocol/sample.ts'
import { Perturbation } from './perturbation.ts'

/** What a run will ask: there to draw before the first answer. */
export interface Planned {
  /** With the number of their questions, and none right yet. */
  readonly voxels: readonly Voxel[]
  /** Share of right answers that guessing gives; null where nothing is asked. */
  readonly chance: number | null
}

/** What of a run says which samples it asks. */
export interface PlannedRun {
  readonly settings: Pick<RunSettings, 'limit' | 'order' | 'seed' | 'protocol'>
  readonly probe?: Probe
}

export function planned(samples: readonly Sample[], { settings, probe }: PlannedRun): Planned {
  const protocol = protocolOf(settings.protocol)
  const own = askedOf(samples, settings).samples
  const perturbation = new Perturbation(probe, own, protocol)
  const asked = own.filter(sample => perturbation.asks(sample))
  const voxels = Tally.of(asked.map(({ fields }) => ({ fields, correct: false }))).voxels()
  const chance = new Chance()
  for (const { fields } of asked) chance.add(chanceOf(protocol, fields))
  return { voxels, chance: chance.mean() }
}
