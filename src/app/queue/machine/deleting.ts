import { runInTheWay } from '../refusals.ts'
import type { Deletion, QueueState, Request, Waiting } from './queue-state.ts'
import { and, drop, forget, isAsking, isPartOf, type Step, unchanged } from './step.ts'

export function startDeleting<R extends Request, Held>(
  state: QueueState<R, Held>,
  id: number,
  run: string,
): Step<R, Held> {
  const { work } = state
  if (isAsking(work) && isPartOf(work.ready, run))
    return {
      state,
      effects: [{ do: 'settle', presses: [id], error: { thrown: runInTheWay(work.ready.name) } }],
    }
  return unchanged({ ...state, deletions: [...state.deletions, { press: id, run, step: 'waiting' }] })
}

export function deleteNext<R extends Request, Held>(state: QueueState<R, Held>): Step<R, Held> {
  const { work } = state
  const canBegin = (run: string): boolean =>
    !(work && work.phase !== 'choosing' && isPartOf(work.ready, run)) &&
    !state.preparations.some(({ request, step }) => step === 'storing' && request.about === run)
  return state.deletions
    .filter(({ step, run }) => step === 'waiting' && canBegin(run))
    .reduce<Step<R, Held>>((before, deletion) => {
      const { run, press } = deletion
      const dropped = drop(before.state, ({ request }) => request.about === run, null)
      const isGone = (waiting: Waiting<Held>): boolean =>
        waiting.kind === 'run' && isPartOf(waiting.ready, run)
      const left = and(dropped, forget(dropped.state, isGone))
      const begins = (known: Deletion): Deletion =>
        known === deletion ? { ...known, step: 'deleting' } : known
      return {
        state: { ...left.state, deletions: left.state.deletions.map(begins) },
        effects: [...before.effects, ...left.effects, { do: 'delete', press, run }],
      }
    }, unchanged(state))
}
