import { type ComponentType, createContext } from 'react'
import type { Picked } from '../../../app/state/state.ts'

/** What chooses a model of a server is given. */
export interface ServerChoiceProps {
  readonly choose: (picked: Picked) => Promise<void>
}

/** What chooses a model of a server, for features that offer one; null where nothing asks servers. */
export const OfferedServers = createContext<ComponentType<ServerChoiceProps> | null>(null)
