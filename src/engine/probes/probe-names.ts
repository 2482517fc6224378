import type { Probe } from '../protocol/probe.ts'
import { kindOf } from './kind-of.ts'
import { interventionOf } from './passes.ts'

/** A pass in a few words. */
export const probeName = (probe: Probe): string =>
  kindOf(probe).name?.(probe) ?? interventionOf(probe)?.name ?? probe.kind
