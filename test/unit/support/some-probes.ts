/** Probes that many tests use. */
import { probeKinds } from '../../../src/engine/probes/kinds/registry.ts'
import type { Probe } from '../../../src/engine/protocol/probe.ts'

export const blankImage: Probe = { kind: 'blank-image' }
export const swappedImage: Probe = { kind: 'swapped-image', seed: 1 }
export const unchanged: Probe = { kind: 'unchanged' }

/** One of each kind that makes maps; none without the feature that has them. */
export const mapProbes: readonly Probe[] = probeKinds
  .filter(({ occlusion }) => occlusion)
  .map(({ kind }) => ({ kind }) as Probe)
