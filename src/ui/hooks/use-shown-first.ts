import { type RefObject, useEffect, useRef } from 'react'

/** An element that scrolls into view when the view opens at an address inside it. */
export function useShownFirst<E extends HTMLElement>(isLedTo: boolean): RefObject<E | null> {
  const ref = useRef<E>(null)
  const first = useRef(isLedTo)
  useEffect(() => {
    if (first.current) ref.current?.scrollIntoView({ block: 'start' })
  }, [])
  return ref
}
