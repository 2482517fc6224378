/**
 * What a pass can have asked and shown, as far as one sample tells. Which images or examples stand in for its own follows
 * from the other samples, and a reader of records does not hold those.
 */
import type { PixelChange, Probe } from '../protocol/probe.ts'
import type { Protocol } from '../protocol/protocol.ts'
import { listImages, type Sample } from '../protocol/sample.ts'
import { findProbeKind, isPixelChange } from './kind-of.ts'
import { Perturbation } from './perturbation.ts'

/** What a pass does to the pixels of a sample's images; null where it leaves them. */
export function changeShown(probe: Probe, sample: Sample, protocol: Protocol): PixelChange | null {
  const [shown] = new Perturbation(probe, [sample], protocol).images(listImages(sample), sample.index)
  return shown?.change ?? (isPixelChange(probe) ? probe : null)
}

/** Whether a pass can ask about a sample. */
export const mayAsk = (probe: Probe | undefined, sample: Sample, protocol: Protocol): boolean =>
  (probe && findProbeKind(probe).others?.mayAsk?.(sample, protocol)) ??
  new Perturbation(probe, [sample], protocol).asks(sample)
