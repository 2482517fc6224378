/** What the probes of new passes must be, and what they take from the data set. */

import type { Moments } from '@voxelwise/pixels'
import type { Json } from '@voxelwise/python'
import { VoxelwiseError } from '../base/errors.ts'
import { CheckError, list, read } from '../base/schema.ts'
import type { Probe } from '../protocol/probe.ts'
import { findProbeKind, probeSchema } from './kind-of.ts'

const probesSchema = list(probeSchema)

/** Probes from outside this page's own lists. @throws VoxelwiseError usage, with the names that exist */
export function checkedProbes(probes: readonly Probe[]): readonly Probe[] {
  try {
    return read(probesSchema, probes as unknown as Json, 'probes')
  } catch (error) {
    if (!(error instanceof CheckError)) throw error
    throw new VoxelwiseError({
      code: 'usage',
      subject: error.at,
      message: `There is no such probe: ${error.at} should be ${error.expected}.`,
      remedy: 'Choose one of the names that exist.',
    })
  }
}

/** The probe of a new pass, with what follows from the data set. @param measure mean and deviation of its pixels; called only where they are needed */
export async function completedProbe(
  probe: Probe,
  measure: (seed: number) => Promise<Moments | null>,
): Promise<Probe> {
  return (await findProbeKind(probe).completed?.(probe, measure)) ?? probe
}
