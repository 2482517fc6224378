import { useEffect, useState } from 'react'
import { changeQuery, useRoute } from '../state/router.ts'

/** Milliseconds without a change after which the address is written: browsers refuse hundreds of writes a second. */
const rest = 250

/** How a state stands in the address; null where there is nothing to say. */
export interface AddressForm<T> {
  readonly read: (text: string | null) => T
  readonly write: (value: T) => string | null
}

/** A state that the address keeps: it follows the address, and is written there when it rests. */
export function useQueryState<T>(
  parameter: string,
  form: AddressForm<T>,
): readonly [T, (change: (now: T) => T) => void] {
  const { query } = useRoute()
  const text = query.get(parameter)
  const [state, setState] = useState({ text, value: form.read(text) })
  const now = form.write(state.value)
  // What was written from here is known more exactly than the address tells.
  if (state.text !== text) setState({ text, value: now === text ? state.value : form.read(text) })
  useEffect(() => {
    if (now === text) return
    const timer = setTimeout(() => changeQuery({ [parameter]: now }), rest)
    return () => clearTimeout(timer)
  }, [parameter, now, text])
  return [state.value, change => setState(was => ({ ...was, value: change(was.value) }))]
}
