import { useEffect, useState } from 'react'
import { changeQuery, useRoute } from '../state/router.ts'

/** Milliseconds without a change before the address is written: browsers limit writes per second. */
const idleMs = 250

/** How a state is written in the address; null for its default. */
export interface AddressForm<T> {
  readonly read: (text: string | null) => T
  readonly write: (value: T) => string | null
}

/** A state kept in the address: it follows the address, and is written there once it settles. */
export function useQueryState<T>(
  parameter: string,
  form: AddressForm<T>,
): readonly [T, (change: (now: T) => T) => void] {
  const { query } = useRoute()
  const text = query.get(parameter)
  const [state, setState] = useState({ text, value: form.read(text) })
  const now = form.write(state.value)
  // The address is rounded; a value written from here is more exact.
  if (state.text !== text) setState({ text, value: now === text ? state.value : form.read(text) })
  useEffect(() => {
    if (now === text) return
    const timer = setTimeout(() => changeQuery({ [parameter]: now }), idleMs)
    return () => clearTimeout(timer)
  }, [parameter, now, text])
  return [state.value, change => setState(was => ({ ...was, value: change(was.value) }))]
}
