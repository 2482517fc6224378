import type { Picked } from '../../../app/state/state.ts'

/** What chooses a model of a server is given. */
export interface ServerChoiceProps {
  readonly choose: (picked: Picked) => Promise<void>
}
