import { balancedOrder } from '../../engine/protocol/order.ts'
import type { WorkerPool } from '../run/worker-pool.ts'
import { checkRun } from './check-run.ts'
import { holdRun } from './hold.ts'
import type { ReadyRun } from './machine/queue-state.ts'
import { queued } from './make-runs.ts'
import type { QueueDeps } from './queue-deps.ts'
import type { RaceRequest } from './requests.ts'

/**
 * Opens and checks the folders of every run of a race, in turn: browsers need a click for permissions, and later runs
 * begin without one. Each run holds its own when its turn comes.
 */
export async function expectWholeRace(deps: QueueDeps, { race }: RaceRequest): Promise<void> {
  const { runs } = await deps.results.remote.race(race)
  await deps.folders.expectPicked(runs)
  for (const run of runs) {
    const pool = await holdRun(deps, run)
    try {
      await checkRun(deps, run, pool)
    } finally {
      pool.close()
    }
  }
}

/** The run that a race asks next, with its folders and its stopping point; null if the race is over. */
export async function nextOfRace(deps: QueueDeps, race: string): Promise<ReadyRun<WorkerPool> | null> {
  const { step, runs } = await deps.results.remote.race(race)
  const run = step.kind === 'ask' ? runs[step.model] : undefined
  if (step.kind === 'over' || !run) return null
  const frame = (await (await deps.store).load(run.id))?.frame
  if (!frame) return null
  const rounds = balancedOrder(frame, run.settings.seed).rounds.slice(0, step.rounds)
  const upTo = rounds.reduce((sum, groups) => sum + groups.length, 0)
  return { ...queued(run), upTo, held: await holdRun(deps, run) }
}
