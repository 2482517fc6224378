import { useLayoutEffect, useRef } from 'react'
import { usePreferences } from '../../../ui/state/preferences.ts'

interface AnswerKeys {
  /** @param letter a letter in upper case, or a digit @returns whether it means something */
  letter(letter: string): boolean
  skip(): void
  back(): void
  forward(): void
  confirm(): void
}

const isWithin = (target: EventTarget | null, selector: string): boolean =>
  target instanceof HTMLElement && target.closest(selector) !== null

/**
 * Letters and digits answer, Space skips, the arrows move, Enter confirms. A key keeps its own meaning in a field, on a button and in the image.
 * They come before the page's own shortcuts, and apply as soon as their question is on the screen: a fast reader loses no key.
 */
export function useAnswerKeys(keys: AnswerKeys): void {
  const { keys: enabled } = usePreferences()
  const latest = useRef(keys)
  useLayoutEffect(() => {
    latest.current = keys
  })
  useLayoutEffect(() => {
    if (!enabled) return
    const onKey = (event: KeyboardEvent) => {
      const { key, target } = event
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
      if (isWithin(target, 'input, select, textarea, dialog')) return
      if (!act(latest.current, key, target)) return
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    window.addEventListener('keydown', onKey, true)
    return () => window.removeEventListener('keydown', onKey, true)
  }, [enabled])
}

function act(keys: AnswerKeys, key: string, target: EventTarget | null): boolean {
  if (/^[a-z\d]$/i.test(key)) return keys.letter(key.toUpperCase())
  const isOnControl = isWithin(target, 'button, a, summary')
  if (key === ' ' && !isOnControl) keys.skip()
  else if (key === 'Enter' && !isOnControl) keys.confirm()
  else if (key === 'ArrowLeft' && !isWithin(target, '.viewer-frame')) keys.back()
  else if (key === 'ArrowRight' && !isWithin(target, '.viewer-frame')) keys.forward()
  else return false
  return true
}
