import type { Probe } from '../protocol/probe.ts'
import { findProbeKind } from './kind-of.ts'
import { findIntervention } from './passes.ts'

/** A pass in a few words. */
export const probeName = (probe: Probe): string =>
  findProbeKind(probe).name?.(probe) ?? findIntervention(probe)?.name ?? probe.kind
