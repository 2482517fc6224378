/** Noise with the mean and deviation of a data set's pixels, which are kept with its pass. */
import type { Moments } from '../image/moments.ts'
import type { Probe } from '../protocol/probe.ts'

/** The probe of a new pass: noise with the moments of the data set. @param measure called only where they are needed */
export async function withMoments(
  probe: Probe,
  measure: (seed: number) => Promise<Moments | null>,
): Promise<Probe> {
  if (probe.kind !== 'noise-image') return probe
  const moments = await measure(probe.seed)
  return moments ? { ...probe, moments } : probe
}
