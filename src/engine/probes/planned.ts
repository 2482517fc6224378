import { Chance, chanceOf } from '../protocol/chance.ts'
import { labelsOf } from '../protocol/frame.ts'
import { type Planned, Tally } from '../protocol/metrics.ts'
import { askedOf } from '../protocol/order.ts'
import { hasChance, type Probe } from '../protocol/probe.ts'
import type { Protocol } from '../protocol/protocol.ts'
import { protocolOf } from '../protocol/protocols/registry.ts'
import type { Sample } from '../protocol/sample.ts'
import type { RunSettings } from '../protocol/settings.ts'
import { VoxelMap } from '../protocol/voxel-map.ts'
import { Perturbation } from './perturbation.ts'

/** The parts of a run that determine which samples it asks. */
export interface PlannedRun {
  readonly settings: Pick<RunSettings, 'limit' | 'order' | 'seed' | 'protocol'>
  readonly probe?: Probe
}

export function planned(samples: readonly Sample[], { settings, probe }: PlannedRun): Planned {
  const protocol = protocolOf(settings.protocol)
  const own = askedOf(samples, settings).samples
  return plannedOf(own, new Perturbation(probe, own, protocol), protocol, probe)
}

/** @param samples that the run draws from */
export function plannedOf(
  samples: readonly Sample[],
  perturbation: Perturbation,
  protocol: Protocol,
  probe: Probe | undefined,
): Planned {
  const asked = samples.filter(sample => perturbation.asks(sample))
  const tally = new Tally()
  const chance = new Chance()
  const ofVoxels = new VoxelMap(() => new Chance())
  for (const { fields } of asked) {
    tally.add({ fields, correct: false })
    const ofSample = hasChance(probe) ? chanceOf(protocol, fields) : null
    chance.add(ofSample)
    ofVoxels.at(labelsOf(fields)).add(ofSample)
  }
  const voxels = tally.voxels().map(voxel => ({ ...voxel, chance: ofVoxels.at(voxel).mean() }))
  return { voxels, chance: chance.mean() }
}
