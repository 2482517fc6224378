/** Passes that cover regions which a user has drawn. */
import type { DrawnRegion, Probe } from '../protocol/probe.ts'
import { findProbeKind, probeKey } from './kind-of.ts'

/** A probe that covers regions, with the drawn ones; any other as it is. */
export const withDrawn = (probe: Probe, drawn: readonly DrawnRegion[]): Probe =>
  (drawn.length > 0 ? findProbeKind(probe).withDrawn?.(probe, drawn) : undefined) ?? probe

/** The probe as it can be chosen. */
export function withoutDrawn(probe: Probe): Probe {
  if (!('drawn' in probe)) return probe
  const { drawn: _, ...rest } = probe
  return rest
}

/** Keys of the chosen probes whose passes covered other regions than those drawn by now: they can be made again. */
export function outdated(made: readonly Probe[], drawn: readonly DrawnRegion[]): readonly string[] {
  const keys = new Set(made.map(probeKey))
  const chosen = made.filter(probe => findProbeKind(probe).withDrawn).map(withoutDrawn)
  return [...new Set(chosen.filter(probe => !keys.has(probeKey(withDrawn(probe, drawn)))).map(probeKey))]
}
