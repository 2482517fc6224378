/** The extra passes among the stored runs: shown under the run that they belong to. */
import { allProbes } from '../engine/probes/passes.ts'
import { probeKey } from '../engine/probes/probe.ts'
import type { Run } from '../engine/run.ts'
import type { RunSummary } from './state.ts'

/** Runs of their own; a pass whose run is not in this browser is one too. */
export function ownRuns(runs: readonly RunSummary[]): readonly RunSummary[] {
  const ids = new Set(runs.map(({ run }) => run.id))
  return runs.filter(({ run }) => run.parent === undefined || !ids.has(run.parent))
}

/** In the order in which they are asked. */
export function passesOf(runs: readonly RunSummary[], id: string): readonly RunSummary[] {
  return runs.filter(({ run }) => run.parent === id).sort((a, b) => place(a.run) - place(b.run))
}

const places = new Map(allProbes.map((probe, i) => [probeKey(probe), i]))

const place = ({ probe }: Run): number => (probe && places.get(probeKey(probe))) ?? places.size
