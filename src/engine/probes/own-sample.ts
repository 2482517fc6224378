/**
 * What a pass can have asked and shown, as far as one sample tells. Which images or examples stand in for its own follows
 * from the other samples, and a reader of records does not hold those.
 */
import type { Probe } from '../protocol/probe.ts'
import type { Protocol } from '../protocol/protocol.ts'
import type { Sample } from '../protocol/sample.ts'
import { kindOf } from './kind-of.ts'
import { Perturbation } from './perturbation.ts'

/** Whether a pass can ask about a sample. */
export const mayAsk = (probe: Probe | undefined, sample: Sample, protocol: Protocol): boolean =>
  (probe && kindOf(probe).others?.mayAsk?.(sample, protocol)) ??
  new Perturbation(probe, [sample], protocol).asks(sample)
