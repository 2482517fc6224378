import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Controller } from '../../app/controller/controller-api.ts'
import type { AppState } from '../../app/state/state.ts'

export const ControllerContext = createContext<Controller | null>(null)

/** The controller of the page. @throws Error where there is none above */
export function useController(): Controller {
  const controller = useContext(ControllerContext)
  if (!controller) throw new Error('no controller above this view')
  return controller
}

/** The app's state, read anew at every change. */
export function useApp(): AppState {
  const controller = useController()
  return useSyncExternalStore(
    listener => controller.subscribe(listener),
    () => controller.getState(),
  )
}
