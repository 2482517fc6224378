/** A machine's step: the next state after an event, and its effects. */
export interface Transition<State, Effect> {
  readonly state: State
  readonly effects: readonly Effect[]
}

/** Collects effects while a step is made. */
export type Emit<Effect> = (effect: Effect) => void

/** Makes a step of what returns the state and emits effects as it goes. */
export function stepOf<State, Effect>(make: (emit: Emit<Effect>) => State): Transition<State, Effect> {
  const effects: Effect[] = []
  const state = make(effect => effects.push(effect))
  return { state, effects }
}
