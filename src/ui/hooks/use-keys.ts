import { ownValue } from '@voxelwise/python'
import { useLayoutEffect, useRef } from 'react'
import { usePreferences } from '../state/preferences.ts'

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest('input, select, textarea, dialog, [contenteditable]') !== null
  )
}

/** Single-key shortcuts of a view, from the moment it is drawn; inactive while typing and when the user turned them off. */
export function useKeys(keys: Readonly<Record<string, () => void>>): void {
  const { keys: enabled } = usePreferences()
  const latest = useRef(keys)
  useLayoutEffect(() => {
    latest.current = keys
  })
  useLayoutEffect(() => {
    if (!enabled) return
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      const act = ownValue(latest.current, event.key)
      if (!act) return
      event.preventDefault()
      act()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [enabled])
}
