import type { WorkerPool } from '../../run/worker-pool.ts'
import { runBeingDeleted, runInTheWay } from '../refusals.ts'
import type { QueueRequest } from '../requests.ts'
import type { Preparation, QueueEvent, QueueState, Waiting } from './queue-state.ts'
import { isAsking, isPartOf, readyRuns, type Step, sameState, settled } from './step.ts'

export function press(state: QueueState, id: number, request: QueueRequest): Step {
  const { preparations, work } = state
  const refuse = (thrown: unknown): Step => settled(state, [id], { thrown })
  if (state.deletions.some(({ run }) => run === request.about)) return refuse(runBeingDeleted(request.name))
  const same = preparations.find(known => known.request.key === request.key)
  if (same) {
    const joined = { ...same, presses: [...same.presses, id] }
    return sameState({ ...state, preparations: replaced(preparations, joined) })
  }
  // Its run is about to be shown.
  if (work?.phase === 'beginning' && work.from.key === request.key)
    return sameState({
      ...state,
      work: { ...work, from: { ...work.from, presses: [...work.from.presses, id] } },
    })
  const obstacle = request.mayWait ? null : inTheWay(state)
  if (obstacle !== null) return refuse(runInTheWay(obstacle))
  // A pass of the current run uses what that run holds: the folders on the page may have changed since.
  const shared = isAsking(work) && work.ready.origin === request.about ? work.ready.held : null
  const step = shared === null ? 'holding' : 'checking'
  const preparation = { id, presses: [id], request, held: shared, step } as const
  const effect = { preparation: id, request, held: shared }
  return {
    state: { ...state, preparations: [...preparations, preparation] },
    effects: [shared === null ? { do: 'hold', preparation: id, request } : { do: 'check', ...effect }],
  }
}

/** @returns the name of the obstacle to another run; null if there is none */
function inTheWay({ preparations, work, line }: QueueState): string | null {
  const prepared = preparations.find(({ request }) => !request.mayWait)
  if (prepared) return prepared.request.name
  if (isAsking(work)) return work.ready.name
  return line[0]?.ready.name ?? null
}

/** Takes a preparation to its next step; one that was dropped stays so. */
export function advance(state: QueueState, id: number, change: Partial<Preparation>): Step {
  const known = state.preparations.find(preparation => preparation.id === id)
  if (!known) return sameState(state)
  const preparation = { ...known, ...change }
  const { request, held } = preparation
  return {
    state: { ...state, preparations: replaced(state.preparations, preparation) },
    effects: preparation.step === 'checking' ? [{ do: 'check', preparation: id, request, held }] : [],
  }
}

export function storeNext(state: QueueState): Step {
  const { preparations } = state
  const ready = preparations.find(({ step }) => step === 'checked')
  if (!ready || preparations.some(({ step }) => step === 'storing')) return sameState(state)
  const { id, request, held } = ready
  return {
    state: { ...state, preparations: replaced(preparations, { ...ready, step: 'storing' }) },
    effects: [{ do: 'store', preparation: id, request, held }],
  }
}

/**
 * Puts the runs of a request behind those that are there, and leaves out those that are there already. A pass whose run is being
 * deleted meanwhile goes with it: its request names the pass, so that the deletion did not wait for it.
 */
export function line(
  state: QueueState,
  { preparation: id, runs }: Extract<QueueEvent, { readonly type: 'stored' }>,
): Step {
  const preparation = state.preparations.find(known => known.id === id)
  if (!preparation) return sameState(state)
  const { request, presses, held } = preparation
  const preparations = state.preparations.filter(known => known !== preparation)
  if (runs.some(run => state.deletions.some(deletion => isPartOf(run, deletion.run))))
    return settled({ ...state, preparations }, presses, { thrown: runBeingDeleted(request.name) })
  const waitsAtOnce = state.work === null && state.line.length === 0
  const from = { key: request.key, presses: waitsAtOnce ? presses : [] }
  const added: Waiting[] = []
  for (const run of runs)
    if (held !== null && !isQueued(state, run.run)) {
      const ready = { ...run, held: sharedHeld(state, run.origin) ?? held }
      added.push({ ready, from: added.length === 0 ? from : { ...from, presses: [] } })
    }
  const isSettled = !waitsAtOnce || added.length === 0
  return {
    state: { ...state, preparations, line: [...state.line, ...added] },
    effects: isSettled ? [{ do: 'settle', presses, error: null }] : [],
  }
}

/** Whether a run is at work or waits, so that its request must not be stored twice. */
export function isQueued({ work, line }: QueueState, run: string): boolean {
  return (isAsking(work) && work.ready.run === run) || readyRuns(line).some(ready => ready.run === run)
}

/** What another run of the same origin holds, so that its model is loaded once. */
function sharedHeld({ work, line }: QueueState, origin: string): WorkerPool | null {
  const atWork = work ? [work.ready] : []
  return [...atWork, ...readyRuns(line)].find(ready => ready.origin === origin)?.held ?? null
}

const replaced = (preparations: readonly Preparation[], preparation: Preparation): readonly Preparation[] =>
  preparations.map(known => (known.id === preparation.id ? preparation : known))
