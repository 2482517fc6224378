/** Regions that a user has drawn on the images of a data set. */
import { type Box, coversRegion, type DrawnRegion, type Probe, probeKey } from '../protocol/probe.ts'

/** A probe that covers regions, with the drawn ones; any other as it is. */
export const withDrawn = (probe: Probe, drawn: readonly DrawnRegion[]): Probe =>
  coversRegion(probe) && drawn.length > 0 ? { ...probe, drawn } : probe

/** The probe as it can be chosen. */
export function withoutDrawn(probe: Probe): Probe {
  if (!('drawn' in probe)) return probe
  const { drawn: _, ...rest } = probe
  return rest
}

export function drawnOn(drawn: readonly DrawnRegion[], index: number): Box | null {
  const [, ...box] = drawn.find(([of]) => of === index) ?? []
  return box.length === 4 ? (box as [number, number, number, number]) : null
}

/** By the indices of the samples. @param box null removes it */
export function redrawn(
  drawn: readonly DrawnRegion[],
  index: number,
  box: Box | null,
): readonly DrawnRegion[] {
  const others = drawn.filter(([of]) => of !== index)
  const all = box ? [...others, [index, ...box] as const] : others
  return all.sort(([a], [b]) => a - b)
}

/** Keys of the chosen probes whose passes covered other regions than those drawn by now: they can be made again. */
export function outdated(made: readonly Probe[], drawn: readonly DrawnRegion[]): readonly string[] {
  const keys = new Set(made.map(probeKey))
  const chosen = made.filter(coversRegion).map(withoutDrawn)
  return [...new Set(chosen.filter(probe => !keys.has(probeKey(withDrawn(probe, drawn)))).map(probeKey))]
}
