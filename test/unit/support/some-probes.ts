/** Probes that many tests use. */
import { probeKinds } from '../../../src/engine/probes/kinds/registry.ts'
import { medicalCorruptions, type Probe } from '../../../src/engine/protocol/probe.ts'
import { byModality } from '../../../src/engine/seams.ts'

export const blankImage: Probe = { kind: 'blank-image' }
export const swappedImage: Probe = { kind: 'swapped-image', seed: 1 }
export const unchanged: Probe = { kind: 'unchanged' }

/** One of each kind that makes maps; none without the feature that has them. */
export const mapProbes: readonly Probe[] = probeKinds
  .filter(({ occlusion }) => occlusion)
  .map(({ kind }) => ({ kind }) as Probe)

const medical: readonly string[] = medicalCorruptions

/** Whether a probe can be asked: a feature may give its kind, or the strengths of its corruption. */
export const isThere = (probe: Probe): boolean =>
  probeKinds.some(({ kind }) => kind === probe.kind) &&
  (byModality !== null || probe.kind !== 'corruption' || !medical.includes(probe.corruption))
