import { ownValue } from '@voxelwise/python'
import { createContext, useContext, useRef, useSyncExternalStore } from 'react'
import type { Controller } from '../../app/controller/commands.ts'
import type { AppState } from '../../app/state/state.ts'

export const ControllerContext = createContext<Controller | null>(null)

/** The controller of the page. @throws Error where there is none above */
export function useController(): Controller {
  const controller = useContext(ControllerContext)
  if (!controller) throw new Error('no controller above this view')
  return controller
}

/**
 * A part of the app's state. The component re-renders only when the part changes: by identity, or field by field for an
 * object made by the selector.
 */
export function useApp<Part>(select: (state: AppState) => Part): Part {
  const controller = useController()
  const last = useRef<Part | null>(null)
  return useSyncExternalStore(
    listener => controller.subscribe(listener),
    () => {
      const part = select(controller.getState())
      if (last.current === null || !isShallowEqual(last.current, part)) last.current = part
      return last.current as Part
    },
  )
}

function isShallowEqual(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (!isPlain(a) || !isPlain(b)) return false
  const keys = Object.keys(a)
  return (
    keys.length === Object.keys(b).length && keys.every(key => Object.is(ownValue(a, key), ownValue(b, key)))
  )
}

const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** A selector of several fields: `useApp(pick('dataset', 'model'))`. */
export const pick =
  <Key extends keyof AppState>(...keys: readonly Key[]) =>
  (state: AppState): Pick<AppState, Key> =>
    Object.fromEntries(keys.map(key => [key, state[key]])) as Pick<AppState, Key>
