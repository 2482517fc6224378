/** Which passes of a run are still to be asked, wholly or in part: the same for the page and for Node. */
import type { Probe } from '../protocol/probe.ts'
import type { Run } from '../protocol/run.ts'
import type { RunSettings } from '../protocol/settings.ts'
import { probeKey } from './kind-of.ts'

/** How a pass asks only a part of its run's questions. */
export type PassPart = Pick<RunSettings, 'order' | 'limit'>

/** Whether a pass asks, or has asked, all of a part. Parts are beginnings of one order. */
export const covers = ({ settings: { limit } }: Pick<Run, 'settings'>, part: PassPart): boolean =>
  limit === null || (part.limit !== null && limit >= part.limit)

/** The passes of a run, by the key of their probes. Of two with one probe the one that asks more. */
export function madePasses(runs: readonly Run[], parent: string): ReadonlyMap<string, Run> {
  const made = new Map<string, Run>()
  for (const run of runs) {
    if (run.parent !== parent || !run.probe) continue
    const key = probeKey(run.probe)
    if (run.total > (made.get(key)?.total ?? -1)) made.set(key, run)
  }
  return made
}

interface WantedPass {
  readonly part: PassPart
  /** Questions that it asks, or has asked already. */
  readonly total: number
}

/** `new` if it is to be made, the pass if it is to be continued, widened where it asks too little; null if nothing is open. */
function openPass({ part, total }: WantedPass, made: Run | undefined): Run | 'new' | null {
  if (total === 0) return null
  if (!made) return 'new'
  if (covers(made, part) || total <= made.total) return made.state === 'done' ? null : made
  const { error: _, ...pass } = made
  return {
    ...pass,
    state: 'paused',
    total,
    settings: { ...pass.settings, order: part.order, limit: part.limit },
  }
}

/** A pass that is to be asked: a new one, or one that is there and is continued or widened. */
interface OpenPass {
  readonly probe: Probe
  readonly total: number
  /** The pass that is there, as it was. */
  readonly earlier: Run | undefined
  readonly open: Run | 'new'
}

/**
 * The passes that are to be asked, in the order of their probes.
 * @param totals questions that each asks, or has asked already
 * @param made as `madePasses`
 */
export function openPasses(
  probes: readonly Probe[],
  totals: readonly number[],
  part: PassPart,
  made: ReadonlyMap<string, Run>,
): readonly OpenPass[] {
  return probes.flatMap((probe, i) => {
    const [earlier, total] = [made.get(probeKey(probe)), totals[i] ?? 0]
    const open = openPass({ part, total }, earlier)
    return open === null ? [] : [{ probe, total, earlier, open }]
  })
}
